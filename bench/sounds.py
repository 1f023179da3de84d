"""Make the sounds of the table in static/sounds out of sine waves and noise.

    .venv/bin/python -m bench.sounds [directory]

Every run makes the same files.
"""

import math
import random
import sys
import wave
from collections.abc import Sequence
from pathlib import Path

from tests.running import ROOT

RATE = 22_050  # samples per second
LOUDEST = 32_767
SETTLE = 0.02  # seconds during which a sound fades out at its end

Sound = list[float]


def note(pitch: float, seconds: float, *, decay: float, volume: float = 0.5) -> Sound:
    """Return a struck bar: a sine of that many hertz with softer overtones, dying away."""
    return [
        volume
        * math.exp(-decay * at)
        * min(1.0, at / 0.004)
        * (
            math.sin(2 * math.pi * pitch * at)
            + 0.3 * math.exp(-decay * at) * math.sin(2 * math.pi * 4 * pitch * at)
        )
        for at in (sample / RATE for sample in range(int(seconds * RATE)))
    ]


def swish(seconds: float, *, decay: float, softness: float, volume: float) -> Sound:
    """Return a card on cloth: noise without its sharp part, dying away."""
    chance = random.Random(52)
    level, samples = 0.0, []
    for sample in range(int(seconds * RATE)):
        level += (chance.uniform(-1, 1) - level) * softness
        samples.append(volume * level * math.exp(-decay * sample / RATE))
    return samples


def mix(*parts: tuple[float, Sound]) -> Sound:
    """Mix sounds, each beginning after the given number of seconds."""
    length = max(int(after * RATE) + len(sound) for after, sound in parts)
    mixed = [0.0] * length
    for after, sound in parts:
        first = int(after * RATE)
        for place, value in enumerate(sound):
            mixed[first + place] += value
    return mixed


def card_laid() -> Sound:
    return mix(
        (0, swish(0.09, decay=45, softness=0.35, volume=1.1)),
        (0.012, note(150, 0.08, decay=60, volume=0.35)),
    )


def make_sounds() -> dict[str, Sound]:
    """Return every sound by the name of its file."""
    slide = swish(0.16, decay=16, softness=0.2, volume=0.7)
    return {
        "card": card_laid(),
        "capture": mix((0, card_laid()), (0.07, slide), (0.16, note(392, 0.25, decay=16))),
        "turn": mix((0, note(659.3, 0.3, decay=11)), (0.12, note(880, 0.4, decay=9))),
        "tick": note(1250, 0.04, decay=140, volume=0.3),
        "low": mix((0, note(440, 0.2, decay=16)), (0.16, note(440, 0.25, decay=16))),
        "end": mix(
            (0, note(523.3, 0.5, decay=7)),
            (0.14, note(659.3, 0.5, decay=7)),
            (0.28, note(784, 0.7, decay=6)),
        ),
    }


def write_sound(path: Path, sound: Sequence[float]) -> None:
    """Write one sound as a WAV file: one channel, 16 bits."""
    fading = int(SETTLE * RATE)
    faded = [value * min(1.0, (len(sound) - place) / fading) for place, value in enumerate(sound)]
    frames = b"".join(
        round(LOUDEST * max(-1.0, min(1.0, value))).to_bytes(2, "little", signed=True)
        for value in faded
    )
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(frames)


if __name__ == "__main__":
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "static" / "sounds"
    directory.mkdir(parents=True, exist_ok=True)
    for name, sound in make_sounds().items():
        write_sound(directory / f"{name}.wav", sound)
