"""Learning-rule checks, each of which another reading or another key changes."""

import pytest
from small_tabular import RECIPE

from tttcore.studies.mrugala2020 import learning_rule


@pytest.fixture
def facts_of(tables):
    def facts(**change):
        rows = list(learning_rule.learning_rule_facts(RECIPE | change, tables, seed=1))
        assert len({name for name, *_ in rows}) == len(rows)
        return {name: (value, "".join(text)) for name, value, _, *text in rows}

    return facts


@pytest.mark.needs_jit
def test_as_described(facts_of):
    facts = facts_of()
    assert facts["learnt"][0] == facts["remembered"][0] == 1
    assert facts["fed_moving"] == (pytest.approx(0.5005), "1, 0.55, 0.505, 0.5005")
    assert facts["fed_fixed"] == (pytest.approx(0.55), "1, 0.55, 0.55, 0.55")
    assert facts["keys"][0] == facts["positions"][0] == 5477
    assert facts["orders_differing"][0] == facts["edge_ends"][0] == 0


@pytest.mark.needs_jit
def test_random_moves_that_are_forgotten_are_not_remembered(facts_of):
    facts = facts_of(explored="forgets")
    assert facts["remembered"][0] == 0
    assert facts["learnt"][0] == 1


@pytest.mark.needs_jit
def test_keys_that_depend_on_the_order_are_noticed(facts_of, monkeypatch):
    monkeypatch.setattr(learning_rule, "position_key", lambda kind, marks, finite: hash(tuple(marks)))
    facts = facts_of()
    assert facts["orders_differing"][0] > 5000
    assert facts["keys"][0] > 5477
