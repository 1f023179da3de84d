"""The broker in memory: a worker waits for a message, and gets it at once."""

import queue
import threading
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from kombu import Connection, Consumer, Producer, Queue

from config import broker

HERE = Queue("test of the broker")


@pytest.fixture
def received() -> list[Any]:
    return []


@pytest.fixture
def connection(received: list[Any]) -> Iterator[Connection]:
    def receive(body: Any, message: Any) -> None:
        received.append(body)
        message.ack()

    with Connection("memory://localhost/", transport=broker.Transport) as connection:
        with Consumer(connection, [HERE], callbacks=[receive]):
            yield connection
        HERE.bind(connection.default_channel).delete()


def send(body: str) -> None:
    with Connection("memory://localhost/", transport=broker.Transport) as connection:
        Producer(connection).publish(body, routing_key=HERE.name, declare=[HERE])


def cycle_of(connection: Connection) -> Any:
    """Return what looks into the queues of a connection."""
    transport: Any = connection.transport
    return transport.cycle


def test_a_message_that_is_there_is_delivered(connection: Connection, received: list[Any]) -> None:
    send("first")
    send("second")
    connection.drain_events(timeout=0)
    assert received == ["first"]
    connection.drain_events(timeout=0)
    assert received == ["first", "second"]


def test_whoever_waits_gets_a_message_at_once_and_asks_for_none_meanwhile(
    connection: Connection, received: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    cycle = cycle_of(connection)
    monkeypatch.setattr(connection.transport, "polling_interval", 0.01)
    asked = Mock(wraps=cycle.get)
    monkeypatch.setattr(cycle, "get", asked)
    sender = threading.Timer(0.2, send, ["it"])
    sender.start()
    connection.drain_events(timeout=10)
    sender.join()
    assert received == ["it"]
    assert asked.call_count == 2


def test_a_message_that_arrives_between_a_look_and_the_wait_is_delivered(
    connection: Connection, received: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    cycle = cycle_of(connection)
    monkeypatch.setattr(connection.transport, "polling_interval", 60)
    ask = cycle.get

    def ask_too_early(*arguments: Any, **options: Any) -> None:
        try:
            ask(*arguments, **options)
        except queue.Empty:
            monkeypatch.setattr(cycle, "get", ask)
            send("it")
            raise

    monkeypatch.setattr(cycle, "get", ask_too_early)
    began_at = time.monotonic()
    connection.drain_events(timeout=5)
    assert received == ["it"]
    assert time.monotonic() - began_at < 4


def test_without_a_message_the_wait_ends_in_time(connection: Connection) -> None:
    began_at = time.monotonic()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)
    assert 0.1 <= time.monotonic() - began_at < 5
