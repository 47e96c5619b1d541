"""Listing and organisms against a slow oracle written from the text, facts, extents of a mutation, stored pictures."""

import random
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.project import ROOT
from helpers.rows import agrees, told
from helpers.texts import message, picture
from matplotlib.colors import same_color
from matplotlib.patches import Rectangle
from reference import hemingroth as twin
from scipy import stats

from tttcore.engines.study_files import read_study
from tttcore.games.classic import image
from tttcore.plots.line_styles import GREEN, VERMILLION
from tttcore.studies.hemingroth2025 import drawing, listing
from tttcore.studies.hemingroth2025.listing import LISTING, SHORT_SIXTH
from tttcore.studies.hemingroth2025.method import method_facts
from tttcore.studies.hemingroth2025.published_trajectories import read_log
from tttcore.studies.hemingroth2025.tables import LOSES, check, first_generations, mutation_extents

CELLS = tuple(range(9))
LOG = ROOT / "config" / "published" / "hemingroth2025_log.csv"


@pytest.fixture(scope="module")
def study():
    found = read_study(ROOT / "config" / "studies" / "hemingroth2025.yaml")
    return replace(found, config=found.config | {"published": {"tables": {"log": LOG}}})


@pytest.fixture(scope="module")
def facts(tables, study):
    return method_facts(study.recipes, tables, seed=2020).set_index("fact")


@pytest.fixture(scope="module")
def scenarios(tables):
    """The listing.scenario of each position, by its index."""
    return [listing.scenario(board) for board in tables.positions.tolist()]


TWINS = {"printed": (listing.LISTING, twin.VARIANTS), "slip": (listing.SHORT_SIXTH, twin.SLIPPED)}


@pytest.fixture(scope="module", params=TWINS.values(), ids=TWINS)
def listings(request):
    """A listing and its twin."""
    return request.param


def test_boards_that_are_over_before(facts):
    """With a line of the player who didn't move last: in 568 configurations of 6,046 with numbers that turns make."""
    over = 0
    for board in product((-1, 0, 1), repeat=9):
        turn = sum(board)  # 0 if O moved last, 1 if X did
        waiting = -1 if turn else 1
        over += turn in (0, 1) and any(all(board[cell] == waiting for cell in line) for line in twin.THREES)
    assert facts.loc["over_before", "value"] == over == 568
    assert facts.loc["kept", "value"] == 627 / 3**9


def test_operations():
    vertical, back = listing.Convention("vertical"), listing.Convention(clockwise=False)
    assert listing.permutation(("rotate",)) == twin.rotate(CELLS)
    assert listing.permutation(("flip",)) == twin.flip(CELLS)
    assert listing.permutation(("flip",), vertical) == (2, 1, 0, 5, 4, 3, 8, 7, 6)
    assert listing.permutation(("rotate",), back) == (2, 5, 8, 1, 4, 7, 0, 3, 6)


def test_listing(listings):
    """Variants and inverses do what the nested calls do; the last step is applied first."""
    for row, (make, undo) in zip(*listings, strict=True):
        assert listing.permutation(row.steps) == make(CELLS)
        assert listing.permutation(row.inverse) == undo(CELLS)
        assert listing.is_undone(row) == (undo(make(CELLS)) == CELLS)


def test_every_printed_inverse_is_right_whatever_the_convention():
    assert len(set(listing.CONVENTIONS)) == 4
    for convention in listing.CONVENTIONS:
        assert all(listing.is_undone(row, convention) for row in listing.LISTING)
        assert [listing.is_undone(row, convention) for row in listing.SHORT_SIXTH] == [place != 5 for place in range(8)]


def test_base_case_is_the_least_of_the_symmetric_images(tables, scenarios):
    for position in range(0, len(scenarios), 37):
        board = tables.positions[position].tolist()
        images = {listing.scenario(image(board, k)) for k in range(8)}
        assert set(listing.variants(scenarios[position])) == images
        assert all(listing.base(variant) == min(images) for variant in images)
    assert listing.base_cases() == {twin.reduced(s, twin.VARIANTS)[0] for s in twin.scenarios()}


