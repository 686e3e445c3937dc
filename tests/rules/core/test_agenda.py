"""The agenda: what is done at once, what waits, in which order, and what a refused move leaves behind."""

from collections.abc import Iterator

import msgspec
import pytest

from games.rules.core import agenda
from games.rules.core.agenda import (
    Position,
    Step,
    StepRegistry,
    awaits,
    list_questions,
    play,
    run,
    tell,
    then,
    together,
)
from games.rules.core.errors import IllegalMove, RunawayAgenda
from games.rules.core.notation import Move, Offer
from games.rules.core.rng import Rng


class Diary(Position):
    """A position that only remembers what was done."""

    done: list[str] = []


steps: StepRegistry[Diary] = StepRegistry()


@steps.act("note")
def note(diary: Diary, step: Step) -> None:
    diary.done.append(step.args["text"])
    tell(diary, "noted", text=step.args["text"])


@steps.act("plan")
def plan(diary: Diary, step: Step) -> None:
    """An act that puts others on the agenda."""
    then(diary, *(written(text) for text in step.args["texts"]))


@steps.act("forever")
def forever(diary: Diary, step: Step) -> None:
    then(diary, step)


@steps.ask("say")
def may_say(diary: Diary, step: Step) -> Iterator[Offer]:
    yield Move("say", ("yes",))
    yield Move("say", ("no",))


@may_say.answer
def say(diary: Diary, step: Step, move: Move) -> None:
    diary.done.append(f"{step.seat} says {move.args[0]}")
    if then_note := step.args.get("then"):
        then(diary, written(then_note))


@steps.ask("knock")
def may_knock(diary: Diary, step: Step) -> Iterator[Offer]:
    yield Move("knock")


@may_knock.answer
def knock(diary: Diary, step: Step, move: Move) -> list[Step]:
    """Whoever knocks is asked something else, while the others are still asked to knock."""
    diary.done.append(f"{step.seat} knocks")
    return [asked(step.seat)]


@steps.ask("wave")
def may_wave(diary: Diary, step: Step) -> Iterator[Offer]:
    yield Move("wave")


@may_wave.answer
def wave(diary: Diary, step: Step, move: Move) -> None:
    diary.done.append(f"{step.seat} waves")


@steps.ask("dumb")
def may_be_dumb(diary: Diary, step: Step) -> Iterator[Offer]:
    yield Move("mumble")


@steps.ask("count")
def may_count(diary: Diary, step: Step) -> Iterator[Offer]:
    diary.done.append("listed a thousand offers")
    return (Move("count", (str(number),)) for number in range(1000))


@may_count.for_move
def may_count_this(diary: Diary, step: Step, move: Move) -> Iterator[Offer]:
    return (Move("count", (word,)) for word in move.args if word.isdecimal())


@may_count.answer
def count(diary: Diary, step: Step, move: Move) -> None:
    diary.done.append(f"{step.seat} counts {move.args[0]}")


def written(text: str) -> Step:
    return Step("note", args={"text": text})


def asked(seat: str, **args: str) -> Step:
    return Step("say", seat, args)


YES, NO, KNOCK = Move("say", ("yes",)), Move("say", ("no",)), Move("knock")


@pytest.fixture
def diary() -> Diary:
    return Diary(version=1, rng=Rng("seed"))


def test_steps_are_done_in_the_order_in_which_they_are_named(diary):
    then(diary, written("a"), written("b"), written("c"))
    run(steps, diary)
    assert diary.done == ["a", "b", "c"]


def test_what_is_put_on_later_is_done_first(diary):
    then(diary, written("later"))
    then(diary, written("first"))
    run(steps, diary)
    assert diary.done == ["first", "later"]


def test_what_an_act_puts_on_is_done_before_what_was_waiting(diary):
    then(diary, Step("plan", args={"texts": ["b", "c"]}), written("d"))
    run(steps, diary)
    assert diary.done == ["b", "c", "d"]


def test_acts_run_at_once_and_stop_at_a_question(diary):
    then(diary, written("a"), asked("Ann"), written("b"))
    run(steps, diary)
    assert diary.done == ["a"]
    assert awaits(diary) == ["Ann"]


def test_what_an_answer_puts_on_comes_before_what_was_waiting(diary):
    then(diary, asked("Ann", then="at once"), written("later"))
    play(steps, diary, "Ann", YES)
    assert diary.done == ["Ann says yes", "at once", "later"]
    assert awaits(diary) == []


def test_nobody_is_awaited_on_an_empty_agenda(diary):
    assert awaits(diary) == []
    assert list_questions(diary, "Ann") == []
    assert run(steps, diary) == []


@pytest.mark.parametrize("order", [["Ann", "Bob", "Cleo"], ["Cleo", "Ann", "Bob"], ["Bob", "Cleo", "Ann"]])
def test_seats_asked_together_answer_in_any_order(diary, order):
    then(diary, written("all have spoken"))
    together(diary, asked("Ann"), asked("Bob"), asked("Cleo"))
    for count, seat in enumerate(order):
        assert set(awaits(diary)) == set(order[count:])
        play(steps, diary, seat, YES)
    assert diary.done == [*(f"{seat} says yes" for seat in order), "all have spoken"]


def test_who_has_answered_is_not_asked_again(diary):
    together(diary, asked("Ann"), asked("Bob"))
    play(steps, diary, "Ann", YES)
    with pytest.raises(IllegalMove):
        play(steps, diary, "Ann", YES)
    assert awaits(diary) == ["Bob"]


