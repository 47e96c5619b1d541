"""The page on which players learn: stored runs end as they are stored, and people can steer them and save them."""

from collections import Counter
from functools import cache

import numpy as np
import page_checks as checks
import pandas as pd
import pytest
from helpers.live import CHANGES, RUNS
from learn_pages import FASTEST, NOW, VERDICT, at, button, finish, generation, go
from pages import Match
from PIL import Image
from selenium.webdriver.common.keys import Keys

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import CROSS_WON, DRAWN, NOUGHT_WON, OPEN

WRITTEN = """
  const write = CanvasRenderingContext2D.prototype.fillText;
  window.written = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    written.push(text);
    write.call(this, text, ...at);
  };
  dispatchEvent(new Event("resize"));
"""
"""Texts that are written into pictures from now on."""
TREATMENTS = [(study, name) for study, named in CHANGES.items() for name in named]
READ = [
    "ancheta2020/umg-listed",
    "hemingroth2025/exclusive?runs=10",
    "michie1963/person?runs=10",
    "gardner1962/random",
    "mrugala2020/3x3",
]
"""One or two of each engine."""


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


@pytest.mark.parametrize(("study", "treatment"), TREATMENTS)
def test_a_stored_run_ends_as_it_is_stored(live, study, treatment):
    assert finish(live, f"{study}/{treatment}?replicate={RUNS - 1}").startswith("✓ ")


def test_ten_runs_at_once_end_as_they_are_stored(live):
    assert "These are the 10 stored runs again" in finish(live, "ancheta2020/control-described?replicate=1&runs=10")
    assert len(live.choice("Shown in detail").options) == 10


def test_another_run_than_the_stored_one_is_told(live):
    live.run("""
      const study = JSON.parse(document.getElementById("data-learn").text).studies[0];
      const bytes = atob(study.treatments[0].stored).split("");
      bytes[9] = String.fromCharCode(bytes[9].charCodeAt(0) ^ 1);
      globalThis.spoilt = btoa(bytes.join(""));
      const ofReplicate = TTT.stored.ofReplicate;
      const stored = globalThis.spoilt;
      TTT.stored.ofReplicate = (treatment, replicate) => ofReplicate({ ...treatment, stored }, replicate);
    """)
    assert finish(live, "ancheta2020/control-described").startswith("✗ ")


def test_a_run_that_is_not_held_is_not_said_to_be_the_same(live):
    told = finish(live, f"ancheta2020/control-described?replicate={RUNS}")
    assert "✓" not in told
    assert f"runs 0 to {RUNS - 1}" in told


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("ancheta2020/control-described", "sites=3"),
        ("ancheta2020/control-described", "elite=unbeatable"),
        ("michie1963/person", "random=0.5"),
        ("michie1963/person", "empty=refilled"),
        ("mrugala2020/3x3", "exploration=0.05"),
        ("mrugala2020/3x3", "ties=random"),
    ],
)
def test_a_changed_run_is_checked_against_nothing(live, place, change):
    assert "nothing to check it against" in finish(live, f"{place}?{change}")
    assert change in live.run("return location.hash")


def test_a_run_steps_forward_and_back(live):
    button(live, "Step").click()
    live.wait_until(lambda: generation(live) == 1)
    first = live.texts(NOW)
    live.focused.send_keys(".")
    live.wait_until(lambda: generation(live) == 2)
    live.focused.send_keys(",")
    live.wait_until(lambda: generation(live) == 1)
    assert live.texts(NOW) == first
    button(live, "Back").click()
    live.wait_until(lambda: generation(live) == 0)
    assert not button(live, "Back").is_enabled()


def test_a_run_pauses(live):
    """At five generations a second, of which this run has nine: time to pause it on a busy machine, too."""
    go(live, "ancheta2020/control-described?speed=5&slope=0&base=0&replicate=1")
    live.focused.send_keys("p")
    live.wait_until(lambda: generation(live) >= 2)
    button(live, "Pause").click()
    live.wait_until(lambda: "Run" in live.texts(".match-actions button"))
    here = generation(live)
    live.wait(600)
    assert generation(live) == here
    assert live.texts(VERDICT) == [""]


