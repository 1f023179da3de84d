"""Measure the site beside a bare consumer and a peer, embedded and on PostgreSQL and Redis.

    .venv/bin/python bench/site.py [--services] [--peer] [--games 10,50,200] [--seconds 20]
                                   [--processes 2]

Everything runs on loopback, in a temporary database that is removed at the end. Each row is one
window of moves played on one server; in each round the site, `bench/bare.py` and, with `--peer`,
`bench/peer.py` take turns. The peer's packages are installed in `bench/.peer` on the first run.

CPU is what the kernel counted for the server's processes in that window, and nothing is subtracted
from it: at a few moves per second most of it is what the site does anyway (the sweep every second).
"""

from __future__ import annotations

import argparse
import asyncio
import html
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.players import Timing, close, connect, cookies_of, playing, seated
from bench.stores import (
    ROOT,
    Store,
    add_services,
    embedded_stores,
    end_after,
    environment,
    services_stores,
)

BENCH = Path(__file__).resolve().parent
PACE = 2.0
WARM_UP = 2.5
FULL_SPEED_GAMES = 120
FULL_SPEED_SECONDS = 6.0
IDLE_SOCKETS = 500
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Row:
    """One measured window."""

    load: str
    server: str
    round: int
    seconds: float
    timing: Timing
    web_cpu: float
    all_cpu: float

    @property
    def moves(self) -> int:
        return len(self.timing.answers)