def test_a_seat_with_two_questions_is_awaited_once_and_may_answer_either(diary):
    together(diary, asked("Ann"), Step("wave", "Ann"))
    assert awaits(diary) == ["Ann"]
    play(steps, diary, "Ann", Move("wave"))
    assert [step.name for step in list_questions(diary, "Ann")] == ["say"]
    play(steps, diary, "Ann", NO)
    assert diary.done == ["Ann waves", "Ann says no"]


def test_two_like_questions_are_answered_one_after_the_other(diary):
    together(diary, asked("Ann"), asked("Ann"))
    play(steps, diary, "Ann", YES)
    assert awaits(diary) == ["Ann"]
    play(steps, diary, "Ann", NO)
    assert diary.done == ["Ann says yes", "Ann says no"]


def test_acts_of_a_group_run_before_its_questions_wait(diary):
    together(diary, asked("Ann"), written("a"), asked("Bob"))
    run(steps, diary)
    assert diary.done == ["a"]
    assert awaits(diary) == ["Ann", "Bob"]


def test_what_an_answer_puts_on_interrupts_the_rest_of_the_group(diary):
    together(diary, asked("Ann", then="aside"), asked("Bob"))
    play(steps, diary, "Ann", YES)
    assert diary.done == ["Ann says yes", "aside"]
    assert awaits(diary) == ["Bob"]


def test_an_empty_group_is_passed_over(diary):
    then(diary, written("a"))
    together(diary)
    run(steps, diary)
    assert diary.done == ["a"]
    assert diary.agenda == []


def test_a_follow_up_question_does_not_shut_out_those_who_are_asked_at_the_same_time(diary):
    then(diary, written("a"))
    together(diary, Step("knock", "Ann"), Step("knock", "Bob"))
    play(steps, diary, "Ann", KNOCK)
    assert sorted(awaits(diary)) == ["Ann", "Bob"]
    play(steps, diary, "Bob", KNOCK)
    play(steps, diary, "Ann", YES)
    assert awaits(diary) == ["Bob"]
    play(steps, diary, "Bob", NO)
    assert diary.done == ["Ann knocks", "Bob knocks", "Ann says yes", "Bob says no", "a"]


def test_a_follow_up_to_the_last_answer_comes_before_what_is_next(diary):
    then(diary, Step("knock", "Ann"), asked("Bob"))
    play(steps, diary, "Ann", KNOCK)
    assert awaits(diary) == ["Ann"]
    play(steps, diary, "Ann", YES)
    assert awaits(diary) == ["Bob"]


@pytest.mark.parametrize(
    ("seat", "move"),
    [
        ("Ann", Move("say", ("maybe",))),
        ("Ann", Move("say")),
        ("Ann", Move("say", ("yes", "yes"))),
        ("Ann", Move("SAY", ("yes",))),
        ("Ann", Move("")),
        ("Bob", YES),
        ("", YES),
        ("nobody\0", YES),
    ],
)
def test_a_refused_move_leaves_the_position_untouched(diary, seat, move):
    then(diary, asked("Ann"), asked("Bob"))
    before = msgspec.json.encode(diary)
    with pytest.raises(IllegalMove):
        play(steps, diary, seat, move)
    assert msgspec.json.encode(diary) == before


def test_a_move_is_looked_for_only_among_the_offers_for_it(diary):
    then(diary, Step("count", "Ann"))
    with pytest.raises(IllegalMove):
        play(steps, diary, "Ann", Move("count", ("sheep",)))
    play(steps, diary, "Ann", Move("count", ("7",)))
    assert diary.done == ["Ann counts 7"]


def test_a_question_that_nothing_answers_is_a_bug_that_shows(diary):
    then(diary, Step("dumb", "Ann"))
    with pytest.raises(NotImplementedError, match="dumb"):
        play(steps, diary, "Ann", Move("mumble"))


def test_rules_that_never_ask_are_stopped_and_named(diary):
    then(diary, asked("Ann"), Step("forever"))
    with pytest.raises(RunawayAgenda, match="forever"):
        play(steps, diary, "Ann", YES)


def test_a_long_chain_of_acts_is_no_runaway(diary):
    many = agenda.MAX_STEPS - 1
    then(diary, *(written(str(number)) for number in range(many)))
    run(steps, diary)
    assert len(diary.done) == many


def test_what_was_told_is_handed_out_in_order_and_not_stored(diary):
    then(diary, asked("Ann"), written("a"), written("b"))
    tell(diary, "before")
    events = play(steps, diary, "Ann", YES)
    assert [event.seen_by(None) for event in events] == [
        {"kind": "before"},
        {"kind": "noted", "text": "a"},
        {"kind": "noted", "text": "b"},
    ]
    assert diary.pending_events == []
    assert b"noted" not in msgspec.json.encode(diary)


def test_every_move_hands_out_only_what_it_brought_about(diary):
    then(diary, asked("Ann", then="a"), asked("Ann", then="b"))
    first, second = play(steps, diary, "Ann", YES), play(steps, diary, "Ann", YES)
    assert [event.open["text"] for event in first] == ["a"]
    assert [event.open["text"] for event in second] == ["b"]


def test_a_secret_is_told_to_its_seat_only(diary):
    tell(diary, "drew", seat="Ann", secret={"Ann": {"cards": ["tavern"]}})
    (event,) = run(steps, diary)
    assert event.seen_by("Ann") == {"kind": "drew", "seat": "Ann", "cards": ["tavern"]}
    assert event.seen_by("Bob") == event.seen_by(None) == {"kind": "drew", "seat": "Ann"}


def test_a_step_can_be_saved_with_what_it_knows(diary):
    then(diary, asked("Ann", then="later"))
    assert msgspec.json.decode(msgspec.json.encode(diary), type=Diary) == diary
