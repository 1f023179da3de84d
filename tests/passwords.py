"""What people do who are asked for their password again."""

from django.test import Client
from django.urls import reverse

from tests.conftest import PASSWORD
from tests.fixtures import Response


def confirm_password(client: Client) -> None:
    """Enter the password again, as some pages ask even of those who are logged in."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def delete_account(client: Client) -> Response:
    """Enter the password again, then delete the account."""
    confirm_password(client)
    return client.post(reverse("delete_account"))
