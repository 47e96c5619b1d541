"""Final scores, successes and their rules against other packages and oracles; rises and plateaus in plain loops."""

import math
import statistics
from functools import partial
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE
from helpers.rows import agrees, keyed, mean, share, told
from helpers.texts import message
from reference import genies as twin

from tttcore.engines.genies import engine as genies
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import median_interval, share_interval
from tttcore.studies.post1999 import scores as module
from tttcore.studies.post1999.genes import final_genes
from tttcore.studies.post1999.scores import QUANTITIES, final_scores, onset_of_success, plateau, turnover
from tttcore.studies.post1999.success import SMALL_SAMPLES, first_runs, small_samples, success_grid, success_rates

pytestmark = pytest.mark.filterwarnings("error")


OF_STATIC = ("static_beaten", "ahead")
"""Quantities that follow from the scores of the static family."""


def runs(n, treatment="cube"):
    rng = stream(0, "tests", "averages", treatment)
    table = pd.DataFrame({name: rng.normal(120, 5, n) for name in QUANTITIES if name not in OF_STATIC})
    return table.assign(treatment=treatment, replicate=range(n), kept=rng.random(n))[::-1]


def test_final_scores_against_another_package():
    made = pd.concat([runs(30), runs(12, "square")])
    table = final_scores(made, 5, partial(stream, 0))
    for (treatment, quantity), row in keyed(table, treatment=["cube", "square"], quantity=QUANTITIES):
        if quantity in OF_STATIC:
            continue
        own = made[made["treatment"] == treatment].set_index("replicate")[quantity].sort_index().to_numpy()
        agrees(row, n=own.size, mean=mean(own), sd=own.std(ddof=1), median=np.median(own), first_mean=own[:5].mean())
        agrees(row, minimum=own.min(), maximum=own.max(), of_few=own.mean())
        normal = 1.96 * own.std() / np.sqrt(5)
        ends = [row["of_few_low"], row["of_few_high"]]
        assert ends == pytest.approx([own.mean() - normal, own.mean() + normal], abs=normal / 5)


def test_final_scores_of_odd_runs(snapshot):
    """Static families at the lowest score; no unofficial games; a single run; runs that don't vary."""
    odd = [runs(4).assign(static=[1, 1, 1.5, 1], unofficial=np.nan), runs(1), runs(3).assign(static=1.0)]
    tables = [final_scores(made, 5, partial(stream, 0)) for made in odd]
    tables[2] = tables[2][tables[2]["quantity"] == "static"]
    assert "\n\n".join(map(told, tables)) == snapshot


def test_turnover():
    made = pd.concat([runs(10), runs(1, "alone")])
    made.loc[(made["treatment"] == "cube") & (made["replicate"] == 3), "kept"] = np.nan  # a short run
    made.loc[(made["treatment"] == "cube") & (made["replicate"] == 4), "kept"] = 0.5
    table = turnover(made)
    cube, alone = table.to_dict("records")
    own = made.loc[made["treatment"] == "cube", "kept"].dropna()
    kept, held = mean(own), share(own >= 0.5)
    assert [*cube.values()] == pytest.approx(["cube", 9, *kept, *held])
    assert 1 / 9 < held[0] < 1
    agrees(alone, treatment="alone", kept=[made.iloc[-1]["kept"], math.nan, math.nan])


LATE = module.LATE


@pytest.fixture(autouse=True)
def _early(monkeypatch):
    """Early successes count, so that traces drawn by hand can be short."""
    monkeypatch.setattr(module, "LATE", 1)


def test_early_successes_have_no_rise(monkeypatch):
    monkeypatch.setattr(module, "LATE", LATE)
    climb = [100.0] * 5 + [120.0] * (LATE - 5)
    assert (rise_of(climb)["n"], rise_of(climb[:-1])["n"]) == (1, 0)


