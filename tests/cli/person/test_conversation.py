"""What a person can say in a turn, and what is answered: without bots, processes or a screen."""

import pytest

from arena.cli.person import page
from arena.cli.person.conversation import HELP, Conversation, Resigned
from arena.cli.person.menu import Menu, stem_of
from arena.cli.person.page import WIDTH, fitted, painted
from arena.cli.person.words import board_with_names, tokens_in_words, turn_in_words
from arena.engine import Move, Position, Tokens
from arena.referee import Question
from tests.engine.builders import build, cards_for
from tests.referee.setups import positions

NAMES = ("you", "greedy", "random", "my_bot")
FULL = {"held": "WWWUUUGGGJ"}
RICH = {"held": "UURRGGJJ", "hand": (17,), "purchased": cards_for("R", avoid=(17,))}


def question(position: Position) -> Question:
    seen = position.observe(position.seat)
    return Question(seen, tuple(position.legal_moves()), (), (None,) * position.players, None)


def talk(position: Position) -> Conversation:
    return Conversation(question(position), NAMES[: position.players])


def said(conversation: Conversation, text: str) -> str:
    reply = conversation.reply(text)
    assert isinstance(reply, str)
    return reply


def by_numbers(position: Position) -> list[Move]:
    """Every move that is reached by one number, or by two where there are several ways."""
    reached = []
    for number, choice in enumerate(Menu.of(position.legal_moves()).choices, 1):
        for way in range(1, len(choice.moves) + 1):
            conversation = talk(position)
            reply = conversation.reply(str(number))
            if isinstance(reply, str):
                assert f"\n{'1':>4}  " in reply
                reply = conversation.reply(str(way))
            assert isinstance(reply, Move)
            reached.append(reply)
    return reached


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_can_be_picked_and_typed(seed: int) -> None:
    for position in some_positions(seed):
        legal = position.legal_moves()
        assert sorted(by_numbers(position), key=str) == sorted(legal, key=str)
        assert [talk(position).reply(str(move)) for move in legal] == legal


def some_positions(seed: int) -> list[Position]:
    """Some positions of a game, early and late ones."""
    game = [position.copy() for position in positions(2 + seed % 3, seed)]
    return game[::9]


@pytest.mark.parametrize("seed", range(4))
def test_no_answer_is_wider_than_a_screen(seed: int) -> None:
    for position in some_positions(seed):
        conversation = talk(position)
        answers = [conversation.opening, HELP]
        answers += [said(talk(position), word) for word in ("list", "list buy", "b", "t", "r", "")]
        for number in range(1, len(Menu.of(position.legal_moves()).choices) + 1):
            reply = talk(position).reply(str(number))
            answers += [reply] if isinstance(reply, str) else []
        lines = [line for answer in answers for line in fitted(answer).split("\n")]
        assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


def test_the_help_needs_no_breaking() -> None:
    assert fitted(HELP) == HELP


def test_on_a_narrow_terminal_no_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "screen_width", lambda: 20)
    shown = fitted(HELP)
    assert shown.split() == HELP.split()
    assert max(map(len, shown.split("\n"))) <= 20


def test_a_menu_begins_with_the_kinds_and_lists_on_demand() -> None:
    conversation = talk(build([RICH, {}]))
    last = conversation.opening.splitlines()[-1]
    assert last == "buy 1-6, take 7-18, reserve 19-33; `list` shows all moves, `help` explains"
    purchases, takes, reserves = (said(conversation, word) for word in ("buy", "take", "reserve"))
    assert "   1  buy:43=RRJJ       43+W2 5R\n   2  buy:17...         17+G 3R, 3 ways to pay\n" in purchases
    assert "   7  take:WUG...       a white, a blue and a green, 5 ways to return 1\n" in takes
    assert "  31  reserve:deck1     the unseen top card of level 1\n" in reserves
    assert said(conversation, "list") == said(conversation, "l") == "\n".join([purchases, takes, reserves])
    for same in ("b", "list buy", "LIST  Buy", "l b"):
        assert said(conversation, same) == purchases


