"""Why a round is Void, in the player's language."""

import pytest

from kiosk.book.desk_acts import INTERRUPTED
from kiosk.ui.kit.reasons import void_reasons, void_words
from kiosk.ui.kit.texts import Language, Texts

RULES = {
    INTERRUPTED: ("interruption", "技术中断"),
    "fewer than three tumbles": ("three tumbles", "不足三次"),
    "die not flat": ("flat", "未平放"),
    "tumbler started before no more bets": ("“No more bets”", "停止下注"),
    "damaged dice": ("Damaged dice", "骰子损坏"),
    "tumbler started again": ("started again", "再次启动"),
    "tumbler ran unseen": ("ran unseen", "未被看到"),
}


@pytest.mark.rule("sicbo:3.5", "sicbo:3.6", "sicbo:3.7")
@pytest.mark.parametrize("reason", RULES)
def test_that_every_reason_of_the_rules_has_words_in_both_languages(reason):
    english, chinese = RULES[reason]
    assert english in void_words(reason, Texts(Language.EN))
    assert chinese in void_words(reason, Texts(Language.ZH))


def test_that_no_other_reason_has_words():
    assert void_reasons("sicbo").keys() == RULES.keys()


def test_that_a_reason_in_free_words_is_shown_as_it_was_written():
    assert void_words("a glass fell on the tumbler", Texts(Language.ZH)) == "a glass fell on the tumbler"


@pytest.mark.rule("sicbo:5.9")
@pytest.mark.parametrize(("language", "said"), [(Language.EN, "flat"), (Language.ZH, "未平放")])
def test_that_the_ribbon_tells_the_reason(make_studio, seat, language, said):
    seat.open()
    seat.place({"big": 2_500})
    seat.register()
    seat.close()
    seat.tumble()
    seat.void("die not flat")
    assert said in make_studio(seat, language).window.parts.ribbon.face.detail