def test_keys_are_the_digits_and_in_order():
    some = [(-1, 0, 1) * 3, (0,) * 9, (1,) * 9]
    assert listing.keys(some).tolist() == [listing.keys(cells) for cells in some] == [123123123, 222222222, 333333333]
    everything = sorted(product((-1, 0, 1), repeat=9))
    assert all(lower < higher for lower, higher in pairwise(listing.keys(everything)))


def test_reductions(tables, scenarios, listings):
    own, slow = listings
    reductions = listing.Reductions.by(own, tables)
    assert {scenarios[position] for position in reductions.positions} == twin.scenarios()
    moves, boards, occupied = reductions.moves(), reductions.boards(), reductions.occupied()
    for row in range(0, len(reductions.positions), 5):
        position = reductions.positions[row]
        s = scenarios[position]
        least, undo = twin.reduced(s, slow)
        assert tuple(reductions.bases[row].tolist()) == least
        assert reductions.touched[row] == (undo(least) != s)
        free = [cell for cell in range(9) if least[cell] == twin.EMPTY]
        cells = [twin.destination(undo, cell) for cell in free]
        assert occupied[row] == any(s[cell] != twin.EMPTY for cell in cells)
        for cell, real in zip(free, cells, strict=True):
            assert scenarios[boards[position, cell]] == undo(twin.play(least, cell))
            if s[real] == twin.EMPTY:
                assert scenarios[moves[position, cell]] == twin.play(s, real)
            else:
                assert moves[position, cell] == -1


@pytest.mark.parametrize("whole_board", [True, False], ids=["board", "move"])
def test_games(tables, scenarios, listings, whole_board):
    own, slow = listings
    draw = random.Random(7)
    bases = listing.base_cases()
    choice = {least: draw.choice([cell for cell in range(9) if least[cell] == twin.EMPTY]) for least in bases}
    choices = np.array([choice[listing.base(s)] if twin.is_open(s) else 0 for s in scenarios])
    reductions = listing.Reductions.by(own, tables)
    after = reductions.boards() if whole_board else reductions.moves()
    seats = [twin.results(choice, seat, slow, whole_board=whole_board) for seat in (twin.X, twin.O)]
    assert listing.play_out(after, choices, tables).tolist() == twin.total(seats)


def test_facts(facts, snapshot):
    assert "\n".join(f"{row.Index}: {row.text or f'{row.value:.6g}'}" for row in facts.itertuples()) == snapshot
    assert len(twin.scenarios()) == 508 * 8 + 111 * 4 + 4 * 2 + 4 * 1


def test_facts_of_random_players_depend_on_the_seed(tables, study, facts):
    other = method_facts(study.recipes, tables, seed=1).set_index("fact")["value"]
    changed = other.index[(other != facts["value"]) & other.notna()]
    assert {"slip_move_change"} <= {*changed} <= {"slip_move_change", "games_low", "games_high"}


