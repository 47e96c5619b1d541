"""Occurrences of distinct items."""

from tttcore.stats.distinct import DistinctCounter


def test_items_are_counted_over_all_that_was_added():
    counter = DistinctCounter()
    counter.add([b"a", b"b", b"a"])
    counter.add([b"", b"a"])
    assert sorted(counter.counts()) == [1, 1, 3]


def test_nothing_was_added():
    assert DistinctCounter().counts().tolist() == []
