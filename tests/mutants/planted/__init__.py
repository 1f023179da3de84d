"""The mutants by area: faults that somebody could make, where they are planted, and who notices."""

from typing import Final

from tests.mutants.planted.clock import CLOCK
from tests.mutants.planted.masks import MASKS
from tests.mutants.planted.services import SERVICES
from tests.mutants.planted.settings import SETTINGS
from tests.mutants.planted.sockets import SOCKETS

AREAS: Final = {
    "services": SERVICES,
    "masks": MASKS,
    "clock": CLOCK,
    "sockets": SOCKETS,
    "settings": SETTINGS,
}
