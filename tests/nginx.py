"""The web server of `deploy/`, in front of two web processes of a test."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.processes import eventually
from tests.running import ROOT, free_port

DEPLOY = ROOT / "deploy"
NAME = "cards.example.org"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def write_configuration(directory: Path, ports: Sequence[int], *, port: int) -> Path:
    """Write the configuration of deploy/ with other ports and a certificate of its own."""
    _write_certificate(directory)
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        (f"/etc/letsencrypt/live/{NAME}", str(directory)),
        ("/var/log/nginx", str(directory)),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("127.0.0.1:8000", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8001", f"127.0.0.1:{ports[1]}"),
    ):
        assert old in text
        text = text.replace(old, new)
    whole = directory / "whole.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""
    whole.write_text(
        f"{user}daemon off;\npid {directory}/nginx.pid;\nerror_log {directory}/error.log;\n"
        f"events {{ }}\nhttp {{\n{text}\n}}\n"
    )
    return whole


def _write_certificate(directory: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + dt.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem, raw = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (directory / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    (directory / "privkey.pem").write_bytes(
        key.private_bytes(pem, raw, serialization.NoEncryption())
    )


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def running_nginx(directory: Path, ports: Sequence[int], *, port: int) -> Iterator[None]:
    """Run nginx on a port, in front of web processes on these ports, from when it listens."""
    whole = write_configuration(directory, ports, port=port)
    process = subprocess.Popen(
        [NGINX or "", "-c", whole], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert eventually(partial(_listens, port), 60), "nginx did not start"
        yield
    finally:
        process.terminate()
        process.wait(10)
