"""A cashier's acts and lists: what is shown, what is paid once, and what is said when nobody knows."""

from datetime import UTC, date
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.money import dollars
from kiosk.tickets import cashier_words
from kiosk.tickets.cashier import (
    Cashier,
    Ended,
    action_lines,
    adds_up,
    check_person,
    liability_lines,
    list_lines,
)
from kiosk.tickets.cashier_words import refused, unread, word
from kiosk.tickets.registry import Doing, Refusal, RegistryFault, Sum, TicketState, gaming_day
from kiosk.tickets.scan import Bad
from kiosk.tickets.ticket import Language
from kits.tickets.registry_contract import AT, EXPIRED, bring_to

NOW = "2026-11-28T11:00:00Z"


class Away:
    """A registry that carries out what it is asked ``after`` it was silent so often, or never."""

    def __init__(self, registry, silent, answers=True):
        self.registry, self.silent, self.answers = registry, silent, answers

    def __getattr__(self, name):
        def ask(*words):
            if self.answers:
                answer = getattr(self.registry, name)(*words)
            if self.silent:
                self.silent -= 1
                raise RegistryFault("silent")
            return answer

        return ask


@pytest.fixture
def cashier(registry):
    return make(registry)


def make(registry, language=Language.ENGLISH, now=NOW, person="cashier-1"):
    acts = iter(range(100))
    return Cashier(registry, "cage-1", person, language, UTC, lambda: now, lambda: f"act-{next(acts)}")


