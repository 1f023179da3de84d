from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        from notices import devices, mail, planning

        devices.connect()
        mail.connect()
        planning.connect()