def tables(traces, solved, treatment="cube"):
    """Runs and traces from the averages of each run and the generation of its success, None without."""
    runs = [
        (treatment, run, len(own) if at is None else at, at is None)
        for run, (own, at) in enumerate(zip(traces, solved, strict=True))
    ]
    rows = [(treatment, run, g, average) for run, own in enumerate(traces) for g, average in enumerate(own, start=1)]
    return (
        pd.DataFrame(runs, columns=["treatment", "replicate", "generations", "censored"]),
        pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "evolving"]),
    )


def rise_of(*traces, window=1, solved=None):
    """The row of traces that succeed in their last generation."""
    made = tables(traces, solved or [len(own) for own in traces])
    (row,) = onset_of_success(*made, {"cube": {"success": {"window": window}}}).to_dict("records")
    return row


PAUSED = {"pause": 200, "longest_pause": 200, "paused": 1}
RISES = {
    "a step": ([100] * 300 + [120], {"n": 1, "steepest_share": 1, "duration": 1, "pause": 0, "paused": 0}),
    "a steady rise": (range(401), {"steepest_share": 50 / 400, "duration": 201, **PAUSED}),
    "a pause half way": ([90] * 100 + [105] * 200 + [120], {"steepest_share": 0.5, "duration": 201, **PAUSED}),
    "a pause before a fall; the climb is the last, from 92 to 119":
        ([90] * 10 + [105] * 150 + [90] * 60 + [92, 100, 110, 119, 120], {"pause": 150, "paused": 1, "duration": 3}),
    "one generation less": ([90] * 10 + [105] * 149 + [90] * 60 + [120], {"pause": 149, "paused": 0}),
    "stays under a quarter and over three": ([90] * 200 + [97] * 200 + [113] * 200 + [120], {"pause": 0}),
    "making up for a fall": ([100] * 10 + [60] * 100 + [100] * 100 + [110] * 100 + [120], {"steepest_share": 0.5}),
    "rising from a fall at once": ([100] * 10 + [60] * 100 + [120], {"steepest_share": 1}),
}  # fmt: skip


@pytest.mark.parametrize(("trace", "expected"), RISES.values(), ids=RISES)
def test_rises_by_hand(trace, expected):
    agrees(rise_of(trace), **expected)


@pytest.mark.parametrize("last_digit", [-1e-15, 0, 1e-15])
def test_limits_are_met_whatever_the_last_digit(last_digit):
    """A quarter is in the band, three are not."""
    averages = np.array([0, 1, 1, 3, 3, 3, 4]) / 3 + 0.1
    averages[1:6] *= 1 + last_digit
    row = rise_of(averages.tolist())
    assert (row["pause"], row["duration"]) == (2, 3)


def test_runs_without_a_rise_or_a_success():
    """A run that is successful at once has no rise."""
    assert rise_of([115] * 51, [100] * 50 + [120], window=3, solved=[3, 51])["n"] == 1
    agrees(rise_of([115, 112]), n=0, pause=math.nan)
    made = tables([[100.0] * 30, [101.0] * 30], [None, None])
    recipes = {"cube": {"success": {"window": 20}}}
    for table in (onset_of_success(*made, recipes), plateau(*made, ceilings={})):
        (row,) = table.to_dict("records")
        assert (row.pop("treatment"), row.pop("n")) == ("cube", 0)
        assert np.isnan([value for name, value in row.items() if not name.endswith("_trials")]).all()


