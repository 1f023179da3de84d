"""A mail server on this machine that takes mail, or refuses, hangs and hangs up as a test wants."""

from __future__ import annotations

import asyncio
import socket
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller

HANG, CUT = "hang", "cut"


class MailServer:
    """`answers` says, for a command of SMTP, what to answer instead of taking it."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.received: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._controller: Any = None

    def start(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def _answer(self, command: str, server: Any) -> str:
        answer = self.answers.get(command, "")
        if answer == HANG:
            await asyncio.Event().wait()
        if answer == CUT:
            server.transport.close()
            return "250 nobody hears this"
        return answer

    async def handle_EHLO(
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        await self._answer("EHLO", server)
        return responses

    async def handle_MAIL(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        refusal = await self._answer("MAIL", server)
        if not refusal:
            envelope.mail_from = address
        return refusal or "250 OK"

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        refusal = await self._answer("RCPT", server)
        if not refusal:
            envelope.rcpt_tos.append(address)
        return refusal or "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        refusal = await self._answer("DATA", server)
        if refusal:
            return refusal
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.received.append(message)
        self.recipients.append(list(envelope.rcpt_tos))
        return await self._answer("AFTER", server) or "250 OK"

    async def handle_QUIT(self, server: Any, session: Any, envelope: Any) -> str:
        return await self._answer("QUIT", server) or "221 Bye"
