"""The broker in memory: a worker waits for a message, and gets it at once."""

import queue
import threading
import time
from collections.abc import Iterator
from typing import Any, cast
from unittest.mock import Mock

import pytest
from kombu import Connection, Consumer, Producer, Queue

from config import broker

HERE, ELSEWHERE = Queue("test of the broker"), Queue("another test of the broker")


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


def send(body: str, to: Queue = HERE) -> None:
    with Connection("memory://localhost/", transport=broker.Transport) as connection:
        Producer(connection).publish(body, routing_key=to.name, declare=[to])


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


def test_messages_for_others_neither_wake_whoever_waits_nor_keep_them_beyond_their_time(
    connection: Connection, received: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    cycle = cycle_of(connection)
    asked = Mock(wraps=cycle.get)
    monkeypatch.setattr(cycle, "get", asked)
    others = [threading.Timer(0.05 * number, send, ["it", ELSEWHERE]) for number in range(12)]
    for other in others:
        other.start()
    began_at = time.monotonic()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.3)
    assert time.monotonic() - began_at < 5
    for other in others:
        other.join()
    assert received == []
    assert asked.call_count == 1


def test_a_wake_without_a_message_does_not_make_the_wait_longer(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    cycle, transport = cycle_of(connection), cast(broker.Transport, connection.transport)

    def look(*_: Any, **__: Any) -> None:
        time.sleep(0.01)
        transport.arrival.set()
        raise queue.Empty

    monkeypatch.setattr(cycle, "get", look)
    began_at = time.monotonic()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.2)
    assert 0.2 <= time.monotonic() - began_at < 5
