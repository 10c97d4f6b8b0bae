"""Each kind of attack that got through once, and the test that shows that it does not any more.

What a certificate alone could do is tried here, in this folder; what needs a disk, a clock, a device or a file is
tried where that is at home. A test that is renamed or goes must be named anew here.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KEPT = {
    "a seat makes itself etcd's root by an alarm": (
        "attacks/test_etcd_is_out_of_reach.py",
        "test_that_no_verb_of_etcd_reaches_it_from_the_floor",
    ),
    "a seat removes others' records at etcd": (
        "attacks/test_etcd_is_out_of_reach.py",
        "test_that_no_verb_of_etcd_reaches_it_from_the_floor",
    ),
    "a seat hears all that comes, by a watch with an open end": (
        "attacks/test_hosts_refuse.py",
        "test_that_each_call_refuses_what_is_not_its_callers",
    ),
    "numbers of tickets are read in etcd": (
        "integration/tickets/test_answering.py",
        "test_that_no_number_stands_in_etcd",
    ),
    "an older seat.db doubles credit": (
        "integration/money/test_older_copies.py",
        "test_that_an_older_journal_is_named_and_pays_nothing",
    ),
    "all files of an older moment bring lost stakes back": (
        "integration/money/test_older_copies.py",
        "test_that_all_files_of_an_older_moment_are_named",
    ),
    "a seat's whole older disk at a table of the house": (
        "attacks/test_older_books_at_a_table.py",
        "test_that_a_seat_whose_whole_disk_is_older_shows_and_pays_nothing",
    ),
    "an older registry.db pays a ticket twice": (
        "integration/money/test_older_copies.py",
        "test_that_the_desk_pays_nothing_from_an_older_registry",
    ),
    "a ticket of any amount, expiry and sequence": (
        "integration/tickets/test_answering.py",
        "test_that_a_thief_makes_no_ticket",
    ),
    "a ticket in another seat's name": (
        "integration/tickets/test_answering.py",
        "test_that_a_thief_holds_no_ticket_for_another_and_none_beyond_its_time",
    ),
    "a sequence twice": (
        "integration/tickets/test_answering.py",
        "test_that_a_thief_has_each_sequence_once_and_nothing_without_books",
    ),
    "a release in any name covers tickets without money": (
        "unit/links/test_anchors.py",
        "test_that_books_that_are_not_new_are_not_released",
    ),
    "a release that comes late is carried out again": (
        "unit/links/test_anchors.py",
        "test_that_a_release_is_known_again_however_late",
    ),
    "a payment by hand that comes twice": (
        "unit/table/test_poison_records.py",
        "test_that_a_payment_that_comes_twice_is_taken_once_and_the_seat_starts",
    ),
    "a clock set back revives an expired ticket": (
        "integration/money/test_wrong_clock.py",
        "test_that_an_expired_ticket_is_not_revived_by_a_clock_set_back",
    ),
    "a clock of long ago prints expired tickets": (
        "integration/money/test_wrong_clock.py",
        "test_that_a_clock_set_back_pays_by_hand_and_says_so",
    ),
    "a note that is stacked against the order to return it": (
        "unit/devices/test_id003_machine.py",
        "test_that_an_item_stacked_against_the_order_to_return_is_a_failure_without_credit",
    ),
    "a blank name": (
        "unit/app/test_names_on_tickets.py",
        "test_that_a_seat_with_a_blank_name_does_not_start_and_writes_nothing",
    ),
    "bytes that are no text in a small file": (
        "unit/app/test_damaged_files.py",
        "test_that_a_damaged_file_is_named",
    ),
    "a bundle whose sizes fill the memory": (
        "unit/ops/test_update_bundles.py",
        "test_that_no_size_that_nobody_signed_is_read_into_memory",
    ),
    "damage of an index that the start does not see": (
        "unit/store/test_start_check.py",
        "test_that_damage_of_a_long_index_is_found_before_anybody_is_paid",
    ),
    "any damage of any file": (
        "integration/money/test_damaged_state.py",
        "test_that_twenty_thousand_flipped_bits_never_change_money_in_silence",
    ),
    "a lock-out that is undone by an older list": (
        "unit/store/test_staff_older.py",
        "test_that_a_lock_out_survives_an_older_copy",
    ),
    "many PINs tried at once": (
        "unit/store/test_staff_log_in.py",
        "test_that_by_no_way_a_pin_is_looked_at_before_its_wait_is_over",
    ),
    "a second seat beside a removed lock file": (
        "integration/money/test_damaged_state.py",
        "test_that_a_removed_lock_file_lets_no_second_seat_in",
    ),
    "a flood of calls": (
        "integration/gateway/test_gateway_calls.py",
        "test_that_a_flood_is_cut_off_and_others_notice_nothing",
    ),
    "records so great that they fill the servers": (
        "integration/gateway/test_gateway_calls.py",
        "test_that_a_seat_cannot_fill_the_servers_with_great_records",
    ),
    "connections that are only occupied": (
        "attacks/test_hosts_refuse.py",
        "test_that_who_only_occupies_connections_loses_them",
    ),
    "connections of one machine that leave none for others": (
        "integration/session/test_session_rules.py",
        "test_that_a_machine_of_the_floor_cannot_use_up_a_hosts_connections",
    ),
    "calls without end that never ask their question": (
        "attacks/test_hosts_refuse.py",
        "test_that_no_connection_bears_calls_without_end_that_never_ask_their_question",
    ),
    "an append that spoils those that go with it": (
        "unit/links/test_etcd_group.py",
        "test_that_who_says_that_another_log_was_read_spoils_nobody_elses_append",
    ),
    "a double staked with what the round has paid, and paid by hand as well": (
        "integration/blackjack/test_blackjack_money_in_the_middle.py",
        "test_that_by_hand_no_more_is_paid_than_the_player_has_when_a_double_came_from_the_round_itself",
    ),
    "a result that leaves a box with bets out": (
        "integration/blackjack/test_blackjack_money_in_the_middle.py",
        "test_that_a_void_by_mistake_gets_no_result_in_which_a_box_is_left_out",
    ),
    "a log put back in the middle of a round, whose records lie twice at a seat": (
        "integration/blackjack/test_blackjack_log_put_back.py",
        "test_that_what_is_written_once_more_is_read_once_by_a_seat_that_was_gone",
    ),
    "any bytes at all": (
        "attacks/test_garbage.py",
        "test_that_no_bytes_harm_a_host_or_make_it_tell_anothers_secrets",
    ),
}


@pytest.mark.parametrize(("file", "name"), KEPT.values(), ids=KEPT.keys())
def test_that_the_test_of_each_kind_is_there(file, name):
    tree = ast.parse((TESTS / file).read_text())
    assert name in {found.name for found in tree.body if isinstance(found, ast.FunctionDef)}
