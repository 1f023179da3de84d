"""A web server on this machine that answers as a test wants: at once, slowly, or never."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Answer = Callable[[socket.socket, threading.Event], None]


class Server:
    """Its address, and what was asked of it: heads and bodies, as bytes."""

    def __init__(self, answer: Answer, context: ssl.SSLContext | None = None) -> None:
        self.answer = answer
        self.context = context
        self.requests: list[bytes] = []
        self.ended = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with suppress(OSError):
            if self.context is not None:
                connection = self.context.wrap_socket(connection, server_side=True)
            with connection:
                self.requests.append(_read(connection))
                self.answer(connection, self.ended)

    def stop(self) -> None:
        self.ended.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def _read(connection: socket.socket) -> bytes:
    connection.settimeout(5)
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536) or b"\r\n\r\n"
    head, _, body = received.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            while len(body) < int(line.partition(b":")[2]):
                body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@contextmanager
def serving(answer: Answer, context: ssl.SSLContext | None = None) -> Iterator[Server]:
    server = Server(answer, context)
    try:
        yield server
    finally:
        server.stop()


def say(status: str, *headers: str, body: str = "") -> Answer:
    """Answer at once."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", body]

    def answer(connection: socket.socket, _: threading.Event) -> None:
        connection.sendall("\r\n".join(lines).encode())

    return answer


def hang(_: socket.socket, ended: threading.Event) -> None:
    """Say nothing until the test is over."""
    ended.wait(10)


def trickle(connection: socket.socket, ended: threading.Event) -> None:
    """Send a head that never ends, one byte at a time."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not ended.wait(0.01):
        connection.sendall(b"x")


def pour(connection: socket.socket, ended: threading.Event) -> None:
    """Send a body that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not ended.is_set():
        connection.sendall(b"5\r\nsecret\r\n")
