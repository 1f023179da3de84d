"""The examples in deploy/ are valid, and a rolling restart behind a proxy loses no request."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tests.nginx import DEPLOY, NAME, NGINX, running_nginx, write_configuration
from tests.processes import eventually
from tests.running import ROOT, environment, free_port, prepare, services_for_a_site

HAS_SERVICES = os.environ.get("REDIS_URL") and "postgres" in os.environ.get("DATABASE_URL", "")


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_units_are_valid(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("python", "celery", "serve"):
        (programs / name).symlink_to("/bin/true")
    units = []
    for unit in (DEPLOY / "systemd").iterdir():
        name = unit.name.replace("@.", "@8000.")
        text = re.sub(r"/srv/trifecta/(\.venv/bin/)?(?=\w)", f"{programs}/", unit.read_text())
        assert str(programs) in text
        (tmp_path / name).write_text(text)
        units.append(tmp_path / name)
    assert len(units) > 5
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
    )
    about_ours = [line for line in result.stderr.splitlines() if "trifecta" in line]
    assert (result.returncode, about_ours) == (0, [])


@pytest.mark.once
def test_a_shell_reads_every_setting_of_the_example() -> None:
    text = re.sub(r"^#([A-Z_]+=)", r"\1", (DEPLOY / "env.example").read_text(), flags=re.M)
    lines = re.findall(r"^([A-Z_]+)=(.*)$", text, re.M)
    written = {name: value.strip("'") for name, value in lines}
    assert " " in written["SITE_NAME"]
    # As deploy/README.md does before it prepares the database.
    command = ["sh", "-ec", "set -a; . /dev/stdin; env"]
    read = subprocess.run(command, input=text, env={}, capture_output=True, text=True)
    assert read.stderr == ""
    assert written.items() <= dict(line.split("=", 1) for line in read.stdout.splitlines()).items()


@pytest.mark.once
def test_the_example_counts_the_web_processes_that_the_guide_starts() -> None:
    (started,) = re.findall(
        r"^systemctl enable .*trifecta-web@.*$", (DEPLOY / "README.md").read_text(), re.M
    )
    written = f"\nWEB_PROCESSES={started.count('trifecta-web@')}\n"
    assert written in (DEPLOY / "env.example").read_text()


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_the_caddyfile_is_valid() -> None:
    subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        check=True,
        capture_output=True,
    )


@pytest.mark.once
def test_the_containers_can_change_nothing() -> None:
    image = (DEPLOY / "Containerfile").read_text()
    (base,) = re.findall(r"^ARG BASE=(.+)$", image, re.MULTILINE)
    assert re.search(r":\d+\.\d+\.\d+-slim-bookworm$|@sha256:[0-9a-f]{64}$", base)
    assert re.search(r"^FROM \$\{BASE\}$", image, re.MULTILINE)
    assert re.search(r"^USER [1-9]\d+\nCMD ", image, re.MULTILINE)
    compose = (DEPLOY / "compose.yaml").read_text()
    assert (DEPLOY.parent / re.findall(r"dockerfile: (\S+)", compose)[0]).is_file()
    site, services = compose.split("\nservices:\n")
    for line in ("read_only: true", "tmpfs: [/tmp]", "cap_drop: [ALL]"):
        assert f"\n  {line}\n" in site
    ours = re.findall(r"^  (\w+):\n    <<: \*site$", services, re.MULTILINE)
    assert {*ours} >= {"prepare", "web", "worker", "computer", "thinking", "mail", "push", "beat"}


@pytest.mark.once
def test_only_the_searches_give_way_to_everything_else() -> None:
    units = (DEPLOY / "systemd").iterdir()
    found = [
        (unit.name, re.findall(r"^CPUWeight=(\d+)$", unit.read_text(), re.M)) for unit in units
    ]
    assert [each for each in found if each[1]] == [("trifecta-thinking.service", ["33"])]
    # Without it, all instances together would weigh as much as one other unit.
    web = (DEPLOY / "systemd" / "trifecta-web@.service").read_text()
    assert "\nSlice=system.slice\n" in web
    compose = (DEPLOY / "compose.yaml").read_text()
    shares = re.findall(r"^  (\w+):\n    <<: \*site\n    cpu_shares: (\d+)\b", compose, re.M)
    assert shares == [("thinking", "335")]
    assert compose.count("cpu_shares") == 1


@pytest.mark.once
def test_workers_and_the_beat_write_only_records_to_the_log() -> None:
    files = [DEPLOY / "compose.yaml", *(DEPLOY / "systemd").iterdir()]
    commands = re.findall(
        r"(?:bin/|\[)celery,? (\S+)", "\n".join(file.read_text() for file in files)
    )
    assert [option.strip(",") for option in commands] == ["-q"] * 12  # without a banner


@pytest.mark.once
def test_the_readme_starts_workers_and_the_beat_as_the_units_do() -> None:
    units = "\n".join(unit.read_text() for unit in (DEPLOY / "systemd").iterdir())
    readme = (ROOT / "README.md").read_text()
    started = re.findall(
        r"^ExecStart=/srv/trifecta/(\.venv/bin/celery .+) -l WARNING$", units, re.M
    )
    listed = [line.strip() for line in re.findall(r"^(\.venv/bin/celery [^#\n]+)", readme, re.M)]
    assert sorted(listed) == sorted(command.replace("%%", "%") for command in started)


@pytest.mark.once
def test_the_image_is_built_once_and_gets_its_settings_when_it_runs() -> None:
    site, services = (DEPLOY / "compose.yaml").read_text().split("\nservices:\n")
    assert "\n  pull_policy: never" in site
    assert "\n  env_file: .env\n" in site
    assert "build:" not in site
    (built,) = re.findall(r"^  (\w+):\n(?:    .+\n)*?    build:$", services, re.MULTILINE)
    assert built == "prepare"


@pytest.mark.once
def test_the_image_holds_the_code_and_nothing_that_is_secret() -> None:
    listed = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in listed if line and not line.startswith("#")]
    first, *kept = [line for line in rules if line == "*" or line.startswith("!")]
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    needed = {"manage.py", "pyproject.toml", "requirements.txt", "static", "templates", "docs"}
    assert first == rules[0] == "*"
    assert {line.removeprefix("!") for line in kept} == packages | needed | {"LICENSE"}
    assert {"**/.env*", "**/__pycache__"} <= {*rules[rules.index(kept[-1]) :]}


@pytest.mark.once
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_the_configuration_of_nginx_is_valid(tmp_path: Path) -> None:
    whole = write_configuration(tmp_path, [8000, 8001], port=free_port())
    result = subprocess.run([NGINX or "", "-t", "-c", whole], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@pytest.mark.once
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_writes_down_no_secret_address_of_a_request_that_finds_no_process(
    tmp_path: Path,
) -> None:
    port, *ports = [free_port() for _ in range(3)]
    with running_nginx(tmp_path, ports, port=port):
        assert ask_proxy(port, "/calendar/SECRET.ics", is_encrypted=True) == 502
    written = "".join(file.read_text() for file in tmp_path.glob("*.log"))
    assert "SECRET" not in written


@pytest.mark.once
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_writes_down_what_was_asked_for_but_no_secret_address(tmp_path: Path) -> None:
    port, *ports = [free_port() for _ in range(3)]
    secret = [
        f"/{prefix}/SECRET/"
        for prefix in ("games", "records", "calendar", "notices/mute", "notices/unsubscribe")
    ]
    secret += ["/accounts/password/reset/key/SECRET/", "/accounts/confirm-email/SECRET/"]
    secret += [
        "/accounts/login/?next=%2Fgames%2FSECRET%2F",
        "/ws/games/SECRET/?viewer=7",
        "/ws/lobby/?viewer=7",
        "/?missed=SECRET",
    ]
    with running_nginx(tmp_path, ports, port=port):
        for path in (*secret, "/archive/"):
            assert ask_proxy(port, path, is_encrypted=True, referer="/games/SECRET/") == 502
    written = (tmp_path / "access.log").read_text()
    assert "SECRET" not in written
    assert written.count("\n") == 1
    assert '"GET /archive/ HTTP/1.1" 502' in written


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_writes_down_no_secret_address_of_a_request_that_finds_no_process(
    tmp_path: Path,
) -> None:
    port, *ports = [free_port() for _ in range(3)]
    text = (DEPLOY / "Caddyfile").read_text()
    for old, new in (
        ("cards.example.org {\n\tencode", f"http://127.0.0.1:{port} {{\n\tencode"),
        ("127.0.0.1:8000", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8001", f"127.0.0.1:{ports[1]}"),
        ("lb_try_duration 5s", "lb_try_duration 100ms"),
        ("{\n\tservers", "{\n\tadmin off\n\tservers"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    whole, log = tmp_path / "Caddyfile", tmp_path / "log"
    whole.write_text(text)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(whole)]
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, env=os.environ | {"HOME": str(tmp_path)}, stdout=written, stderr=written
        )
        try:
            assert eventually(lambda: ask_proxy(port, "/calendar/SECRET.ics") == 503, 30)
        finally:
            process.terminate()
            process.wait(20)
    assert "shutdown complete" in log.read_text()
    assert "SECRET" not in log.read_text()


def ask_proxy(port: int, path: str, *, is_encrypted: bool = False, referer: str = "") -> int:
    """Return the status of a proxy's answer, 0 if there is none."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    if is_encrypted:
        context = trust_anybody()
        asked = http.client.HTTPSConnection("127.0.0.1", port, timeout=60, context=context)
    with contextlib.closing(asked), contextlib.suppress(OSError):
        headers = {"Host": NAME if is_encrypted else "127.0.0.1", "Referer": referer}
        asked.request("GET", path, headers=headers)
        return asked.getresponse().status
    return 0


