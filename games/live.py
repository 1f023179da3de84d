"""The template environment of the live table."""

from typing import Any

from django.templatetags.static import static
from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    environment = Environment(**options | {"autoescape": True, "undefined": StrictUndefined})
    environment.globals["static"] = static
    return environment