@pytest.mark.parametrize(
    ("place", "heads"),
    [
        ("ancheta2020/control-described", ["Generations", "Best loses", "Mean loses"]),
        ("michie1963/person?against=careful", ["Games lost", "Last loss in game", "Wins against careful moves"]),
        ("gardner1962/random", ["Games lost", "Last loss in game", "Wins against perfect play"]),
        ("mrugala2020/3x3?against=second_perfect", ["Wins", "Draws", "Loses"]),
    ],
)
def test_ten_runs_are_listed_at_their_end(live, place, heads):
    told = finish(live, at(place, "replicate=2&runs=10"))
    found = live.texts("[aria-label='Results of the runs'] th")
    assert found[: len(heads) + 1] == ["Run", *heads]
    assert [text for text in found if text.isdigit()] == [str(run) for run in range(2, 12)]
    assert found[-1] == "Mean"
    if "second_perfect" in place:
        assert "the second against perfect play now loses" in told
        cells = live.texts("[aria-label='Results of the runs'] tbody td:last-child")
        losses = [float(cell.rstrip("%")) for cell in cells]
        assert f"{min(losses):.1f}% to {max(losses):.1f}%" in told
        assert losses[-1] == pytest.approx(sum(losses[:-1]) / 10, abs=0.06)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("ancheta2020/control-described", "sites=3"),
        ("michie1963/person", "win=4"),
        ("mrugala2020/3x3", "step=0.5"),
    ],
)
def test_the_key_names_every_line(live, place, change):
    go(live, f"{place}?runs=10")
    live.wait_until(lambda: f"{RUNS} stored runs: " in "".join(live.texts(".learn-key li")))
    assert any(text.startswith("the 9 other runs: ") for text in live.texts(".learn-key li"))
    assert any("in a band" in text or "in bands" in text for text in live.texts(".learn-key li"))
    for item in live.all(".learn-key li"):
        for word, sample in (("dashes", "dashed"), ("in band", "band"), ("in a band", "band")):
            assert word not in item.text or item.find_elements("css selector", f".learn-line.{sample}"), item.text
    go(live, f"{place}?{change}")
    live.wait_until(lambda: "treatment as stored, without your changes" in "".join(live.texts(".learn-key li")))
    assert "other runs" not in "".join(live.texts(".learn-key li"))


@pytest.mark.parametrize(
    ("place", "drawn"),
    [
        (
            "ancheta2020/control-described",
            "Ancheta & others, 30 published runs: the best player of each generation (line)",
        ),
        ("hemingroth2025/exclusive", "1 published run: the best player of each generation (line) and the mean of all"),
    ],
)
def test_the_key_says_what_is_drawn_of_published_runs(live, place, drawn):
    go(live, at(place, FASTEST))
    assert drawn in live.texts(".learn-key li")[-1]


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("ancheta2020/control-described", "the generation that is shown"),
        ("michie1963/person", "the game that is shown"),
        ("mrugala2020/3x3", "the stage that is shown"),
    ],
)
def test_the_key_names_the_line_at_the_step_that_is_shown(live, place, named):
    finish(live, place)
    assert named not in live.texts(".learn-key li")
    button(live, "Back").click()
    live.wait_until(lambda: named in live.texts(".learn-key li"))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_run_and_what_it_draws_are_in_sight_as_the_page_opens(browser, path, width, height):
    """And the key Tab leads from the treatment to the button, with what it does between them."""
    try:
        checks.set_window(browser, width, "light")
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        places = browser.run("""
          const run = [...document.querySelectorAll("button")].find((one) => one.textContent === "Run");
          const top = (one) => one.getBoundingClientRect().top, bottom = (one) => one.getBoundingClientRect().bottom;
          const [told, picture] = [".learn-described", ".learn-curves"].map((name) => document.querySelector(name));
          return { told: bottom(told), run: top(run), end: bottom(run), picture: top(picture) };
        """)
        assert 0 <= places["run"] - places["told"] < 40
        assert places["end"] < height / 2
        assert places["picture"] < height * 0.8
        page = Match(browser.driver)
        page.field("Treatment").send_keys(Keys.TAB)
        assert page.focused.text == "Run"
    finally:
        checks.unset_window(browser)


@pytest.fixture
def downloads(live, tmp_path):
    """A person's folder of downloads."""
    live.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    return tmp_path


def test_numbers_and_picture_are_saved(live, downloads):
    """As files of a person's folder of downloads; nothing of it leaves the page."""
    finish(live, "ancheta2020/control-described?replicate=1&runs=10&sites=3")
    button(live, "Save numbers (CSV)").click()
    button(live, "Save picture (PNG)").click()
    files = [downloads / f"ancheta2020-control-described-changed-runs-1-10.{ending}" for ending in ("csv", "png")]
    live.wait_until(lambda: all(file.exists() and file.stat().st_size for file in files))
    saved = pd.read_csv(files[0])
    assert [*saved] == ["study", "treatment", "changes", "run", "generation", "best", "mean", "distinct"]
    assert {*saved["run"]} == {*range(1, 11)}
    assert {*saved["changes"]} == {"sites=3"}
    shown = saved[saved["run"] == 1]
    assert (shown["generation"].max(), shown["best"].iloc[-1]) == (generation(live), 0)
    with Image.open(files[1]) as picture:
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 20