def test_a_kind_of_which_there_is_nothing_is_said_to_be_empty() -> None:
    assert said(talk(build()), "buy") == "there is nothing to buy at present"


def test_several_ways_are_picked_by_number_letters_or_notation() -> None:
    for text in ("2", "RJ", "rj", "buy:17=RJ"):
        conversation = talk(build([RICH, {}]))
        ways = said(conversation, "2")
        assert ways == "buy:17 (17+G 3R): which way to pay? `back` leaves it\n   1  RR    2  RJ    3  JJ"
        assert conversation.prompt == "which way> "
        assert conversation.reply(text) == Move.parse("buy:17=RJ")


def test_a_choice_that_is_open_can_be_left_or_seen_again() -> None:
    conversation = talk(build([RICH, {}]))
    ways = said(conversation, "buy:17")
    assert said(conversation, "") == said(conversation, "list") == ways
    for wrong in ("4", "0", "RRR", "nonsense"):
        assert said(conversation, wrong).startswith(
            f"'{wrong}' is none of the ways of buy:17, expected 1 to 3"
        )
    assert said(conversation, "back").startswith("buy 1-6")
    assert conversation.prompt == "your move> "
    assert conversation.reply("1") == Move.parse("buy:43=RRJJ")


def test_the_tokens_to_return_are_asked_for() -> None:
    conversation = talk(build([FULL, {}]))
    reply = said(conversation, "take:WUG")
    assert reply.startswith("take:WUG: returns 0 tokens, but 3 must be returned: 13 would be held")
    assert "which way to return 3?" in reply
    assert conversation.reply("WUG") == Move.parse("take:WUG>WUG")


def test_a_choice_of_noble_is_asked_for() -> None:
    chooser = {"purchased": cards_for("UUUGGGRRRKKK")}
    conversation = talk(build([chooser, {}], nobles=(2, 4)))
    reply = said(conversation, "take:WUG")
    assert reply.startswith("take:WUG: must choose one of the nobles 2 and 4 that would visit\n")
    assert "which way to choose a noble?" in reply
    assert reply.endswith("\n   1  @2    2  @4")
    assert conversation.reply("2") == Move.parse("take:WUG@4")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("take:WW", "take:WW: needs four white in the bank, it has 3"),
        ("take:WU", "take:WU: takes 2, but the bank has enough different gems to take 3"),
        ("take:WUG>W", "take:WUG>W: returns 1 tokens, but 0 must be returned: "),
        ("buy:90=", "buy:90=: card 90 is neither in the market nor in the own hand"),
        ("buy:2=", "buy:2=: pays 0 tokens, but card 2 costs UGRK after bonuses, 4 in all"),
        ("reserve:90", "reserve:90: card 90 is not in the market"),
        ("pass", "pass: a pass is not allowed while a take is possible"),
        ("take:GUW", "'take:GUW' is not canonical: expected 'take:WUG'"),
        ("take:WX", "'take:WX' is not a move: tokens 'WX': expected letters out of WUGRKJ"),
        ("castle", "'castle' is not a move: expected take:, reserve:, buy: or pass"),
        ("buy:17", "'buy:17' is not"),
        ("0", "there is no move '0', expected 1 to"),
        ("99", "there is no move '99', expected 1 to"),
        ("9" * 5000, "there is no move '999"),
        ("²", "there is no move '²'"),
    ],
)
def test_what_cannot_be_played_is_explained_and_asked_again(text: str, rule: str) -> None:
    conversation = talk(build([{}, {"held": "W"}]))
    assert said(conversation, text).startswith(rule)
    assert isinstance(conversation.reply("1"), Move)


