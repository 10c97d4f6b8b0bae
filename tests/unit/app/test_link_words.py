"""Without a screen: one line when the table log falls silent, one when it answers again."""

import pytest

from kiosk.app.link_words import LinkWords

SILENT = "the table log does not answer (10.0.0.5:2379: connection refused (111))"
SAID = "the table log does not answer at 10.0.0.5:2379, 10.0.0.6:2379: 10.0.0.5:2379: connection refused (111); waiting"
BACK = "the table log answers again at 10.0.0.5:2379, 10.0.0.6:2379"


class Link:
    def __init__(self):
        self.now_s = 0.0
        self.silences = [""]
        self.said = []
        endpoints = ("10.0.0.5:2379", "10.0.0.6:2379")
        self.words = LinkWords(endpoints, lambda: self.silences, self.said.append, lambda: self.now_s)

    def passes(self, seconds, *silences):
        self.silences = silences
        for _ in range(int(seconds * 10)):
            self.words.look()
            self.now_s += 0.1


@pytest.fixture
def link():
    return Link()


def test_that_an_outage_is_told_once_and_its_end_once(link):
    link.passes(60, SILENT)
    assert link.said == [SAID]
    link.passes(60, "")
    assert link.said == [SAID, BACK]
    link.passes(60, "something else")
    assert link.said[2:] == [SAID.replace("10.0.0.5:2379: connection refused (111)", "something else")]


def test_that_a_log_that_answers_is_not_spoken_of(link):
    link.passes(60, "")
    assert link.said == []


def test_that_a_moment_is_no_outage_and_no_end_of_one(link):
    link.passes(0.9, SILENT)
    link.passes(5, "")
    assert link.said == []
    link.passes(5, SILENT)
    link.passes(0.9, "")
    link.passes(5, SILENT)
    assert link.said == [SAID]


def test_that_of_many_links_it_is_told_when_the_first_is_silent_and_when_all_answer(link):
    link.passes(5, "", SILENT)
    link.passes(5, SILENT, SILENT)
    link.passes(5, SILENT, "")
    assert link.said == [SAID]
    link.passes(5, "", "")
    assert link.said == [SAID, BACK]
