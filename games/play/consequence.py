"""What happens to whoever does not answer, in words: the same in letters, behind links and at the table."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.patience import Misses, Patience, has_enough, missed
from games.models import Game, Seat
from games.play import clocks, faces, times


def sentence(game: Game, seat: Seat) -> str:
    """All of it for the open decision of this seat, in its reader's zone; nothing, if there is no clock."""
    if not seat.is_awaited or seat.bot:
        return ""
    if seat.stopped_at is not None:
        return _stands_still(game, seat)
    if seat.final_at is None:
        return ""
    own = faces.own(game, seat, times.now())
    words = {"when": _when(seat.final_at), "what": own.answer}
    end = _("If you have not answered by %(when)s, %(what)s.") % words
    return " ".join(filter(None, [own.bank, end, count(game, seat)]))


def moved(game: Game, seat: Seat) -> str:
    """Why the deadline of the open decision is where it is; nothing, if only the pace has set it."""
    if seat.deadline is None or seat.bot:
        return ""
    return " ".join(faces.own(game, seat, times.now()).moved)


def _stands_still(game: Game, seat: Seat) -> str:
    since = seat.user.unreachable_since if seat.user else None
    if since is None or game.state != Game.State.RUNNING:
        return _("The clock stands still until the game goes on.")
    words = _(
        "The clock stands still, because letters do not reach you. If they still do not on %(when)s, "
        "a bot plays for you until you are back."
    )
    return words % {"when": _when(seat.alarm_at or times.now())}


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "WEEKDAY_DATETIME")


# --- what a miss means


def count(game: Game, seat: Seat) -> str:
    """What one more miss would mean."""
    patience, so_far = game.patience, clocks.misses_of(seat)
    after = missed(so_far, patience)
    if after.excused > so_far.excused:
        return excuses(patience.excused - so_far.excused)
    return takes_over(patience) if has_enough(after, patience) else before_a_bot(after, patience)


def after_a_miss(game: Game, seat: Seat, *, is_excused: bool) -> str:
    """What a miss that has happened means."""
    patience = game.patience
    if seat.is_absent:
        if not patience.stand_ins:
            return _("A bot plays for you now, until you are back.")
        return _("A bot plays for you now, until you are back. Somebody else may take your seat meanwhile.")
    if not is_excused:
        return before_a_bot(clocks.misses_of(seat), patience)
    left = patience.excused - seat.excused
    if left <= 0:
        return _("It is excused. The next one counts.")
    return " ".join([_("It is excused."), excuses(left)])


def excuses(left: int) -> str:
    """So many misses are still excused."""
    words = ngettext("You have one excused miss left.", "You have %(n)d excused misses left.", left)
    return words % {"n": left}


def takes_over(patience: Patience) -> str:
    if patience.stand_ins:
        return _("Then a bot plays for you until you are back, and somebody else may take your seat.")
    return _("Then a bot plays for you until you are back.")


def before_a_bot(misses: Misses, patience: Patience) -> str:
    """How far off it is that a bot takes over, for somebody with so many misses."""
    left = min(patience.in_a_row - misses.in_a_row, patience.in_total - misses.counted)
    words = ngettext(
        "It counts as missed: after one more a bot plays for you.",
        "It counts as missed: after %(n)d more a bot plays for you.",
        left,
    )
    return words % {"n": left}
