"""The pins are complete on every Python that the site runs on, not only on this one."""

import os
import subprocess
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.once


Environment = dict[str, str]


def python(version: str) -> Environment:
    """Return this machine with another Python."""
    other = {"python_full_version": version, "python_version": version.rpartition(".")[0]}
    return here() | other


def here() -> Environment:
    return {name: str(value) for name, value in default_environment().items()}


def applies(requirement: Requirement, environment: Environment) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({**environment, "extra": ""})


def read_pins(file: str, environment: Environment) -> set[str]:
    """Return the names of what a file of requirements installs there."""
    lines = [line for line in (ROOT / file).read_text().splitlines() if line[:1].isalnum()]
    pins = [Requirement(line.removesuffix(" \\")) for line in lines]
    return {canonicalize_name(pin.name) for pin in pins if applies(pin, environment)}


@pytest.mark.parametrize("version", ["3.11.0", "3.12.0", "3.13.0", "3.14.0"])
@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_whatever_a_pinned_package_needs_is_pinned_too(file: str, version: str) -> None:
    environment = python(version)
    pins, missing = read_pins(file, environment), []
    installed_here = pins & read_pins(file, here())
    assert len(installed_here) > 60
    for name in installed_here:
        needed = map(Requirement, distribution(name).requires or [])
        missing += [
            f"{name} needs {each}"
            for each in needed
            if applies(each, environment) and canonicalize_name(each.name) not in pins
        ]
    assert missing == []


def test_the_checks_run_with_what_the_site_installs() -> None:
    site, checks = (
        {
            line
            for line in (ROOT / file).read_text().splitlines()
            if "==" in line and line[0].isalpha()
        }
        for file in ("requirements.txt", "requirements-dev.txt")
    )
    assert len(site) > 60
    assert site - checks == set()


def test_a_python_that_was_named_and_does_not_work_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").touch()
    found = subprocess.run(
        ["bash", "-c", f"source {ROOT}/deploy/environment.sh; make_environment requirements.txt"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHON": "/bin/false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == "PYTHON=/bin/false is not Python 3.11 or newer with venv.\n"


def test_an_environment_whose_python_is_gone_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").touch()
    old, new = tmp_path / ".venv" / "bin" / "python", tmp_path / "python3.12"
    old.parent.mkdir(parents=True)
    old.write_text("#!/bin/sh\nexit 1\n")  # as if the system has another Python now
    new.write_text(
        "#!/bin/sh\n"
        '[ "$1" != --version ] || echo Python 3.12.0\n'
        '[ "$2" != venv ] || { [ "$3" = --clear ] && rm "$4"/i* && cp "$0" "$4/bin/python"; }\n'
    )
    for program in (old, new):
        program.chmod(0o755)
    install = f"source {ROOT}/deploy/environment.sh; make_environment requirements.txt"
    (tmp_path / ".venv" / "installed-requirements.txt").write_text(f"{sha256().hexdigest()}  -\n")
    made = subprocess.run(
        ["bash", "-c", install],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHON": str(new)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == (
        "Creating a virtual environment with Python 3.12.0 ...\nInstalling requirements.txt ...\n"
    )


def test_ctrl_c_ends_the_installation(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").touch()
    pip = tmp_path / ".venv" / "bin" / "python"
    pip.parent.mkdir(parents=True)
    pip.write_text('#!/bin/sh\n[ "$1" != -c ] || exit 0\necho cancelled\nkill -INT $PPID\nexit 1\n')
    pip.chmod(0o755)
    install = f"source {ROOT}/deploy/environment.sh; make_environment requirements.txt"
    stopped = subprocess.run(
        ["env", "--default-signal=INT", "bash", "-c", install],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert stopped.stdout == "Installing requirements.txt ...\ncancelled\n"
    assert (stopped.returncode, stopped.stderr) == (130, "")
