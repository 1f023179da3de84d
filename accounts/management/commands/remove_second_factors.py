from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import services
from accounts.models import User


class Command(BaseCommand):
    help = "Remove the second factors of somebody who has lost them; the password is enough again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist as error:
            raise CommandError(f"Nobody has the username {username}.") from error
        if services.remove_second_factors(user) == 0:
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} now logs in with the password alone.")
