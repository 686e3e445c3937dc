"""The content of a social card and the tags that link to it, from what a stranger may see."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import languages
from games.models import Game, Seat
from games.queries.game_view import GameView
from games.queries.table_summary import describe_rules, find_ruleset_name
from games.rules.core.capabilities.presentation import Tile
from games.views.access import is_public
from games.views.site import sample_table

DRAWING_VERSION = 5  # raise it when the drawing changes, so that cached pictures are replaced
LOCALES = {"en": "en_GB", "hu": "hu_HU", "hr": "hr_HR"}


class SeatTableau(msgspec.Struct, frozen=True):
    """What a seat has built, and its points."""

    name: str
    points: str
    tiles: list[Tile]


class CardPlace(msgspec.Struct, frozen=True):
    """One line of the standings on a card."""

    place: str
    name: str
    points: str


class SocialCard(msgspec.Struct, frozen=True):
    """Everything that is drawn in the picture."""

    site_name: str  # the name of the site
    title: str
    subtitle: str
    tableaus: list[SeatTableau] = []
    places: list[CardPlace] = []

    @property
    def stamp(self) -> str:
        """A hash of the content, which changes with anything in the picture."""
        return blake2b(msgspec.json.encode([DRAWING_VERSION, self]), digest_size=9).hexdigest()


class ShareTags(NamedTuple):
    """The Open Graph tags in the head of a page."""

    title: str
    description: str
    url: str
    image: str
    locale: str


def build_share_tags(
    card: SocialCard, page: str, picture: str, words: dict[str, str], description: str = ""
) -> ShareTags:
    """Build the tags for the page of this route; the stamp in the image URL defeats old caches."""
    language = languages.get_current_language()
    image = reverse(picture, kwargs={**words, "language": language})
    return ShareTags(
        title=card.title,
        description=description or card.subtitle,
        url=settings.BASE_URL + reverse(page, kwargs=words),
        image=f"{settings.BASE_URL}{image}?v={card.stamp}",
        locale=LOCALES.get(language, LOCALES["en"]),
    )


# --- the site


def build_site_card() -> SocialCard:
    return SocialCard(
        _("Citadels by Post"),
        _("Long card games, played by email"),
        _("You get an email when it is your turn, and answer when it suits you."),
        build_decoration(),
    )


def build_site_tags() -> ShareTags:
    about = _("Play long card games with friends over days, right from your inbox.")
    return build_share_tags(build_site_card(), "front_page", "site_picture", {}, about)


def build_decoration() -> list[SeatTableau]:
    return [SeatTableau("", "", sample_table.build_sample_tableau())]


# --- a table


def build_table_card(game: Game, seats: Sequence[Seat], view: GameView | None = None) -> SocialCard | None:
    """Build the card of a table; None if a stranger may not see it."""
    if not is_public(game):
        return None
    if not game.has_begun:
        return SocialCard(
            _("Citadels by Post"), game.name, _describe_free_seats(game, seats), build_decoration()
        )
    found = view or GameView(game, seats, None, languages.get_current_language())
    return SocialCard(_("Citadels by Post"), game.name, _describe_game_state(found), build_tableaus(found))


def build_table_tags(game: Game, seats: Sequence[Seat], view: GameView | None = None) -> ShareTags | None:
    card = build_table_card(game, seats, view)
    return build_share_tags(card, "table", "table_picture", {"key": game.key}) if card else None


def build_invitation_card(ruleset: str) -> SocialCard:
    """Build the card of an invitation link. It names no table: pictures are cached by strangers."""
    text = _("A seat at a table of %(game)s, played by email when it suits you.")
    subtitle = text % {"game": find_ruleset_name(ruleset)}
    return SocialCard(_("Citadels by Post"), _("You are invited"), subtitle, build_decoration())


def build_invitation_tags(game: Game, seats: Sequence[Seat], url: str) -> ShareTags:
    """Build the tags of the page behind an invitation link: whoever has the link may know the table."""
    card, language = build_invitation_card(game.ruleset), languages.get_current_language()
    image = reverse("invitation_picture", kwargs={"ruleset": game.ruleset, "language": language})
    return ShareTags(
        title=_("You are invited: %(table)s") % {"table": game.name},
        description=_describe_free_seats(game, seats),
        url=url,
        image=f"{settings.BASE_URL}{image}?v={card.stamp}",
        locale=LOCALES.get(language, LOCALES["en"]),
    )


def _describe_free_seats(game: Game, seats: Sequence[Seat]) -> str:
    free = game.size - len(seats)
    text = ngettext("%(n)s seat of %(size)s is free", "%(n)s seats of %(size)s are free", free)
    return f"{find_ruleset_name(game.ruleset, game.size)} · {text % {'n': free, 'size': game.size}}"


def _describe_game_state(view: GameView) -> str:
    """Say who has won; before that, which game is played and its state."""
    if view.game.state == Game.State.OVER:
        return " ".join(view.rules.presentation.verdict(view.position, view.language))
    rules = describe_rules(view.game)
    state = view.game.get_state_display()
    return " · ".join(filter(None, [rules.game, rules.summary, state, view.page.get("round", "")]))


def build_tableaus(game_view: GameView) -> list[SeatTableau]:
    """List what each seat has built as a stranger sees it, in the order of the seats.

    Where nobody has anything yet to be seen, the middle of the table stands for all."""
    view = game_view.rules.view(game_view.position, None)
    built = game_view.rules.presentation.tableau(view)
    worth = _compute_worth(game_view, view)
    shared = [] if any(built.values()) else game_view.rules.presentation.shared_tableau(view)
    if shared:
        return [SeatTableau(", ".join(seat.name for seat in game_view.seats), "", shared)]
    return [
        SeatTableau(seat.name, str(worth.get(seat.name, "")), built.get(seat.name, []))
        for seat in game_view.seats
    ]


def _compute_worth(game_view: GameView, view: Mapping[str, object]) -> dict[str, int]:
    """Return the final scores, or the points that everybody can count so far."""
    if game_view.game.state == Game.State.OVER:
        return game_view.rules.sum_points(game_view.position)
    counted = game_view.rules.presentation.figures(view, game_view.language)
    return counted[0].by_seat if counted else {}
