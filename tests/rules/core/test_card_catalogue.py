"""Looking for cards: words and traits, in one and the same edition."""

from games.rules.core.card_catalogue import CardFace, CatalogueCard, find_cards


def face(edition: str, cost: int, text: str) -> CardFace:
    return CardFace(
        edition, "Mill", effect=text, traits={"edition": edition, "cost": str(cost)}, search_text=text
    )


MILL = CatalogueCard("mill", "Houses", (face("new", 3, "grinds corn"), face("old", 2, "grinds nothing")))


def found_on(text: str = "", **chosen: str) -> list[str]:
    return [found.face.edition for found in find_cards([MILL], text, chosen)]


def test_all_words_and_traits_are_found_in_one_edition():
    assert found_on() == found_on("CORN, grínds", cost="3") == ["new"]
    assert found_on("grinds", cost="2") == found_on(edition="old") == ["old"]
    assert found_on("corn", edition="old") == found_on("corn", cost="2") == []


def test_a_trait_that_a_card_has_not_does_not_fit():
    assert found_on(rank="1") == []


def test_a_card_says_whether_its_editions_differ():
    assert not MILL.has_same_effect
    assert CatalogueCard("mill", "Houses", MILL.faces[:1]).has_same_effect