def test_what_the_tables_need(study, tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    read_log(LOG).assign(best=2).to_csv("log.csv", index=False)
    other = {"name": "random_reset", "slope": 1, "base": 1}
    mutated = replace(study.treatments["extent-0200"], recipe=study.recipes["extent-0200"] | {"mutate": other})
    studies = {
        "as it is": study,
        "a wrong cell": replace(study, config=study.config | {"published": {"tables": {"log": "log.csv"}}}),
        "another mutation": replace(study, treatments=study.treatments | {"extent-0200": mutated}),
    }
    assert "\n".join(f"{name}: {message(check, each)}" for name, each in studies.items()) == snapshot


PUBLISHED = 0.47777
TREATMENTS = {"exclusive": "modulo", "legal-alleles": "never", "next-free-cell": "next_free"}
SEATS = {"both": (1, -1), "first": (1,), "second": (-1,)}


@pytest.fixture(scope="module")
def table(study, tables):
    recipes = {name: study.recipes[name] for name in TREATMENTS}
    found = first_generations(PUBLISHED, recipes, tables, np.random.default_rng(4))
    return found.set_index(["treatment", "reading"])


def test_random_organisms_by_reading(table):
    readings = [("exclusive", reading) for reading in (*SEATS, LOSES)]
    assert table.index.tolist() == [*readings, ("legal-alleles", "both"), ("next-free-cell", "both")]
    assert table["n"].tolist() == [20_000, 20_000, 20_000, 200, 20_000, 20_000]
    assert table.loc[("exclusive", LOSES), "average"] < 0.15
    assert table.loc[("exclusive", LOSES), "chance"] < 1e-6
    for row in table.to_dict("records"):
        error, average = row["spread"] * (1 / 2000 + 1 / row["n"]) ** 0.5, row["average"]
        agrees(row, chance=2 * stats.norm.cdf(-abs(average - PUBLISHED) / error), low=average - 1.959964 * error)
        agrees(row, high=average + 1.959964 * error)
        assert (row["low"] <= PUBLISHED <= row["high"]) == (row["chance"] >= 0.05)
        agrees(row, average=[average, *stats.t.interval(0.95, row["n"] - 1, average, row["spread"] / row["n"] ** 0.5)])


@pytest.mark.needs_jit
@pytest.mark.parametrize("treatment", TREATMENTS)
def test_averages_are_those_of_naive_play(table, treatment):
    """Within four standard errors."""
    taken, rng = TREATMENTS[treatment], random.Random("averages")
    players = [twin.random_genome(rng, taken) for _ in range(60)]
    ends = {seat: [twin.games(player, seat, taken) for player in players] for seat in SEATS["both"]}
    for reading in {*SEATS} & {*table.loc[treatment].index}:
        own = [[(ends[seat][each], seat) for seat in SEATS[reading]] for each in range(len(players))]
        kept = [1 - sum(e[-s] for e, s in one) / sum(e.total() for e, _ in one) for one in own]
        average = table.loc[(treatment, reading), "average"]
        assert abs(np.mean(kept) - average) < 4 * np.std(kept) / np.sqrt(len(kept)), reading


def made(generations, censored, *, treatment="a", gap=0.25):
    runs = pd.DataFrame({"treatment": treatment, "generations": generations, "censored": censored})
    rows = [
        {"treatment": treatment, "replicate": row, "generation": g, "best": 0.5, "mean": 0.5 + gap * row}
        for row, last in enumerate(generations)
        for g in range(1, last + 1)
    ]
    return runs, pd.DataFrame(rows)


def extents_of(*parts, rates=(0.1,), treatments=(("A", "a"),), generation=1):
    """Extents of treatments that redraw genes at these rates."""
    runs, traces = (pd.concat(tables) for tables in zip(*parts, strict=True))
    recipes = {name: {"mutate": {"rate": rate}} for (_, name), rate in zip(treatments, rates, strict=True)}
    found = mutation_extents(runs, traces, recipes, treatments=dict(treatments), generation=generation)
    return found.set_index("label")


def test_rows_in_order_of_the_value(snapshot):
    """Gaps are those of the lower middle one of the runs that get to the generation: of A the runs 1 and 2."""
    parts = [made([3, 5, 9], [False, False, True]), made([4, 4], [False, True], treatment="b")]
    tables = [
        extents_of(*parts, rates=(0.1, 0.01), treatments=(("A", "a"), ("B", "b")), generation=4),
        extents_of(made([3, 9, 9], [False, True, True]), generation=50),
    ]
    assert "\n\n".join(told(table.reset_index()) for table in tables) == snapshot
    exact = stats.binomtest(2, 3).proportion_ci()
    agrees(tables[0].loc["A"], solved=[2 / 3, exact.low, exact.high], gap=0.25)
    many = extents_of(made(np.arange(1, 26), np.zeros(25, bool))).loc["A"]
    assert many["generations_low":"generations_high"].tolist() == [8, 18], "by the binomial distribution"


def test_equal_values_are_in_the_order_of_their_labels():
    names = [f"t{number:02}" for number in range(40)]
    treatments = [(name.upper(), name) for name in reversed(names)]
    table = extents_of(*(made([3], [False], treatment=name) for name in names), rates=[0.1] * 40, treatments=treatments)
    assert table.index.tolist() == [name.upper() for name in names]


def _bands(*groups):
    """Medians that approach 1; the published run loses nothing at the end."""
    keys = ["group", "curve", "generation"]
    table = pd.DataFrame(list(product(groups, ("best", "average"), (1, 4, 10))), columns=keys)
    start = table["curve"].map({"best": 0.34, "average": 0.52}) + 0.1 * table["group"].map(groups.index)
    median = 1 - start * 0.5 ** (table["generation"] - 1)
    spread = (1 - median) / 5
    published = (median - spread / 2).mask((table["generation"] == 10) & (table["curve"] == "best"), 1.0)
    ends = {"low": median - spread, "high": median + spread}
    ends |= {"global_low": median - 2 * spread, "global_high": median + 2 * spread}
    return table.assign(published=published, median=median, **ends)


COLUMNS = [f"{name}{end}" for name in ("solved", "gap", "generations") for end in ("", "_low", "_high")]
EFFECTS = pd.DataFrame(
    [
        [1e-3, 0.8, 0.75, 0.85, 0.001, 0.0008, 0.0012, 40, 30, np.inf],
        [1e-4, 0.5, 0.45, 0.55, 0.0005, 0.0003, 0.0007, 60, 50, 70],
        [1e-2, 0.1, 0.05, 0.15, 0.005, 0.0048, 0.0052, np.inf, 90, np.inf],
    ],
    columns=["value", *COLUMNS],
)
NEVER = EFFECTS.assign(**{f"generations{end}": np.inf for end in ("", "_low", "_high")})


def _curves(**shares):
    steps = {"generation": [0, 20, 300], "at_risk": [200, 100, 90]}
    table = pd.concat(pd.DataFrame({"group": name, "survival": own, **steps}) for name, own in shares.items())
    return table.assign(low=(table["survival"] - 0.1).clip(lower=0), high=table["survival"])


CURVES = _curves(one=[1, 0.6, 0.45], two=[1, 1, 0.99], three=[1, 0.2, 0.0])
RUN = {"published": 37, "limit": 300}


def _extents(table):
    return drawing.mutation_extents(table, late=36, limit=300, published={"generations": 37, "gap": 0.002})


DRAWINGS = {
    "training": lambda: drawing.training(_bands("one"), title="T"),
    "readings": lambda: drawing.training_of_readings(_bands("one", "two", "a name beyond the width of a panel")),
    "extents": lambda: _extents(EFFECTS),
    "nothing solved": lambda: _extents(NEVER),
    "still without": lambda: drawing.still_without(CURVES, **RUN),
    "have found": lambda: drawing.have_found(_curves(one=[1, 0.6, 0.45]), title="T", **RUN),
    "a wrong inverse": lambda: drawing.variant_boards(listing=SHORT_SIXTH, title="T"),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_pictures(draw, snapshot):
    figure = draw()
    assert picture(figure) == snapshot
    assert smallest(figure) >= LEAST


def test_text_stays_in_the_panel():
    """Below the band, or above it where there is no room."""
    figure = drawing.still_without(CURVES, **RUN)
    figure.draw_without_rendering()
    for axes in figure.axes[:3]:
        box, panel = axes.texts[0].get_window_extent(), axes.get_window_extent()
        assert panel.y0 <= box.y0 <= box.y1 <= panel.y1


def test_the_first_of_equal_variants_alone_is_framed():
    """The empty board is its own base case, whatever is done to it."""
    patches = drawing.variant_boards((0,) * 9).axes[0].patches
    (frame,) = (each for each in patches if isinstance(each, Rectangle) and same_color(each.get_edgecolor(), GREEN))
    assert (frame.get_xy(), frame.get_width()) == ((-0.1, -0.1), 1.2)


def test_printed_inverses_are_not_flagged():
    backs = [text for text in drawing.variant_boards().axes[0].texts if text.get_text().startswith("back: ")]
    assert [text.get_text() for text in backs] == [f"back: {drawing.as_printed(row.inverse)}" for row in LISTING]
    assert not any(same_color(text.get_color(), VERMILLION) for text in backs)


def test_a_missing_column_is_named(snapshot):
    nothing = pd.DataFrame(columns=["group", "generation"])
    draws = (drawing.training, drawing.training_of_readings, _extents, drawing.still_without, drawing.have_found)
    options = {drawing.still_without: RUN, drawing.have_found: RUN}
    assert "\n".join(message(draw, nothing, **options.get(draw, {})) for draw in draws) == snapshot
