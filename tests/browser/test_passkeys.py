"""Passkeys with a virtual authenticator of the browser.

Add one, log in with it, confirm a deletion with it, remove it.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.scene import PASSWORD
from tests.running import Site

VIRTUAL = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def press(page: Page, *fields: str, **values: str) -> None:
    """Fill in the form with these fields and send it."""
    for name, value in values.items():
        page.fill(f"[name={name}]", value)
    page.click(f"form:has([name={[*fields, *values][0]}]) button >> visible=true")


def test_a_passkey_takes_the_place_of_a_password_or_comes_after_it(
    open_page: Callable[..., Page], site: Site
) -> None:
    page = open_page("/privacy/")
    # Passkeys need https or this very name.
    here = site.url.replace("127.0.0.1", "localhost")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": VIRTUAL})
    account, menu = "/accounts/two-step", page.locator(".menu-name")

    page.goto(f"{here}/accounts/signup/")
    press(page, username="pat", password1=PASSWORD, password2=PASSWORD)
    expect(menu).to_be_visible()
    page.goto(f"{here}{account}/webauthn/add/")
    press(page, password=PASSWORD)
    press(page, name="Phone")
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page.goto(f"{here}{account}/webauthn/")
    expect(page.locator(".devices strong")).to_have_text("Phone")

    def log_out() -> None:
        page.goto(f"{here}/accounts/logout/")
        page.click("main form button")
        expect(menu).to_have_count(0)

    log_out()
    page.goto(f"{here}/accounts/login/?next=/privacy/")
    page.click("[data-passkey] button")
    expect(menu).to_be_visible()
    assert page.url == f"{here}/privacy/"

    page.goto(f"{here}/me/delete/")
    page.click("text=Use a passkey")
    page.click("[data-passkey] button")
    expect(page.get_by_role("heading", name="Delete your account")).to_be_visible()
    assert page.url == f"{here}/me/delete/"

    log_out()
    page.goto(f"{here}/accounts/login/")
    press(page, login="pat", password=PASSWORD)
    expect(menu).to_have_count(0)
    page.click("[data-passkey] button")
    expect(menu).to_be_visible()

    page.goto(f"{here}{account}/webauthn/")
    page.click(".devices a[href*=remove]")
    press(page, password=PASSWORD)
    page.click("main form button")
    expect(page.locator(".devices")).to_have_count(0)