class Web:
    """A web process of its own port, which can be restarted."""

    def __init__(self, port: int, settings: dict[str, str], log: Path) -> None:
        self.port, self.settings, self.log = port, settings | {"PORT": str(port)}, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "serve", "web"],
                cwd=ROOT,
                env=self.settings,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        assert eventually(self.is_live, 120), self.log.read_text()

    def is_live(self) -> bool:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(asked), contextlib.suppress(OSError):
            asked.request("GET", "/live", headers={"Host": NAME})
            return asked.getresponse().status == 200
        return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)


def trust_anybody() -> ssl.SSLContext:
    """Return how to connect to a proxy whose certificate nobody has signed."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Visitor(threading.Thread):
    """Somebody who asks for pages through the proxy, and sends forms, as long as it is there."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port, self.answers = port, Counter[tuple[str, int]]()
        self.leaves = threading.Event()

    def run(self) -> None:
        context = trust_anybody()
        while not self.leaves.is_set():
            for method, path in (("GET", "/live"), ("POST", "/accounts/guest/")):
                asked = http.client.HTTPSConnection(
                    "127.0.0.1", self.port, timeout=60, context=context
                )
                status = 0
                with contextlib.closing(asked), contextlib.suppress(OSError):
                    asked.request(method, path, headers={"Host": NAME})
                    status = asked.getresponse().status
                self.answers[method, status] += 1
                self.leaves.wait(0.05)  # leave the processor to those who start

    def has_more_than(self, answers: int) -> bool:
        return self.answers.total() > answers


@pytest.mark.early
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.skipif(not HAS_SERVICES, reason="two web processes need PostgreSQL and Redis")
def test_no_request_fails_while_the_web_processes_are_restarted(tmp_path: Path) -> None:
    port, *ports = [free_port() for _ in range(3)]
    with services_for_a_site(tmp_path) as services, contextlib.ExitStack() as stack:
        settings = environment(**services, PUBLIC_URL=f"https://{NAME}")
        prepare(settings)
        webs = [Web(each, settings, tmp_path / f"web-{each}.log") for each in ports]
        for web in webs:
            stack.callback(web.stop)
            web.start()
        stack.enter_context(running_nginx(tmp_path, ports, port=port))
        visitor = Visitor(port)
        visitor.start()
        assert eventually(lambda: visitor.answers["GET", 200] > 5, 30)
        for web in webs:
            web.stop()
            web.start()
            seen = visitor.answers.total()
            assert eventually(partial(visitor.has_more_than, seen + 10), 30)
        visitor.leaves.set()
        visitor.join(60)
    # A form without its token is answered by the site, and refused.
    assert {*visitor.answers} == {("GET", 200), ("POST", 403)}, visitor.answers
    assert visitor.answers.total() > 20
