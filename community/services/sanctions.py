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
from community.selectors import find_closing
from community.services.calling import call_staff, dismiss_staff, lock_staff
from community.services.log import write_entry
from community.services.refusals import SanctionRefused, check_is_another
from community.services.reporting import close_reports, lock_people
from games.selectors import find_company_in_games
from games.services import leave_all_games
from notices import outbox

logger = logging.getLogger(__name__)


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
            _tell_of_account(sanction, now=now)
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
    before = find_closing(person)
    sanction.ended_at = now
    sanction.save(update_fields=["ended_at"])
    write_entry(act, person=person, staff=staff, sanction=sanction, now=now)
    after = find_closing(person)
    if after is None:
        set_active(person, active=True)
    if after is None or before is None or after.until != before.until:
        _tell_of_account(sanction, now=now)


def reply(number: int, *, person: User, text: str) -> None:
    """Store the person's one reply to a sanction.

    Raises `SanctionRefused` after the first, and if the account has just been deleted.
    """
    now, unanswered = timezone.now(), Sanction.objects.filter(person=person, replied_at=None)
    with transaction.atomic():
        try:
            staff = lock_staff(person)
        except User.DoesNotExist:
            raise SanctionRefused from None
        if not unanswered.filter(pk=number).update(reply=text, replied_at=now):
            raise SanctionRefused
        call_staff(staff, about=f"reply-{number}", now=now, reply=True)


def answer_reply(sanction: Sanction, *, staff: User, text: str) -> None:
    """Store the staff's one answer to a reply.

    Raises `SanctionRefused` if there is an answer or no reply, and `OwnAccount`.
    """
    now = timezone.now()
    with transaction.atomic():
        check_is_another(lock_people(sanction.person), staff=staff)
        open_ones = Sanction.objects.filter(
            pk=sanction.pk, replied_at__isnull=False, answered_at=None
        )
        if not open_ones.update(answer=text, answered_at=now):
            raise SanctionRefused
        write_entry(
            Entry.Act.ANSWERED, person=sanction.person, staff=staff, sanction=sanction, now=now
        )
        _tell(sanction, now=now, version=1, answer=True)
        dismiss_staff(now=now)


def see_sanctions(person: User) -> None:
    """Note that a person has read what the staff has decided and answered."""
    for kind in (outbox.Kind.SANCTION, outbox.Kind.ACCOUNT):
        outbox.see_kind(person.pk, kind=kind, now=timezone.now())


def _tell_of_account(sanction: Sanction, *, now: dt.datetime) -> None:
    """Tell a person, after a decision or its end, whether the account is open, or when it will be.

    What was told before is void: it must not arrive after this.
    """
    user_id, closing = sanction.person_id, find_closing(sanction.person)
    until = closing.until if closing is not None else None
    outbox.withdraw_kind(user_id, kind=outbox.Kind.ACCOUNT, now=now)
    draft = outbox.Draft(
        user_id=user_id,
        kind=outbox.Kind.ACCOUNT,
        game=f"account-{sanction.pk}",
        version=int(sanction.ended_at is not None),
        path=reverse("own_sanctions"),
        facts={"is_open": closing is None, "until": until.isoformat() if until else None},
        expires_at=until,
    )
    outbox.write([draft], now=now)


def _tell(sanction: Sanction, *, now: dt.datetime, version: int = 0, **facts: bool) -> None:
    draft = outbox.Draft(
        user_id=sanction.person_id,
        kind=outbox.Kind.SANCTION,
        game=f"sanction-{sanction.pk}",
        version=version,
        path=reverse("own_sanctions"),
        facts=facts,
    )
    outbox.write([draft], now=now)
