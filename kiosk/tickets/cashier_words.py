"""What a cashier reads, in English and Chinese. Amounts and times are put in as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.tickets.registry import Refusal
from kiosk.tickets.scan import Bad
from kiosk.tickets.ticket import Language

_EN: Final[Mapping[str, str]] = {
    "ticket": "Ticket {shown}",
    "amount": "  {amount}  {words}",
    "from": "  no. {sequence:06d}, printed {at} at seat {seat} of table {table}",
    "state.pending": "  NOT PAYABLE: the seat has not said that it came out",
    "state.issued": "  OPEN, pays until {expires}",
    "state.expired": "  EXPIRED on {expires}: does not pay",
    "state.reserved": "  IN A SEAT'S ACCEPTOR: {by}, since {when}",
    "state.redeemed": "  REDEEMED at seat {by} on {when}",
    "state.paid": "  PAID at desk {by} on {when}",
    "state.void": "  NEVER CAME OUT: its money is on the seat's meter",
    "state.voided": "  VOIDED at desk {by} on {when}: {why}",
    "unknown": "No ticket of this house has the number {shown}.",
    "paid": "PAID {amount} on ticket {shown}. Hand out the money and keep the ticket.",
    "voided": "VOIDED ticket {shown} over {amount}: {why}",
    "not-paid": "Not paid. {why}",
    "not-voided": "Not voided. {why}",
    "unsure": "NOT KNOWN whether it was done: the registry does not answer. Hand out nothing. Look the ticket up "
    "when it answers: it is paid by you only if it says {by}.",
    "away": "The registry does not answer: {why}",
    "certificate": "Call a technician: {what}.",
    "ask": "[p]ay  [v]oid  [l]eave? ",
    "ask-reason": "Reason of the void: ",
    "ask-sure": "Void {amount} for good? Type yes: ",
    "ask-name": "Your name: ",
    "ask-number": "Scan a ticket, or type its number (empty line ends): ",
    "left": "Left as it is.",
    "reader-gone": "The barcode reader does not answer ({why}): type the number.",
    "reader-back": "The barcode reader is back.",
    "typed": "Typed: compare the number with the paper.",
    "none-open": "No open tickets.",
    "none-expired": "No expired tickets.",
    "sum": "{count} tickets, {amount}",
    "no-actions": "Nothing was done on this day.",
    "clock-shows": "The clock shows {shows}; the newest time seen is {newest}.",
    "clock-behind": "The clock stands before that: set it right, or say that it is right with --right --reason TEXT.",
    "clock-said": "  {at}  {who} said that it is right, and that {was} was not: {why}",
    "clock-set": "Noted. Expiry is judged by the clock again; tickets that it calls open will pay.",
    "clock-house": "The ticket registry goes by its hosts' clocks: set them. Right ones: kiosk host --clock-right.",
}
_ZH: Final[Mapping[str, str]] = {
    "ticket": "票券 {shown}",
    "amount": "  {amount}  {words}",
    "from": "  序号 {sequence:06d}，{at} 于 {table} 号桌 {seat} 号位打印",
    "state.pending": "  不可兑付：座位尚未确认已出票",
    "state.issued": "  有效，{expires} 前可兑付",
    "state.expired": "  已于 {expires} 过期：不可兑付",
    "state.reserved": "  正在座位 {by} 的入钞机中，自 {when}",
    "state.redeemed": "  已于 {when} 在座位 {by} 兑入",
    "state.paid": "  已于 {when} 在柜台 {by} 兑付",
    "state.void": "  从未出票：金额仍在座位的余额中",
    "state.voided": "  已于 {when} 在柜台 {by} 作废：{why}",
    "unknown": "本场没有号码为 {shown} 的票券。",
    "paid": "已兑付 {amount}，票券 {shown}。请付款并收回票券。",
    "voided": "已作废票券 {shown}，金额 {amount}：{why}",
    "not-paid": "未兑付。{why}",
    "not-voided": "未作废。{why}",
    "unsure": "无法确定是否完成：票券登记处无应答。请勿付款。恢复后请查询该票券：仅当显示 {by} 时才是由您兑付。",
    "away": "票券登记处无应答：{why}",
    "certificate": "请联系技术员：{what}。",
    "ask": "[p] 兑付  [v] 作废  [l] 保留？",
    "ask-reason": "作废原因：",
    "ask-sure": "永久作废 {amount}？请输入 yes：",
    "ask-name": "您的姓名：",
    "ask-number": "请扫描票券或输入号码（空行结束）：",
    "left": "未作更改。",
    "reader-gone": "条码阅读器无应答（{why}）：请手动输入号码。",
    "reader-back": "条码阅读器已恢复。",
    "typed": "手动输入：请与纸面号码核对。",
    "none-open": "没有未兑付的票券。",
    "none-expired": "没有过期的票券。",
    "sum": "票券 {count} 张，{amount}",
    "no-actions": "当日没有操作。",
    "clock-shows": "时钟显示 {shows}；已记录的最新时间为 {newest}。",
    "clock-behind": "时钟早于该时间：请校正时钟，或用 --right --reason 说明时钟正确。",
    "clock-said": "  {at}  {who} 确认时钟正确，{was} 有误：{why}",
    "clock-set": "已记录。有效期重新按时钟判断；时钟判为有效的票券可以兑付。",
    "clock-house": "票券登记处以主机的时钟为准：请校正主机时钟。若时钟无误：kiosk host --clock-right。",
}
_REFUSED_EN: Final[Mapping[Refusal, str]] = {
    Refusal.UNKNOWN: "No ticket of this house has this number.",
    Refusal.NOT_PRESENTED: "The seat has not said that it came out: ask an attendant of the seat.",
    Refusal.ALREADY_PRESENTED: "It came out already.",
    Refusal.RESERVED: "It is in a seat's acceptor just now: wait, or look at that seat.",
    Refusal.NOT_RESERVED: "Nobody holds it.",
    Refusal.REDEEMED: "It has paid already.",
    Refusal.VOID: "It is void.",
    Refusal.EXPIRED: "It has expired.",
    Refusal.NUMBER_TAKEN: "This number names another ticket.",
    Refusal.NOT_PERMITTED: "This desk may not do that.",
    Refusal.WRONG_CLOCK: "It has expired by the newest time that was seen, and the clock stands before that. "
    "Set the clock; if it is right, say so with: kiosk tickets clock --right.",
    Refusal.OVER_LIMIT: "It is above what the house lets a ticket be worth.",
    Refusal.LIFE_TOO_LONG: "It would pay longer than the house allows.",
    Refusal.OUT_OF_SEQUENCE: "Its sequence number is not its seat's next one.",
    Refusal.NOT_COVERED: "Its seat's books do not cover it.",
}
_REFUSED_ZH: Final[Mapping[Refusal, str]] = {
    Refusal.UNKNOWN: "本场没有此号码的票券。",
    Refusal.NOT_PRESENTED: "座位尚未确认已出票：请询问该座位的服务员。",
    Refusal.ALREADY_PRESENTED: "已经出票。",
    Refusal.RESERVED: "正在某座位的入钞机中：请稍候，或查看该座位。",
    Refusal.NOT_RESERVED: "没有被任何一方持有。",
    Refusal.REDEEMED: "已经兑付。",
    Refusal.VOID: "已作废。",
    Refusal.EXPIRED: "已过期。",
    Refusal.NUMBER_TAKEN: "此号码属于另一张票券。",
    Refusal.NOT_PERMITTED: "此柜台无权执行该操作。",
    Refusal.WRONG_CLOCK: "按已记录的最新时间该票券已过期，而时钟早于该时间。"
    "请校正时钟；若时钟正确，请运行 kiosk tickets clock --right。",
    Refusal.OVER_LIMIT: "超过本场单张票券上限。",
    Refusal.LIFE_TOO_LONG: "有效期超过本场上限。",
    Refusal.OUT_OF_SEQUENCE: "序号与出票座位不连续。",
    Refusal.NOT_COVERED: "出票座位的账目不足以支持该票券。",
}
_BAD_EN: Final[Mapping[Bad, str]] = {
    Bad.CUT_OFF: "The scan was cut off: scan again.",
    Bad.TOO_LONG: "This is no ticket: far too long.",
    Bad.NOT_DIGITS: "This is no ticket's number: expected 18 digits.",
    Bad.WRONG_LENGTH: "This is no ticket's number: expected 18 digits.",
    Bad.WRONG_CHECK_DIGIT: "The check digit does not fit: a digit is wrong, or two neighbours are swapped.",
}
_BAD_ZH: Final[Mapping[Bad, str]] = {
    Bad.CUT_OFF: "扫描不完整：请重新扫描。",
    Bad.TOO_LONG: "这不是票券：内容过长。",
    Bad.NOT_DIGITS: "这不是票券号码：应为 18 位数字。",
    Bad.WRONG_LENGTH: "这不是票券号码：应为 18 位数字。",
    Bad.WRONG_CHECK_DIGIT: "校验位不符：有一位数字错误，或相邻两位颠倒。",
}


def word(language: Language, key: str, **values: object) -> str:
    """The text of ``key`` with its values."""
    return (_ZH if language is Language.CHINESE else _EN)[key].format(**values)


def refused(language: Language, reason: Refusal) -> str:
    """Why the registry said no, and the way out."""
    return (_REFUSED_ZH if language is Language.CHINESE else _REFUSED_EN)[reason]


def unread(language: Language, why: Bad) -> str:
    """Why an entry is no validation number."""
    return (_BAD_ZH if language is Language.CHINESE else _BAD_EN)[why]