def noisy(n, length, name):
    rng = stream(0, "tests", "rises", name)
    changes = np.sort(rng.integers(0, length * 5 // 4, (n, 3)), axis=1)
    levels = np.array([95, 104, 100, 121])
    return [
        (levels[np.searchsorted(own, np.arange(length), side="right")] + rng.normal(0, 4, length)).astype(np.float32)
        for own in changes
    ]


def second_success(averages, window, score):
    ends = range(window, len(averages) + 1)
    return next((g for g in ends if statistics.fmean(averages[g - window : g].tolist()) >= score), None)


def second_shape(averages, success, window):
    """Steepest share, duration and pause, generation by generation from the definitions."""
    scores = {g: statistics.fmean(averages[g - window : g].tolist()) for g in range(window, success + 1)}
    start, end = scores[window], scores[success]
    if end <= start:
        return None
    part = {g: (score - start) / (end - start) for g, score in scores.items()}
    best = {g: max(part[h] for h in part if h <= g) for g in part}
    steepest = max(best[g] - best.get(g - 50, 0) for g in best) / best[success]
    low = max(g for g in part if part[g] < 0.25)
    duration = min(g for g in part if g > low and part[g] >= 0.75) - low
    pause = stay = 0
    for score in part.values():
        stay = stay + 1 if 0.25 <= score < 0.75 else 0
        pause = max(pause, stay)
    return steepest, duration, pause


@pytest.mark.parametrize("window", [5, 20])
def test_definitions_generation_by_generation(window):
    traces = noisy(25, 400, window)
    solved = [second_success(own, window, 108) for own in traces]
    shapes = [second_shape(own, at, window) for own, at in zip(traces, solved, strict=True) if at]
    shapes = [shape for shape in shapes if shape]
    assert 10 < len(shapes) < 25
    row = rise_of(*traces, window=window, solved=solved)
    steepest, durations, pauses = (sorted(values) for values in zip(*shapes, strict=True))
    agrees(row, n=len(shapes), pause=statistics.median_low(pauses), longest_pause=max(pauses))
    agrees(row, steepest_share=[*median_interval("s", steepest).values()], duration=statistics.median_low(durations))
    agrees(row, paused=np.mean([pause >= 150 for pause in pauses]), abrupt=share(each <= 50 for each in durations))


def test_generations_above_a_ceiling():
    traces = [[90, 115, 120, 131, 125], [90, 90, 110, 116, 140], [80, 80, 80, 112, 99]]
    made = tables(traces, [2, 3, 4])
    (row,) = plateau(*made, ceilings={"cube": 120.0}).to_dict("records")
    agrees(row, ceiling=120, above=mean([2 / 3, 1 / 2, 0]))
    assert math.isnan(plateau(*made, ceilings={"equal": 120.0})["above"].item())


def test_variation_after_success():
    traces = noisy(9, 200, "plateau")
    solved = [150, 20, None, 199, 120, 198, 200, 60, 5]
    (row,) = plateau(*tables(traces, solved), ceilings={}).to_dict("records")
    after = [own[at:].astype(float).tolist() for own, at in zip(traces, solved, strict=True) if at and at < 200]
    steps = [[b - a for a, b in pairwise(own)] for own in after]
    spreads = ([statistics.stdev(own) for own in each if len(own) > 1] for each in (after, steps))
    sd, step_sd = map(statistics.median_low, spreads)
    top = np.percentile([average for own in after for average in own], 97.5)
    agrees(row, n=7, level=mean(map(statistics.fmean, after)), sd=sd, step_sd=step_sd, top=top)


def test_treatments_of_different_length_stay_apart():
    both = [tables(noisy(4, 300, "long"), [200, 150, 250, 299], "z"), tables(noisy(3, 90, "short"), [80, 70, 60], "a")]
    runs, traces = (pd.concat(parts) for parts in zip(*both, strict=True))
    recipes = {name: {"success": {"window": window}} for name, window in (("z", 20), ("a", 5))}
    mixed = runs.sample(frac=1, random_state=1).sort_values("treatment", ascending=False, kind="stable")
    for make in (lambda *of: onset_of_success(*of, recipes), partial(plateau, ceilings={})):
        table = make(runs, traces)
        assert table["treatment"].tolist() == ["z", "a"]
        pd.testing.assert_frame_equal(table, pd.concat([make(*part) for part in both], ignore_index=True))
        pd.testing.assert_frame_equal(table, make(mixed, traces.sample(frac=1, random_state=2)))


def test_a_trace_with_a_gap_is_refused():
    runs, traces = tables([[100.0] * 30, [101.0] * 30], [25, 20])
    for broken in (traces.drop(12), traces[traces["generation"] > 1], traces[traces["generation"] != 7]):
        refused = message(plateau, runs, broken, ceilings={})
        assert refused == "cube: the generations of a run must be 1, 2, 3 and so on to the last"


TAKEN = {"cube": [300, None, 1000, 1001, 700, 999, 2000, None], "short": [None, 40, None]}
"""Generations to success of each run; None for no success."""
RECIPES = {"cube": {"generations": 2000}, "short": {"generations": 1000}}


@pytest.fixture
def successes():
    rng = stream(0, "tests", "successes")
    columns = ["treatment", "replicate", "generations", "censored", "held", "genes"]
    rows = []
    for treatment, own in TAKEN.items():
        for replicate, last in enumerate(own):
            genes = rng.normal([2, 0, 1, 5] * 2, 2)
            end, held = last or RECIPES[treatment]["generations"], bool(last) and replicate % 2 == 0
            rows.append((treatment, replicate, end, not last, held, genes))
    return pd.DataFrame(rows, columns=columns)


def test_successes(successes):
    """Of `TAKEN`, runs with even numbers are successful in the end; those stopped at 2,000 did not succeed there."""
    table = success_rates(successes, RECIPES, 5, within=[999, 1000, 2000])
    counts = ["treatment", "success", "within", "successes", "n", "first"]
    assert sorted(table[counts].itertuples(index=False, name=None)) == [
        *(("cube", "at any time", *own) for own in ((999, 3, 8, 2), (1000, 4, 8, 3), (2000, 6, 8, 4))),
        *(("cube", "in the end", *own) for own in ((999, 2, 8, 2), (1000, 3, 8, 3), (2000, 4, 8, 3))),
        *(("short", "at any time", *own) for own in ((999, 1, 3, 1), (1000, 1, 3, 1))),
        *(("short", "in the end", *own) for own in ((999, 0, 3, 0), (1000, 0, 3, 0))),
    ]
    for row in table.to_dict("records"):
        agrees(row, share=share([True] * row["successes"] + [False] * (row["n"] - row["successes"])))


def test_the_order_of_runs_does_not_matter(successes):
    shuffled = pd.concat([own.sample(frac=1, random_state=0) for _, own in successes.groupby("treatment", sort=False)])
    in_order, mixed = (success_rates(each, RECIPES, 5, within=[1000]) for each in (successes, shuffled))
    pd.testing.assert_frame_equal(mixed, in_order)
    pd.testing.assert_frame_equal(first_runs(shuffled, 5), first_runs(successes, 5))


def test_no_treatment_lasts_so_long(successes):
    table = small_samples(success_rates(successes, RECIPES, 5, within=[5000]), of=5)
    assert (len(table), {*table}) == (0, {*SMALL_SAMPLES})


@pytest.mark.parametrize(("ours", "n"), [(4, 40), (40, 100), (50, 100), (97, 100)])
def test_small_samples_sequence_by_sequence(ours, n):
    """Every sequence of five runs with its chance; the test by every way to share out all successes."""
    shares = pd.DataFrame({"treatment": ["cube"], "success": ["in the end"], "within": [1000], "n": [n]})
    ends = {name: value for name, value in share_interval("share", ours, n).items() if name != "share"}
    table = small_samples(shares.assign(successes=ours, share=ours / n, **ends), of=5)
    below, above = ends["share_high"] < 0.5, ends["share_low"] > 0.5
    assert table["contrary"].tolist() == [above] * 3 + [below] * 3
    probabilities = [0.0] * 6
    for sequence in product((0, 1), repeat=5):
        probabilities[sum(sequence)] += math.prod(ours / n if success else 1 - ours / n for success in sequence)
    wrong = table.loc[table["chance"] < 0.05, "probability"].sum()
    for successes, row in enumerate(table.to_dict("records")):
        together = ours + successes
        ways = [math.comb(5, own) * math.comb(n, together - own) for own in range(min(5, together) + 1)]
        no_likelier = sum(other for other in ways if other <= ways[successes] * (1 + 1e-7))
        agrees(row, successes=successes, of=5, probability=probabilities[successes], wrong=wrong)
        agrees(row, chance=no_likelier / math.comb(n + 5, together), chance_least=table["chance"].min())
    assert len(table) == 6


def test_first_runs(successes):
    genes = final_genes(successes, 5).groupby("treatment")
    ends = {"cube": "300, >2000, 1000, 1001, 700", "short": ">1000, 40, >1000"}
    for (treatment,), row in keyed(first_runs(successes, 5), treatment=ends):
        by_first, by_all = (
            [gene.gene for gene in genes.get_group(treatment).itertuples() if getattr(gene, p) < 0.05]
            for p in ("first_p", "p_holm")
        )
        agrees(row, significant=", ".join(by_first) or "none", significant_all=", ".join(by_all) or "none")
        agrees(row, missed=", ".join(gene for gene in by_all if gene not in by_first), generations=ends[treatment])
        of_first = {"successes": 3, "of": 5} if treatment == "cube" else {"successes": 0, "of": 3}
        agrees(row, **of_first)
    assert by_all == []


def test_what_a_few_runs_miss():
    """+3 differs from zero already in five runs, +2 only in all, -3 in five by chance, the others never."""
    genes = np.zeros((40, 8))
    noise = np.tile([-1.0, 1.0], 20)
    genes[:, 3] = 20 + noise
    genes[:, 2] = 1.2 + 2 * noise
    genes[:, 7] = np.where(np.arange(40) < 5, 3 + noise, -3 / 7 + noise)
    genes[:, [0, 1, 4, 5, 6]] = noise[:, None]
    made = pd.DataFrame({"treatment": "cube", "replicate": range(40), "generations": 5, "censored": False})
    (row,) = first_runs(made.assign(genes=list(genes), held=True), 5).itertuples()
    assert (row.significant, row.significant_all, row.missed) == ("-3, +3", "+2, +3", "+2")


def test_rules_of_success_are_the_twins():
    """By other scores and windows, of which those longer than a run are left out; the recipe's own is that of runs."""
    recipe = RECIPE | {"generations": 40, "success": {"score": 105, "window": 4}}
    with np.errstate(over="ignore"):  # numbers of fixed width warn without a compiler
        histories = list(run_replicates(genies, "tests", "grid", recipe, None, seed=0, replicates=range(8)))
    summary = genies.summarise(pd.DataFrame(histories), {"grid": recipe})
    options = {"treatments": ["grid"], "offsets": [-10, 0, 3], "windows": [1, 4, 100]}
    traces = pd.concat([summary.traces.assign(treatment="other"), summary.traces])
    table = success_grid(traces, {"grid": recipe}, **options)
    seeds = [stream(0, "tests", "grid", run).bit_generator.random_raw(2).tolist() for run in range(8)]
    plain = [twin.run(recipe, *seed) for seed in seeds]
    for (_, window, score), row in keyed(table, treatment=["grid"], window=[1, 4], score=[95, 105, 108]):
        asked = recipe | {"success": {"score": score, "window": window}}
        agrees(row, share=share(twin.success(history, asked) is not None for history in plain))
        agrees(row, held=share(twin.held(history, asked, 40) for history in plain))
    (own,) = table[(table["window"] == 4) & (table["score"] == 105)].itertuples()
    assert (own.n, own.share, own.held) == (
        8,
        1 - summary.runs["censored"].mean(),
        summary.runs["held"].mean(),
    )
