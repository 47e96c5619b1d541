"""Random numbers in the page: numpy's and the package's, word for word."""

import json

import numpy as np
import pytest
from learn_pages import scripts_alone

from tttcore.pipeline.rng import binomials, pick, random_uint64, stream

NAMES = [("ancheta2020", "control-listed", 17), ("naïve – ß", "x" * 200, 0), ("a", 2**31)]
"""One is longer than a block of the digest."""
BINOMIALS = [(627, 0.001), (627, 0.05), (2000, 0.9), (50, 0.7), (100_000, 0.3), (9, 0.0)]
"""Trials and chances: by inversion, by rejection, by their rarer result."""
DRAWS = 400
CHANCES = np.linspace(0, 1, 301)


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    browser.open(scripts_alone(tmp_path_factory.mktemp("streams")))
    return browser


def ask(page, script, *arguments):
    """What a script finds on a stream, the first argument being its seed and path."""
    begin = "const stream = new TTT.streams.Stream(...arguments[0]); const given = arguments;"
    return json.loads(page.run(f"{begin} return JSON.stringify({script})", *arguments))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 2020, 10**12])
def test_a_named_stream_has_the_words_of_the_package(page, name, seed):
    found = ask(page, "[Array.from(stream.words(1001, 1)), stream.random()]", [seed, list(name)])
    rng = stream(seed, *name)
    assert np.array(found[0], np.uint32).view(np.uint64).tolist() == random_uint64(rng, 1001, per_word=1).tolist()
    assert found[1] == rng.random()


@pytest.mark.parametrize(
    "choices",
    [1, 9, 765, 4095],
)
def test_picks_are_those_of_the_package(page, choices):
    script = "Array.from({length: 300}, () => { const word = stream.words(1, 1);" \
        " return [TTT.streams.pick(word, 0, given[1]), ...word]; })"  # fmt: skip
    found = ask(page, script, [0, ["picks", choices]], choices)
    drawn = random_uint64(stream(0, "picks", choices), 300, per_word=1)
    for (picked, low, high), word in zip(found, drawn, strict=True):
        wanted, left = pick(word, np.uint64(choices))
        assert (picked, low + (high << 32)) == (int(wanted), int(left))


@pytest.mark.parametrize(("trials", "chance"), BINOMIALS)
def test_binomial_numbers_are_those_of_numpy(page, trials, chance):
    script = f"Array.from({{length: {DRAWS}}}, () => TTT.binomials.binomial(stream, given[1], given[2]))"
    found = ask(page, script, [1, ["binomial"]], trials, chance)
    assert found == stream(1, "binomial").binomial(trials, chance, size=DRAWS).tolist()


@pytest.mark.parametrize("chances", [(0.05, 0.9, 0.0, 0.05), (0.0, 0.0, 1.0, 0.0), (0.25, 0.5, 0.0, 0.25)])
def test_multinomial_numbers_are_those_of_numpy(page, chances):
    script = "Array.from({length: 100}, () => TTT.binomials.multinomial(stream, 2000, given[1]))"
    rng = stream(1, "multinomial")
    assert ask(page, script, [1, ["multinomial"]], chances) == [
        rng.multinomial(2000, chances).tolist() for _ in range(100)
    ]


@pytest.mark.parametrize("trials", [0, 1, 299, 300, 1000])
def test_numbers_of_lost_games_are_those_of_the_package(page, trials):
    found = ask(
        page, "Array.from(TTT.binomials.binomials(stream, given[1], given[2]))", [1, ["lost"]], trials, CHANCES.tolist()
    )
    assert found == binomials(stream(1, "lost"), trials, CHANCES).tolist()