def test_that_a_ticket_is_paid_once(registry, cashier, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    record = cashier.look_up(ticket.number)
    paid = cashier.pay(ticket.number, record)
    assert paid.ended is Ended.DONE
    assert paid.text.startswith("PAID $")
    again = make(registry, person="cashier-2").pay(ticket.number, record)
    assert (again.ended, again.text) == (Ended.REFUSED, "Not paid. It has paid already.")
    assert registry.look_up(ticket.number).did is Doing.PAY


@pytest.mark.parametrize("state", [state for state in TicketState if state is not TicketState.ISSUED])
def test_that_no_other_ticket_is_paid_or_voided(registry, cashier, make_ticket, state):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    record = registry.look_up(ticket.number)
    for act in (cashier.pay(ticket.number, record), cashier.void(ticket.number, record, "torn")):
        assert act.ended is Ended.REFUSED
    assert registry.look_up(ticket.number) == record


def test_that_an_expired_ticket_is_not_paid(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    late = make(registry, now=EXPIRED)
    assert late.pay(ticket.number, registry.look_up(ticket.number)).text == "Not paid. It has expired."


def test_that_a_silence_is_asked_again_and_pays_once(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    record = registry.look_up(ticket.number)
    paid = make(Away(registry, silent=2)).pay(ticket.number, record)
    assert paid.ended is Ended.DONE
    assert len([action for action in registry.all_actions() if action.what is Doing.PAY]) == 1


def test_that_when_nobody_knows_nothing_is_handed_out(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    act = make(Away(registry, silent=9)).pay(ticket.number, registry.look_up(ticket.number))
    assert act.ended is Ended.UNSURE
    assert "Hand out nothing" in act.text
    assert registry.look_up(ticket.number).by in act.text, "the registry names this very act when it was done"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("state", TicketState)
def test_that_a_ticket_is_shown_and_its_number_is_whole_only_when_it_is_over(
    registry, make_ticket, state, language
):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    text = "\n".join(make(registry, language).lines(ticket.number, registry.look_up(ticket.number)))
    digits = text.replace("-", "")
    assert (ticket.number in digits) == (state in (TicketState.REDEEMED, TicketState.VOID))
    assert ticket.number[-4:] in digits
    assert "{" not in text


def test_that_a_void_keeps_its_reason(registry, cashier, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    assert (
        cashier.void(ticket.number, registry.look_up(ticket.number), "paid twice by mistake").ended
        is Ended.DONE
    )
    lines = list(cashier.lines(ticket.number, registry.look_up(ticket.number)))
    assert "VOIDED at desk cage-1/cashier-1/act-0" in lines[-1]
    assert "paid twice by mistake" in lines[-1]


def test_that_the_day_adds_up_and_says_when_it_does_not(registry, cashier, make_ticket):
    tickets = [make_ticket(f"{n:017d}") for n in range(len(TicketState) + 1)]
    for ticket, state in zip(tickets, (*TicketState, TicketState.ISSUED), strict=True):
        bring_to(registry, ticket, state)
    cashier.pay(ticket.number, registry.look_up(ticket.number))
    found = registry.liability(gaming_day(date(2026, 11, 28), UTC))
    assert adds_up(found)
    assert "DOES NOT ADD UP" not in "\n".join(liability_lines(cashier, found))

    wrong = replace(found, paid=Sum(found.paid.count, found.paid.cents + 1))
    assert "DOES NOT ADD UP" in "\n".join(liability_lines(cashier, wrong))


def test_that_lists_and_log_never_show_a_number_that_pays(registry, cashier, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    text = "\n".join(list_lines(cashier, registry.open_tickets(AT), "none-open"))
    text += "\n".join(action_lines(cashier, registry.all_actions()))
    assert ticket.number not in text.replace("-", "")
    assert ticket.number[-4:] in text


@pytest.mark.parametrize("language", Language)
def test_that_lists_stand_in_columns_below_a_head_with_amounts_in_dollars(registry, make_ticket, language):
    cashier = make(registry, language)
    tickets = [make_ticket(f"{n:017d}") for n in range(3)]
    for ticket, state in zip(
        tickets, (TicketState.ISSUED, TicketState.RESERVED, TicketState.ISSUED), strict=True
    ):
        bring_to(registry, ticket, state)
    cashier.void(ticket.number, registry.look_up(ticket.number), "printed twice")
    found = registry.liability(gaming_day(date(2026, 11, 28), UTC))
    amount = dollars(ticket.cents)
    for lines, rows in (
        (list(list_lines(cashier, registry.open_tickets(AT), "none-open"))[:-1], 2),
        (list(action_lines(cashier, registry.all_actions())), len(registry.all_actions())),
        (list(liability_lines(cashier, found))[1:], 7),
    ):
        head, *told = lines
        assert word(language, "list.amount") in head
        assert len(told) == rows
        ends = {places(line[: line.index("$")]) + len(dollar(line)) for line in told}
        assert len(ends) == 1, "amounts end below each other"
    assert amount in "\n".join(list_lines(cashier, registry.open_tickets(AT), "none-open"))
    log = list(action_lines(cashier, registry.all_actions()))
    assert log[-1].endswith("printed twice")
    assert "cage-1/cashier-1/act-0" in log[-1]


def dollar(line):
    return line[line.index("$") :].split()[0]


def places(text):
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def test_that_every_step_and_every_listed_state_has_its_word():
    for language in Language:
        assert all(word(language, f"step.{step}") for step in Doing)
        assert all(word(language, f"list.{state}") for state in ("issued", "reserved", "expired"))


@pytest.mark.parametrize("name", ["", " ", "a/b", "x" * 41, "a\nb"])
def test_that_a_name_that_cannot_be_logged_is_refused(name):
    with pytest.raises(ValueError, match="name"):
        check_person(name)


@given(st.text(max_size=60))
def test_that_whoever_may_act_can_be_logged(name):
    try:
        found = check_person(name)
    except ValueError:
        return
    assert found
    assert "/" not in found


def test_that_both_languages_have_all_words():
    assert cashier_words._EN.keys() == cashier_words._ZH.keys()
    for language in Language:
        assert all(refused(language, reason) for reason in Refusal)
        assert all(unread(language, why) for why in Bad)
    assert word(Language.CHINESE, "left") != word(Language.ENGLISH, "left")
