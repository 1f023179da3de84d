"""Warnings, suspensions and bans, and the one reply to each."""

from __future__ import annotations

import datetime as dt
import logging
from contextlib import suppress

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import set_active
from community.models import Entry, Sanction
from community.services.calling import call_staff
from community.services.log import write_entry
from community.services.refusals import SanctionRefused, check_is_another
from community.services.reporting import close_reports, lock_people
from games.selectors import find_company_in_games
from games.services import leave_all_games
from notices import outbox

logger = logging.getLogger(__name__)

DECISION, ACCOUNT = "sanction", "account"
"""What a notice is about: the decision or its answer, and whether the account is open."""


def impose(
    person: User,
    *,
    kind: str,
    reason: str,
    until: dt.datetime | None = None,
    newest_report: int = 0,
    staff: User,
) -> Sanction:
    """Warn, suspend or ban a person, and close the reports about them up to that one.

    A closed account loses its sessions and sockets at once, and its games by the rule for players
    who quit. Raises `SanctionRefused` for members of the staff, and `OwnAccount`.
    """
    now = timezone.now()
    with transaction.atomic():
        person = lock_people(person)
        check_is_another(person, staff=staff)
        if person.is_staff:
            raise SanctionRefused
        sanction = Sanction.objects.create(
            person=person, kind=kind, reason=reason, until=until, staff=staff, created_at=now
        )
        ends = until.isoformat() if until else None
        write_entry(kind, person=person, staff=staff, sanction=sanction, now=now, until=ends)
        close_reports(person, newest=newest_report, staff=staff, now=now)
        if sanction.closes_account:
            set_active(person, active=False)
            _tell(sanction, now=now, about=ACCOUNT, closes=True, until=ends)
        else:
            _tell(sanction, now=now)
    if sanction.closes_account:
        take_out_of_games(person)
    return sanction


def take_out_of_games(person: User) -> None:
    """Leave the games of somebody whose account is closed, and tell the others why.

    Each game is left and told of in one transaction, so that an interruption keeps nothing from
    the others. A game that cannot be played now is left by `take_out_the_banned` when it can.
    """
    drafts: dict[int, list[outbox.Draft]] = {}
    for game, user_id in find_company_in_games(person):
        draft = outbox.Draft(
            user_id=user_id,
            kind=outbox.Kind.REMOVED,
            game=game.public_id,
            version=game.version,
            path=game.get_absolute_url(),
            facts={"title": game.title},
            is_urgent=game.is_live,
        )
        drafts.setdefault(game.pk, []).append(draft)

    def tell(game_id: int) -> None:
        told = drafts.get(game_id, [])
        # Whoever has left the site meanwhile is not told, and nobody leaves before this is stored.
        ids = {draft.user_id for draft in told}
        users = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
        here = set(users.values_list("pk", flat=True))
        outbox.write([draft for draft in told if draft.user_id in here], now=timezone.now())

    leave_all_games(person, tell=tell)


def take_out_the_banned() -> None:
    """Leave the games that are left over of people whose account is closed.

    The site went down meanwhile, or a game could not be played then.
    """
    closing = Sanction.objects.filter(ended_at=None).exclude(kind=Sanction.Kind.WARNING)
    left_over = User.objects.filter(
        is_active=False,
        sanctions__in=closing,
        seats__finished_at=None,
        seats__isnull=False,
        seats__stand_in="",
    )
    for person in left_over.distinct():
        try:
            take_out_of_games(person)
        except Exception as error:  # noqa: BLE001
            # One person must not stop the decisions about the others. The error's own words stay
            # out of the log: they may name cards.
            kind = type(error).__name__
            logger.error("player %d was not taken out of all games: %s", person.pk, kind)


def lift(sanction: Sanction, *, staff: User) -> None:
    """End a suspension or a ban early. Raises `SanctionRefused` if it is over, `OwnAccount`."""
    with transaction.atomic():
        _end(sanction.pk, act=Entry.Act.LIFTED, staff=staff)


def end_suspensions(*, now: dt.datetime) -> None:
    """Open the accounts again whose suspensions are over."""
    over = Sanction.objects.filter(ended_at=None, until__lte=now).order_by("pk")
    for number in list(over.values_list("pk", flat=True)):
        # The account may just have been deleted.
        with suppress(User.DoesNotExist), transaction.atomic():
            _end(number, act=Entry.Act.RAN_OUT, staff=None)


def _end(number: int, *, act: str, staff: User | None) -> None:
    now = timezone.now()
    # First the person, as whoever decides about them does.
    decided = Sanction.objects.filter(pk=number).values("person")
    person = User.objects.select_for_update(no_key=True).get(pk__in=decided)
    sanction = Sanction.objects.select_for_update().get(pk=number)
    if staff is not None:
        check_is_another(person, staff=staff)
    if not sanction.is_in_force:
        if staff is None:
            return
        raise SanctionRefused
    sanction.ended_at = now
    sanction.save(update_fields=["ended_at"])
    write_entry(act, person=person, staff=staff, sanction=sanction, now=now)
    closing = f"{ACCOUNT}-{sanction.pk}"
    outbox.withdraw_kind(person.pk, kind=outbox.Kind.SANCTION, game=closing, now=now)
    others = Sanction.objects.filter(person=person, ended_at=None)
    if not others.exclude(kind=Sanction.Kind.WARNING).exists():
        set_active(person, active=True)
        _tell(sanction, now=now, about=ACCOUNT, version=1, opens=True)


def reply(number: int, *, person: User, text: str) -> None:
    """Store the person's one reply to a sanction. Raises `SanctionRefused` after the first."""
    now, unanswered = timezone.now(), Sanction.objects.filter(person=person, replied_at=None)
    with transaction.atomic():
        if not unanswered.filter(pk=number).update(reply=text, replied_at=now):
            raise SanctionRefused
        call_staff(f"reply-{number}", person=person, now=now, reply=True)


def answer_reply(sanction: Sanction, *, staff: User, text: str) -> None:
    """Store the staff's one answer to a reply.

    Raises `SanctionRefused` if there is an answer or no reply, and `OwnAccount`.
    """
    now = timezone.now()
    with transaction.atomic():
        check_is_another(sanction.person, staff=staff)
        open_ones = Sanction.objects.filter(
            pk=sanction.pk, replied_at__isnull=False, answered_at=None
        )
        if not open_ones.update(answer=text, answered_at=now):
            raise SanctionRefused
        write_entry(
            Entry.Act.ANSWERED, person=sanction.person, staff=staff, sanction=sanction, now=now
        )
        _tell(sanction, now=now, version=1, answer=True)


def see_sanctions(person: User) -> None:
    """Note that a person has read what the staff has decided and answered."""
    outbox.see_kind(person.pk, kind=outbox.Kind.SANCTION, now=timezone.now())


def _tell(
    sanction: Sanction,
    *,
    now: dt.datetime,
    about: str = DECISION,
    version: int = 0,
    **facts: str | bool | None,
) -> None:
    draft = outbox.Draft(
        user_id=sanction.person_id,
        kind=outbox.Kind.SANCTION,
        game=f"{about}-{sanction.pk}",
        version=version,
        path=reverse("own_sanctions"),
        facts=facts,
    )
    outbox.write([draft], now=now)
