import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.tickets.amount_words import WORD_SIGNS, amount_in_words
from kiosk.tickets.ticket import MAX_CENTS, Language

ENGLISH = {
    1: "One cent",
    2: "Two cents",
    50: "Fifty cents",
    99: "Ninety-nine cents",
    100: "One dollar and no cents",
    101: "One dollar and one cent",
    200: "Two dollars and no cents",
    1_100: "Eleven dollars and no cents",
    10_000: "One hundred dollars and no cents",
    10_100: "One hundred one dollars and no cents",
    11_000: "One hundred ten dollars and no cents",
    100_000: "One thousand dollars and no cents",
    100_100: "One thousand one dollars and no cents",
    124_550: "One thousand two hundred forty-five dollars and fifty cents",
    1_000_000: "Ten thousand dollars and no cents",
    10_000_001: "One hundred thousand dollars and one cent",
    10_101_010: "One hundred one thousand ten dollars and ten cents",
    99_999_999: "Nine hundred ninety-nine thousand nine hundred ninety-nine dollars and ninety-nine cents",
}

CHINESE = {
    1: "壹分",
    10: "壹角整",
    11: "壹角壹分",
    50: "伍角整",
    100: "壹元整",
    101: "壹元零壹分",
    110: "壹元壹角整",
    1_000: "壹拾元整",
    1_100: "壹拾壹元整",
    2_000: "贰拾元整",
    10_100: "壹佰零壹元整",
    11_000: "壹佰壹拾元整",
    100_000: "壹仟元整",
    100_100: "壹仟零壹元整",
    101_000: "壹仟零壹拾元整",
    110_000: "壹仟壹佰元整",
    110_100: "壹仟壹佰零壹元整",
    124_550: "壹仟贰佰肆拾伍元伍角整",
    140_950: "壹仟肆佰零玖元伍角整",
    600_714: "陆仟零柒元壹角肆分",
    32_504: "叁佰贰拾伍元零肆分",
    168_032: "壹仟陆佰捌拾元叁角贰分",
    1_000_000: "壹万元整",
    1_000_100: "壹万零壹元整",
    1_001_000: "壹万零壹拾元整",
    1_010_000: "壹万零壹佰元整",
    1_100_000: "壹万壹仟元整",
    1_640_902: "壹万陆仟肆佰零玖元零贰分",
    10_000_000: "壹拾万元整",
    10_000_500: "壹拾万零伍元整",
    10_500_000: "壹拾万伍仟元整",
    10_700_053: "壹拾万柒仟元伍角叁分",
    11_000_500: "壹拾壹万零伍元整",
    20_030_040: "贰拾万零叁佰元肆角整",
    50_000_000: "伍拾万元整",
    60_600_606: "陆拾万陆仟零陆元零陆分",
    99_999_999: "玖拾玖万玖仟玖佰玖拾玖元玖角玖分",
}

amounts = st.integers(1, MAX_CENTS)


@pytest.mark.parametrize(("cents", "words"), ENGLISH.items())
def test_that_an_amount_reads_right_in_english(cents, words):
    assert amount_in_words(cents, Language.ENGLISH) == words


@pytest.mark.parametrize(("cents", "words"), CHINESE.items())
def test_that_an_amount_reads_right_in_chinese_financial_capitals(cents, words):
    assert amount_in_words(cents, Language.CHINESE) == words


def read_chinese(text: str) -> int:
    """An independent reader of the capitals: the value in cents."""
    total = group = figure = 0
    for sign in text:
        if sign in "零壹贰叁肆伍陆柒捌玖":
            figure = "零壹贰叁肆伍陆柒捌玖".index(sign)
        elif sign in "拾佰仟":
            group += figure * {"拾": 10, "佰": 100, "仟": 1000}[sign]
            figure = 0
        elif sign == "万":
            total += (group + figure) * 10_000 * 100
            group = figure = 0
        elif sign == "元":
            total += (group + figure) * 100
            group = figure = 0
        elif sign == "角":
            total += figure * 10
        elif sign == "分":
            total += figure
    return total


SMALL = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def read_english(text: str) -> int:
    """An independent reader of the English words: the value in cents."""
    small = {word: value for value, word in enumerate(SMALL, start=1)}
    small |= {word: value for value, word in zip(range(20, 100, 10), TENS, strict=True)}
    total = thousands = value = 0
    for word in text.lower().replace("-", " ").split():
        if word in small:
            value += small[word]
        elif word == "hundred":
            value *= 100
        elif word == "thousand":
            thousands, value = value * 1000, 0
        elif word.startswith("dollar"):
            total, thousands, value = (thousands + value) * 100, 0, 0
        elif word.startswith("cent"):
            total += value
        else:
            assert word in {"and", "no"}
    return total


@given(amounts)
def test_that_the_words_say_the_amount_and_nothing_else(cents):
    assert read_english(amount_in_words(cents, Language.ENGLISH)) == cents
    chinese = amount_in_words(cents, Language.CHINESE)
    assert read_chinese(chinese) == cents
    assert "零零" not in chinese
    assert set(chinese) <= set(WORD_SIGNS)
    assert chinese.endswith("分") is (cents % 10 != 0)


@pytest.mark.parametrize("bad", [0, -1, MAX_CENTS + 1, 1.0, True, "5"])
def test_that_an_amount_outside_the_range_is_refused(bad):
    for language in Language:
        with pytest.raises(ValueError, match="expected whole cents from 1 to 99999999"):
            amount_in_words(bad, language)