def test_a_pass_is_on_the_menu_when_nothing_else_is_legal() -> None:
    stuck = build([{"hand": (1, 2, 3)}, {}], bank="J", market=[[0] * 4] * 3)
    conversation = talk(stuck)
    assert conversation.opening.splitlines()[-1].startswith("pass 1;")
    assert said(conversation, "list") == "   1  pass              nothing else is legal"
    assert conversation.reply("pass") == conversation.reply("1") == Move.parse("pass")


@pytest.mark.parametrize("text", ["resign", "quit", " QUIT ", "exit"])
def test_giving_up_is_a_word(text: str) -> None:
    with pytest.raises(Resigned):
        talk(build()).reply(text)


def test_the_board_has_the_names_and_is_shown_again() -> None:
    conversation = talk(build([{}, {"unseen": (55,)}]))
    shown = said(conversation, "board")
    assert conversation.opening.startswith(f"{shown}\n\n")
    assert ">seat 0  you: 0 prestige, 0 cards\n" in shown
    assert "\n seat 1  greedy: 0 prestige, 0 cards\n" in shown
    assert shown.endswith("hand     unseen card of level 2")


def test_the_own_unseen_cards_are_seen_and_fit_on_the_screen() -> None:
    seen = build([{"unseen": (55, 83, 90)}, {}]).observe(0)
    hand = fitted(board_with_names(seen, NAMES[:2])).partition("hand     ")[2].partition("\n seat")[0]
    assert " ".join(hand.split()).count("(unseen by others)") == 3


def test_whatever_is_said_is_the_same_in_positions_that_the_person_cannot_tell_apart() -> None:
    texts = ("list", "board", "take:WW", "buy:90=", "reserve:90", "buy:55=", "pass", "1")
    one, other = (talk(build([{}, {"unseen": (card,)}])) for card in (55, 56))
    assert [one.reply(text) for text in texts] == [other.reply(text) for text in texts]


@pytest.mark.parametrize(
    ("who", "notation", "noble", "words"),
    [
        ("you", "take:WUG", 0, "you take a white, a blue and a green (take:WUG)"),
        ("greedy", "take:KK>WJ", 0, "greedy takes two black and returns a white and a gold (take:KK>WJ)"),
        ("greedy", "reserve:deck2", 0, "greedy reserves the unseen top card of level 2 (reserve:deck2)"),
        ("you", "reserve:17@4", 4, "you reserve card 17+G 3R (reserve:17@4); noble 4 visits; 9 prestige now"),
        ("greedy", "buy:17=", 0, "greedy buys card 17+G 3R for nothing (buy:17=)"),
        ("you", "buy:72=KJ", 0, "you buy card 72+W4 7K for a black and a gold (buy:72=KJ); 9 prestige now"),
        ("you", "pass", 0, "you pass (pass)"),
        ("greedy", "pass", 0, "greedy passes (pass)"),
    ],
)
def test_a_turn_is_told_in_words_and_in_notation(who: str, notation: str, noble: int, words: str) -> None:
    assert turn_in_words(who, Move.parse(notation), noble, 9) == words


def test_tokens_in_words() -> None:
    assert tokens_in_words(Tokens()) == "nothing"
    assert tokens_in_words(Tokens(7, 0, 0, 1, 0, 2)) == "seven white, a red and two gold"


def test_gems_have_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert painted("17+G 3R") == "17+G 3R"
    with monkeypatch.context() as patched:
        patched.setattr("sys.stdout.isatty", lambda: True)
        assert painted("17+G 3R") == "17+\x1b[32mG\x1b[0m 3\x1b[31mR\x1b[0m"
        assert painted("Greedy WUx R-1 RESIGNED") == "Greedy WUx R-1 RESIGNED"
        patched.setenv("NO_COLOR", "1")
        assert painted("17+G 3R") == "17+G 3R"


def test_a_stem_is_what_a_move_does() -> None:
    moves = ("take:WUG>K@4", "reserve:deck1>J", "buy:17=", "pass@3")
    assert [stem_of(Move.parse(move)) for move in moves] == ["take:WUG", "reserve:deck1", "buy:17", "pass"]