@pytest.mark.parametrize(
    ("place", "axis", "names", "never_missing"),
    [
        (
            "ancheta2020/control-described",
            "share of games lost",
            "generation,best,mean,distinct",
            ["best", "mean"],
        ),
        (
            "michie1963/person?against=careful",
            "chance against careful moves",
            "game,result,beads_drawn,random_lost,careful_lost,perfect_lost",
            ["random_lost", "perfect_lost"],
        ),
        (
            "mrugala2020/3x3",
            "share of games",
            "games,first_won,drawn,second_won,entries,first_perfect_lost,second_perfect_lost",
            ["first_won"],
        ),
    ],
)
def test_every_engine_has_labelled_axes_and_saves_numbers_and_a_picture_with_the_name_of_its_runs(
    live, downloads, place, axis, names, never_missing
):
    finish(live, at(place, "replicate=3"))
    live.run(WRITTEN)
    live.wait_until(lambda: axis in live.run("return written"))
    button(live, "Save picture (PNG)").click()
    assert any(text.endswith(", run 3") for text in live.run("return written"))
    button(live, "Save numbers (CSV)").click()
    file = downloads / f"{place.partition('?')[0].replace('/', '-')}-run-3.csv"
    live.wait_until(file.exists)
    saved = pd.read_csv(file)
    assert [*saved] == ["study", "treatment", "changes", "run", *names.split(",")]
    assert saved.iloc[-1][never_missing].notna().all()


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("hemingroth2025/exclusive", "generation"),
        ("ancheta2020/umg-listed?population=4&generations=70", "generation (logarithmic)"),
        ("michie1963/person", "game"),
        ("mrugala2020/3x3", "games (logarithmic)"),
    ],
)
def test_a_logarithmic_axis_is_called_so(live, place, named):
    """The saved picture copies the one that is drawn."""
    finish(live, place)
    live.run(WRITTEN)
    live.wait_until(lambda: named in live.run("return written"))


def test_numbers_by_generation_are_listed(live):
    live.one(".learn-numbers summary").click()
    finish(live, "ancheta2020/control-described")
    assert len(live.all(".learn-numbers tbody tr")) == generation(live) + 1


def test_pictures_are_drawn(live):
    finish(live, "ancheta2020/control-described")
    colours = """
      const {data} = arguments[0].getContext("2d").getImageData(0, 0, arguments[0].width, arguments[0].height);
      return new Set(new Uint32Array(data.buffer)).size
    """
    assert all(live.run(colours, canvas) > 5 for canvas in live.all("canvas"))


@pytest.mark.parametrize("fragment", READ)
def test_a_finished_run_can_be_read(browser, path, fragment):
    """Wide and dark, or narrow and light."""
    width, scheme = [(1280, "dark"), (390, "light")][READ.index(fragment) % 2]
    try:
        checks.set_window(browser, width, scheme)
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        finish(Match(browser.driver), fragment)
        checks.unfold(browser)
        assert checks.wider(browser) == []
        assert checks.violations(browser) == []
    finally:
        checks.unset_window(browser)


def worst_of_all_lines(tables, cell_of, seat):
    """Number of games, and how many of them go through each mistake: its fall in worth, position and cell."""
    next_position, side = tables.next_position, 1 if seat == 0 else -1

    @cache
    def value(position):
        ending = {CROSS_WON: 1, NOUGHT_WON: -1, DRAWN: 0}.get(tables.outcomes[tables.state_of[position]])
        if ending is not None:
            return ending
        after = [value(position) for position in next_position[position] if position >= 0]
        return max(after) if np.count_nonzero(tables.positions[position]) % 2 == 0 else min(after)

    mistakes = Counter()

    def games(position, made):
        if tables.outcomes[tables.state_of[position]] != OPEN:
            mistakes.update(made)
            return 1
        if np.count_nonzero(tables.positions[position]) % 2 != seat:
            return sum(games(after, made) for after in next_position[position] if after >= 0)
        cell = cell_of(position)
        after = next_position[position, cell]
        fall = side * (value(position) - value(after))
        return games(after, [*made, (fall, position, cell)] if fall > 0 else made)

    return games(0, []), mistakes


@pytest.mark.parametrize("seat", [0, 1])
def test_the_worst_mistake_is_that_of_all_lines_of_play(live, tables, seat):
    """For a player that marks the first free cell of every state's representative."""
    firsts = [row.tolist().index(0) if 0 in row else 9 for row in tables.states]
    genome = "".join(str(cell) if is_open else "9" for cell, is_open in zip(firsts, tables.open, strict=True))
    found = live.run("return TTT.bestPlayer.worstMistake(arguments[0], arguments[1])", genome, seat)
    cells = policy_of_genome(np.array([int(digit) for digit in genome], np.uint8))
    number, mistakes = worst_of_all_lines(tables, lambda position: int(np.flatnonzero(cells[position])[0]), seat)
    assert found["total"] == number
    fall, lines = max((fall, lines) for (fall, *_), lines in mistakes.items())
    worst = found["worst"]
    assert (worst["before"] - worst["after"], worst["lines"]) == (fall, lines)
    assert mistakes[fall, worst["position"], worst["cell"]] == lines
