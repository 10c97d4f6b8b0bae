"""An amount in words, for tickets."""

from typing import Final

from kiosk.tickets.ticket import MAX_CENTS, Language

# Financial capitals: they cannot be turned into another number with a pen.
_CAPITALS: Final = "零壹贰叁肆伍陆柒捌玖"
_PLACES: Final = ((1000, "仟"), (100, "佰"), (10, "拾"), (1, ""))
WORD_SIGNS: Final = _CAPITALS + "仟佰拾万元角分整"  # every Chinese sign that an amount may need


def amount_in_words(cents: int, language: Language) -> str:
    """The amount in full words, from 1 to 99,999,999 cents. Raises ValueError outside.

    English: `One thousand two hundred forty-five dollars and fifty cents`. Chinese: `壹仟贰佰肆拾伍元伍角整`.
    """
    if type(cents) is not int or not 1 <= cents <= MAX_CENTS:
        raise ValueError(f"amount {cents!r}: expected whole cents from 1 to {MAX_CENTS}")
    dollars, rest = divmod(cents, 100)
    return _english(dollars, rest) if language is Language.ENGLISH else _chinese(dollars, rest)


def _english(dollars: int, cents: int) -> str:
    parts = []
    if dollars:
        parts.append(f"{_english_number(dollars)} {'dollar' if dollars == 1 else 'dollars'}")
    if cents:
        parts.append(f"{_english_number(cents)} {'cent' if cents == 1 else 'cents'}")
    else:
        parts.append("no cents")  # leaves no room to add any
    text = " and ".join(parts)
    return text[0].upper() + text[1:]


def _english_number(value: int) -> str:
    from num2words import num2words  # loaded with the first ticket: a seat is playable before

    # The library words numbers as in Britain; "and" stays free for the cents.
    return str(num2words(value, lang="en")).replace(",", "").replace(" and ", " ")


def _chinese(dollars: int, cents: int) -> str:
    jiao, fen = divmod(cents, 10)
    text = f"{_chinese_number(dollars)}元" if dollars else ""
    if jiao:
        text += _CAPITALS[jiao] + "角"
    elif fen and dollars:
        text += "零"
    return text + (_CAPITALS[fen] + "分" if fen else "整")


def _chinese_number(value: int) -> str:
    high, low = divmod(value, 10_000)
    if not high:
        return _chinese_group(low)
    gap = "零" if 0 < low < 1000 else ""
    return _chinese_group(high) + "万" + gap + (_chinese_group(low) if low else "")


def _chinese_group(value: int) -> str:
    """1 to 9999; one 零 stands for any run of zeros between two figures."""
    text, gap = "", False
    for size, place in _PLACES:
        figure = value // size % 10
        if figure:
            text += ("零" if gap and text else "") + _CAPITALS[figure] + place
        gap = not figure
    return text