class Server:
    """A running server: the site, the bare consumer or the peer."""

    def __init__(self, name: str, command: list[str], store: Store) -> None:
        self.name, self.store, self.port = name, store, free_port()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(store.database_url, store.redis_url, self.port),
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        """Wait until the port answers and the server has settled."""
        deadline = time.monotonic() + 60
        while True:
            if self.process.poll() is not None:
                sys.exit(f"The server {self.name} exited with status {self.process.returncode}.")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if time.monotonic() > deadline:
                    sys.exit(f"The server {self.name} did not start.")
                time.sleep(0.2)
            else:
                break
        while not self.web_process():
            time.sleep(0.2)
        time.sleep(3)

    def processes(self) -> list[int]:
        """Return this server's process and all its descendants."""
        parents = dict(parents_of_processes())
        own = [self.process.pid]
        for pid in own:
            own.extend(child for child, parent in parents.items() if parent == pid)
        return own

    def web_process(self) -> int:
        """Return the process that serves the sockets, or 0 while there is none."""
        if not (self.name == "site" and self.store.redis_url):
            return self.process.pid
        web = [pid for pid in self.processes() if b"web\0--fd" in read_proc(pid, "cmdline")]
        return web[0] if web else 0

    def cpu(self) -> tuple[float, float]:
        """Return the CPU-seconds used so far by the web process and by all processes."""
        return cpu_of(self.web_process()), sum(map(cpu_of, self.processes()))

    def memory(self) -> int:
        """Return the resident memory of the web process, in bytes."""
        return int(read_proc(self.web_process(), "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """Stop the server and everything it started."""
        children = self.processes()[1:]
        self.errors.seek(0)
        if lines := self.errors.read().decode().splitlines():
            print(f"  last message of {self.name}: {lines[-1]}", file=sys.stderr)
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            for pid in children:
                if read_proc(pid, "stat"):
                    os.kill(pid, signal.SIGKILL)


def peer_python() -> str:
    """Return the Python of the peer, whose packages are installed on the first run."""
    folder = BENCH / ".peer"
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        wanted = ["-r", str(BENCH / "peer-requirements.txt")]
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wanted], check=True)
        (folder / "installed").touch()
    return str(python)


def read_proc(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def parents_of_processes() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (status := read_proc(int(entry.name), "stat")):
            yield int(entry.name), int(status.rpartition(b")")[2].split()[1])


def cpu_of(pid: int) -> float:
    fields = read_proc(pid, "stat").rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def measure(
    server: Server,
    games: list[dict[str, Any]],
    load: str,
    *,
    number: int,
    pace: float | None,
    seconds: float,
) -> Row:
    """Play these games on this server, and measure one window of the play."""
    warm = Timing()
    async with seated(server.port, games) as tables, playing(tables, pace, warm):
        await asyncio.sleep(WARM_UP if pace else 0.5)
        # The players continue, and only what follows is counted.
        timing = Timing()
        began, (web, everything) = time.perf_counter(), server.cpu()
        done = len(warm.answers), len(warm.opponents), len(warm.sizes)
        while (left := began + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, 0.2))
            if not any(table.moves for table in tables):
                break
        elapsed = time.perf_counter() - began
        web_after, everything_after = server.cpu()
        timing.answers = warm.answers[done[0] :]
        timing.opponents = warm.opponents[done[1] :]
        timing.sizes = warm.sizes[done[2] :]
        timing.failures = warm.failures
    web_cpu, all_cpu = web_after - web, everything_after - everything
    return Row(load, server.name, number, elapsed, timing, web_cpu, all_cpu)


async def measure_idle(server: Server) -> tuple[float, float, float]:
    """Return KB per idle socket, and the CPU load with them of the web process and of all."""
    paths = [(game["path"], session) for game in server.store.games for session in game["sessions"]]
    chosen = (paths + [(path, "") for path, _ in paths])[:IDLE_SOCKETS]
    if server.name == "site":
        chosen = [(socket_of_page(server.port, *one), one[1]) for one in chosen]
    await close([await connect(server.port, path, session) for path, session in chosen[:50]])
    # Load every game into memory once before the sockets are counted.
    for game in server.store.games:
        await close([await connect(server.port, game["path"])])
    await asyncio.sleep(1)
    before = server.memory()
    sockets = [await connect(server.port, path, session) for path, session in chosen]
    try:
        await asyncio.sleep(2)
        grown = (server.memory() - before) / 1000 / len(sockets)
        began, (web, everything) = time.perf_counter(), server.cpu()
        await asyncio.sleep(8)
        elapsed = time.perf_counter() - began
        web_after, everything_after = server.cpu()
    finally:
        await close(sockets)
    return grown, (web_after - web) / elapsed, (everything_after - everything) / elapsed


def socket_of_page(port: int, path: str, session: str) -> str:
    """Return the address of the socket that a game's page opens; it names the table shown there."""
    address = f"http://127.0.0.1:{port}{path.removeprefix('/ws')}"
    request = urllib.request.Request(address, headers={"Cookie": cookies_of(session)})
    with urllib.request.urlopen(request, timeout=20) as page:  # noqa: S310
        found = re.search(r'ws-connect="([^"]+)"', page.read().decode())
    assert found is not None
    return html.unescape(found[1])


def find_percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile of at least one value."""
    if len(values) == 1:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def percentile(values: Sequence[float], percent: int) -> str:
    """Return a percentile of seconds as milliseconds, for a table."""
    return f"{find_percentile(values, percent) * 1000:.1f}" if values else "-"


HEADINGS = (
    "load", "server", "moves/s", "answer p50", "p99", "opponent p50", "p99",
    "web CPU ms", "all CPU ms", "moves/CPU-s", "KB",
)  # fmt: skip


def cells_of(row: Row) -> tuple[str, ...]:
    moves = max(row.moves, 1)
    timing = row.timing
    return (
        row.load,
        row.server,
        f"{row.moves / row.seconds:.1f}",
        percentile(timing.answers, 50),
        percentile(timing.answers, 99),
        percentile(timing.opponents, 50),
        percentile(timing.opponents, 99),
        f"{row.web_cpu / moves * 1000:.2f}",
        f"{row.all_cpu / moves * 1000:.2f}",
        f"{row.moves / max(row.all_cpu, 0.01):.0f}",
        f"{statistics.fmean(timing.sizes or [0]) / 1000:.1f}",
    )


def print_table(title: str, rows: list[Row]) -> None:
    print(f"\n### {title}\n")
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|{'---|' * len(HEADINGS)}")
    for row in rows:
        print(f"| {' | '.join(cells_of(row))} |")
    for row in rows:
        if row.timing.failures:
            print(f"\n**{row.timing.failures} moves failed: {row.load}, {row.server}.**")


def print_ratios(rows: list[Row]) -> None:
    """Print how the site compares with each other server, always within the same round."""
    print("\nMoves per CPU-second of all processes, the site's as a share of the other's:\n")
    print("| load | beside | median | lowest | highest | web process alone, median |")
    print("|---|---|---|---|---|---|")
    others = [name for name in dict.fromkeys(row.server for row in rows) if name != "site"]
    for load in dict.fromkeys(row.load for row in rows):
        for other in others:
            shares = shares_of(rows, load, other, "all_cpu")
            web = statistics.median(shares_of(rows, load, other, "web_cpu"))
            middle = statistics.median(shares)
            print(
                f"| {load} | {other} | {middle:.2f} | {min(shares):.2f} | {max(shares):.2f} "
                f"| {web:.2f} |"
            )


def shares_of(rows: list[Row], load: str, other: str, cpu: str) -> list[float]:
    """Return the site's moves per CPU-second divided by the other's, round by round."""

    def rate(name: str, number: int) -> float:
        window = next(
            row for row in rows if (row.load, row.server, row.round) == (load, name, number)
        )
        return window.moves / max(float(getattr(window, cpu)), 0.01)

    rounds = sorted({row.round for row in rows if row.load == load})
    return [rate("site", number) / max(rate(other, number), 0.01) for number in rounds]


def run_mode(
    title: str, servers: list[Server], counts: list[int], seconds: float, rounds: int
) -> None:
    """Measure one way to run the site, with the servers in turn, and print its tables."""
    rows: list[Row] = []
    unused = list(servers[0].store.games)
    for number in range(rounds):
        for count in [*counts, None]:
            taken = count or FULL_SPEED_GAMES
            games, unused = unused[:taken], unused[taken:]
            load = f"{count} games, a move every {PACE:g} s" if count else "full speed"
            pace, length = (PACE, seconds) if count else (None, FULL_SPEED_SECONDS)
            # Each round begins with another server.
            for server in servers[number % len(servers) :] + servers[: number % len(servers)]:
                played = measure(server, games, load, number=number, pace=pace, seconds=length)
                rows.append(asyncio.run(played))
        print(f"  round {number + 1} of {rounds} done", file=sys.stderr)
    rows.sort(key=lambda row: (row.load, row.server, row.round))
    print_table(title, rows)
    print_ratios(rows)


def run_idle(servers: list[Server]) -> None:
    for server in servers:
        kilobytes, web, everything = asyncio.run(measure_idle(server))
        print(
            f"{server.name}: {kilobytes:.0f} KB for each of {IDLE_SOCKETS} idle sockets; the web "
            f"process then uses {web * 100:.1f} % of a CPU, all processes {everything * 100:.1f} %."
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--services", action="store_true", help="also measure on PostgreSQL and Redis"
    )
    parser.add_argument(
        "--only", choices=["embedded", "services"], help="measure only one of the two"
    )
    parser.add_argument(
        "--games", default="10,50,200", help="numbers of games with a move every 2 s"
    )
    parser.add_argument("--seconds", type=float, default=20, help="length of their windows")
    parser.add_argument("--rounds", type=int, default=5, help="how often all is measured")
    parser.add_argument(
        "--processes", type=int, default=1, help="web processes of the site, on services"
    )
    parser.add_argument("--peer", action="store_true", help="also measure the peer")
    parser.add_argument("--no-idle", action="store_true", help="leave out the idle sockets")
    add_services(parser)
    arguments = parser.parse_args()
    counts = [int(count) for count in arguments.games.split(",") if count]
    needed = (sum(counts) + FULL_SPEED_GAMES) * arguments.rounds
    commands = {
        "site": [
            *("env", f"WEB_PROCESSES={arguments.processes}"),
            *(sys.executable, "manage.py", "serve"),
        ],
        "bare": [sys.executable, str(BENCH / "bare.py")],
        **({"peer": [peer_python(), str(BENCH / "peer.py")]} if arguments.peer else {}),
    }
    moves_left = int((arguments.seconds + WARM_UP) / PACE) + 2
    window = arguments.seconds + 30
    end_after(int(600 + 6 * arguments.rounds * (len(counts) * window + 60)))
    modes = ["embedded", "services"] if arguments.services else ["embedded"]
    for mode in [arguments.only] if arguments.only else modes:
        with ExitStack() as stack:
            names = list(commands)
            stores = stack.enter_context(
                embedded_stores(names, needed, moves_left)
                if mode == "embedded"
                else services_stores(
                    names,
                    needed,
                    moves_left,
                    postgres=arguments.postgres,
                    redis_address=arguments.redis,
                )
            )
            servers = []
            for (name, command), store in zip(commands.items(), stores, strict=True):
                servers.append(Server(name, command, store))
                stack.callback(servers[-1].stop)
            for server in servers:
                server.wait_until_ready()
            if not arguments.no_idle:  # first, because later sockets reuse freed memory
                run_idle(servers)
            run_mode(mode, servers, counts, arguments.seconds, arguments.rounds)


if __name__ == "__main__":
    main()
