"""Boxes to print: a label for each, beads as the recipe says, the same bytes each time."""

from dataclasses import replace

import pytest
from helpers.learners import HER, MENACE

from tttcore.engines.matchboxes.boxes import boxes_of
from tttcore.engines.matchboxes.printed import LABEL, beads_of
from tttcore.engines.matchboxes.recipe import build_recipe
from tttcore.engines.page_modules import pages_of, printed_label
from tttcore.plots.style import save_pages


def texts(config):
    return [
        text.get_text() for page in pages_of("matchboxes", config, title="A $ title") for text in page.axes[0].texts
    ]


@pytest.mark.parametrize(("config", "number"), [(MENACE, 304), (MENACE | {"forced": "boxed"}, 338), (HER, 19)])
def test_every_box_has_a_label(config, number):
    found = texts(config)
    assert sum(text.startswith("box ") for text in found) == number
    assert f"box {number}, " in " ".join(found)
    assert found[0].startswith("A $ title: boxes to cut out, page 1 of ")


def test_beads_stand_for_every_different_move():
    recipe = build_recipe(MENACE, "menace")
    boxes = boxes_of(recipe)
    assert [(bead.target, bead.number) for bead in beads_of(recipe, boxes, 0)] == [(4, 4), (1, 4), (0, 4)]
    apart = replace(recipe, symmetry="boxes")
    assert [bead.target for bead in beads_of(apart, boxes_of(apart), 0)] == [*range(9)]
    total = sum(bead.number for node in boxes.nodes for bead in beads_of(recipe, boxes, node))
    assert total == boxes.start.sum() == 1720


def test_arrows_of_hexapawn_lead_from_pawns():
    recipe = build_recipe(HER, "her")
    boxes = boxes_of(recipe)
    for node in boxes.nodes:
        board = boxes.graph.boards[node]
        for bead in beads_of(recipe, boxes, node):
            assert board[bead.origin] == 2
            assert bead.target // 3 == bead.origin // 3 + 1
            assert board[bead.target] == (0 if bead.target % 3 == bead.origin % 3 else 1)


def test_the_same_bytes(tmp_path):
    for name in ("one.pdf", "other.pdf"):
        save_pages(pages_of("matchboxes", HER, title="Gardner"), tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()
    assert b"CreationDate" not in (tmp_path / "one.pdf").read_bytes()


def test_engines_without_pages():
    assert (printed_label("genies"), printed_label("matchboxes")) == ("", LABEL)
