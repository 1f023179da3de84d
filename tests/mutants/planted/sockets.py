"""Faults of sockets, and of what is sent through them."""

from typing import Final

from tests.mutants.mutant import Mutant

SOCKETS: Final = (
    Mutant(
        "a table is sent twice in the same version",
        "games/live/consumers.py",
        "if version <= self.sent_version:",
        "if version < self.sent_version:",
        "tests/games/test_sockets.py tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a socket looks at the game before it joins the group",
        "games/live/consumers.py",
        "        await self.join(game_group(self.game_id))\n"
        "        return await with_database(selectors.find_newest, self.public_id, self.user)\n",
        "        now = await with_database(selectors.find_newest, self.public_id, self.user)\n"
        "        await self.join(game_group(self.game_id))\n"
        "        return now\n",
        "tests/games/test_socket_changes.py tests/games/test_opening_sockets.py",
    ),
    Mutant(
        "a refused frame of a sign-in that has ended is answered with a table",
        "games/live/consumers.py",
        "        if after is None and self.sign_in is not None:\n"
        "            check_standing(self.sign_in)\n",
        "",
        "tests/games/test_ended_sign_ins.py",
    ),
    Mutant(
        "a closed page keeps the place in the queue",
        "games/live/consumers.py",
        "            await write_database(services.leave_page, self.game_id, user=self.user)\n",
        "            pass\n",
        "tests/games/test_socket_changes.py tests/games/test_seek_sockets.py",
    ),
    Mutant(
        "a page of the place does not tell that it is open when another one closes",
        "games/live/consumers.py",
        '        if self.waits_here and message["game"] == self.game_id:\n',
        "        if False:\n",
        "tests/games/test_seek_sockets.py",
    ),
    Mutant(
        "a closed page of the lobby is still shown the showcase",
        "games/live/consumers.py",
        "            self.watched.unwatch(self)\n",
        "            pass\n",
        "tests/games/test_showcase.py",
    ),
    Mutant(
        "a table has the colours of before its viewer’s new settings",
        "games/live/consumers.py",
        '            self.user.refresh_from_db(fields=["four_colours"])\n',
        "            pass\n",
        "tests/games/test_table_settings.py",
    ),
    Mutant(
        "a socket that has ended stays in its groups",
        "games/live/signed_in.py",
        "        for group in tuple(self.joined):\n            self.leave(group)\n",
        "",
        "tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a socket that fails ends nothing of what it began",
        "games/live/signed_in.py",
        "        finally:\n            self.end()\n",
        "        finally:\n            pass\n",
        "tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a socket that has ended goes on with what it hears",
        "games/live/signed_in.py",
        'if not self.has_ended or message["type"] == "websocket.disconnect":',
        "if message:",
        "tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a change that comes while lists are read is forgotten",
        "games/live/signed_in.py",
        "            self.is_outdated = False\n"
        "            if not await self._succeeds(self._send_lists()):\n"
        "                self.is_outdated = True\n",
        "            succeeds = await self._succeeds(self._send_lists())\n"
        "            self.is_outdated = False\n"
        "            if not succeeds:\n"
        "                self.is_outdated = True\n",
        "tests/games/test_sockets.py tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a socket still hears of games that are over",
        "games/live/signed_in.py",
        "            for ended in self.followed - found.running - {self.game_id}:\n"
        "                self.leave(game_group(ended))\n",
        "",
        "tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a table no longer hears of its own game when that is over",
        "games/live/signed_in.py",
        "in self.followed - found.running - {self.game_id}:",
        "in {*self.followed, self.game_id or 0} - found.running:",
        "tests/games/test_sockets.py tests/games/test_opening_sockets.py",
    ),
    Mutant(
        "turns are those of before a new game was followed",
        "games/live/signed_in.py",
        "            if not new:\n                return found\n"
        "            for game_id in new:\n                await self.join(game_group(game_id))\n",
        "            for game_id in new:\n                await self.join(game_group(game_id))\n"
        "            return found\n",
        "tests/games/test_socket_changes.py",
    ),
    Mutant(
        "a player may have one page too many with a socket",
        "games/live/signed_in.py",
        "pages_of(self.user.pk) >= SOCKETS_OF_USER:",
        "pages_of(self.user.pk) > SOCKETS_OF_USER:",
        "tests/games/test_opening_sockets.py",
    ),
    Mutant(
        "a page goes on whose visitor has logged out or is somebody else by now",
        "games/live/signed_in.py",
        'if self.asked.get("viewer", str(self.user.pk)) != str(self.user.pk):',
        "if False:",
        "tests/games/test_ended_sign_ins.py",
    ),
    Mutant(
        "a check of sign-ins closes those that stand",
        "games/live/signed_in.py",
        "if sign_in in ended and consumer in _signed_in:",
        "if ended and consumer in _signed_in:",
        "tests/games/test_ended_sign_ins.py",
    ),
    Mutant(
        "a page of another viewer counts as up to date",
        "games/live/marks.py",
        "user.pk, has_four_colours(user), language, csrf_cookie",
        "has_four_colours(user), language, csrf_cookie",
        "tests/games/test_opening_sockets.py",
    ),
    Mutant(
        "a page with the token of an earlier log-in counts as up to date",
        "games/live/marks.py",
        "user.pk, has_four_colours(user), language, csrf_cookie",
        "user.pk, has_four_colours(user), language",
        "tests/games/test_opening_sockets.py",
    ),
    Mutant(
        "a change is announced before it is committed",
        "games/announcing.py",
        "transaction.on_commit(lambda: groups.send(group, message), robust=True)",
        "groups.send(group, message)",
        "tests/games/test_announcing.py",
    ),
    Mutant(
        "public lists that were read before a change are kept after it",
        "games/live/lobby.py",
        "if changes == self._changes:",
        "if changes <= self._changes:",
        "tests/games/test_lobby.py tests/games/test_showcase.py",
    ),
    Mutant(
        "the showcase shows the game of somebody who is blocked",
        "games/live/lobby.py",
        "if snapshot is None or apart.isdisjoint(seat.user_id for seat in snapshot.seats):",
        "if snapshot is None or apart is None:",
        "tests/games/test_showcase.py tests/community/test_distance.py",
    ),
    Mutant(
        "a group that everybody has left still has members",
        "config/groups.py",
        "        if not members:\n            self._members.pop(group, None)\n",
        "",
        "tests/games/test_pages_in_view.py",
    ),
    Mutant(
        "a socket that could not join is a member",
        "config/groups.py",
        "            self.leave(group, member)\n            raise\n",
        "            raise\n",
        "tests/config/test_groups.py",
        on_redis=True,
    ),
    Mutant(
        "a process hears its own messages once more from the channel layer",
        "config/groups.py",
        'if sent["from"] != self._channel:',
        'if sent["from"] is not None:',
        "tests/config/test_groups.py",
        on_redis=True,
    ),
    Mutant(
        "nothing more is sent to other processes after the first messages",
        "config/groups.py",
        "        self._is_sending = False\n\n    def _deliver",
        "\n    def _deliver",
        "tests/config/test_groups.py",
        on_redis=True,
    ),
    Mutant(
        "a message brings the context of its sender",
        "config/groups.py",
        "groups.send, group, message, context=Context())",
        "groups.send, group, message)",
        "tests/config/test_groups.py",
    ),
    Mutant(
        "a session that has expired opens pages and sockets",
        "accounts/sign_ins.py",
        "if session is None or session.expire_date <= timezone.now():",
        "if session is None:",
        "tests/accounts/test_sign_ins.py",
    ),
    Mutant(
        "a password that was reset leaves sockets open",
        "accounts/sockets.py",
        "(user_logged_out, password_changed, password_set, password_reset)",
        "(user_logged_out, password_changed, password_set)",
        "tests/accounts/test_sockets.py",
    ),
    Mutant(
        "a socket that has closed still counts for its address",
        "config/limits.py",
        "            self._open[address] -= 1\n",
        "            pass\n",
        "tests/config/test_crowds.py",
    ),
    Mutant(
        "the connection that a socket took over waits for the garbage collector",
        "config/connections.py",
        "        self.parser = None  # type: ignore[assignment]\n",
        "",
        "tests/config/test_crowds.py",
    ),
    Mutant(
        "what a page was using when garbage was collected is not looked at again",
        "config/garbage.py",
        "gc.collect(generation)",
        "gc.collect(0)",
        "tests/config/test_garbage.py",
    ),
    Mutant(
        "what was there before a page is looked at after each page",
        "config/garbage.py",
        "if not self._open and not self._ended:\n            gc.freeze()",
        "if not self._open and not self._ended:\n            gc.unfreeze()",
        "tests/config/test_garbage.py",
    ),
)
