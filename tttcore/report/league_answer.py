"""Answer in words and numbers which way of learning makes the strongest player of 3x3, and who beats whom."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from tttcore.league.classic import SEATS, best_groups
from tttcore.pipeline.table_files import Tables
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.names import PlayerNames
from tttcore.stats.intervals import LEVEL

PERFECT = f"{BASELINE_GROUP}/perfect"
"""Group of the perfect player."""


@dataclass(frozen=True)
class Score:
    """Points of the best treatment of a document, or of the perfect player, in a seat.

    Attributes
    ----------
    points, interval : in percent.
    of : number of treatments of which it is the best; 0 of the perfect player, which is no document's.
    leads : whether no document has more in this seat.
    weaker : whether it differs significantly from the leader.
    """

    points: str
    interval: str
    of: int
    leads: bool
    weaker: bool


@dataclass(frozen=True)
class Answer:
    """Answer to the question of the page.

    Attributes
    ----------
    sentence : who leads in which seat, and whether a leader may be one by chance.
    seats : seats with two documents or more, in words.
    rows : way of learning with its score in each seat, None in one that it didn't learn; the perfect player at last.
    is_behind : whether the perfect player has fewer points than a leader.
    met : documents whose players move second, in the order of the columns of `beats`.
    beats : documents with the points of their players, moving first, against those of each document of `met`; None
        where they don't meet.
    unbeatable : in each seat, how many players of each document no reply beats.
    """

    sentence: str
    seats: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Score | None]]]
    is_behind: bool
    met: Sequence[str]
    beats: Sequence[tuple[str, Sequence[float | None]]]
    unbeatable: str


def strongest(tables: Tables, *, approaches: Mapping[str, str], names: PlayerNames) -> Answer | None:
    """Compare the best treatments of all documents; None without two documents in a seat.

    A difference from the leader is significant if Nemenyi's test, which corrects for all pairs of groups, has p below
    0.05. Of the players that don't learn the perfect one alone is shown.

    Parameters
    ----------
    tables : of the league of 3x3, see `league.classic`.
    approaches : how the players of each study learn, and its document, by its name; other groups don't learn.
    names : names of the documents.
    """
    ranking = tables["ranking"].assign(study=tables["ranking"]["group"].str.split("/").str[0])
    learnt = ranking[ranking["study"].isin([*approaches])]
    best = {seat: best_groups(learnt[learnt["seat"] == seat], "study") for seat in SEATS}
    best = {seat: own for seat, own in best.items() if len(own) > 1}
    if not best:
        return None
    perfect = ranking[ranking["group"] == PERFECT].set_index("seat")
    tops = {seat: own.iloc[0] for seat, own in best.items()}
    apart = {seat: _apart(tables, top) for seat, top in tops.items()}
    studies = [*dict.fromkeys(study for own in best.values() for study in own["study"])]
    scores = [
        _scores(pd.concat([own, perfect.loc[[seat]]]), learnt[learnt["seat"] == seat], apart[seat])
        for seat, own in best.items()
    ]
    met, beats = _beats(tables["matrix"], studies, names)
    called = {**{study: approaches[study] for study in studies}, BASELINE_GROUP: "perfect player, for comparison"}
    return Answer(
        sentence=_leaders(best, apart, approaches),
        seats=[SEATS[seat] for seat in best],
        rows=[(name, [own.get(study) for own in scores]) for study, name in called.items()],
        is_behind=any(perfect["score"][seat] < top["score"] for seat, top in tops.items()),
        met=met,
        beats=beats,
        unbeatable=_unbeatable(tables["players"], studies, names),
    )


def _apart(tables: Tables, top: pd.Series) -> set[str]:
    """Groups that differ significantly from one in its seat."""
    pairs = tables["differences"]
    pairs = pairs[(pairs["seat"] == top["seat"]) & (pairs["p"] < LEVEL)]
    return {*pairs["a"][pairs["b"] == top["group"]], *pairs["b"][pairs["a"] == top["group"]]}


def _scores(shown: pd.DataFrame, learnt: pd.DataFrame, apart: Collection[str]) -> dict[str, Score]:
    """Scores by study in a seat, where the leader is the first one."""
    treatments, lead = learnt["study"].value_counts(), shown["score"].iloc[0]
    return {
        row["study"]: Score(
            points=_percent(row["score"]),
            interval=f"{100 * row['score_low']:.1f}–{100 * row['score_high']:.1f}",
            of=int(treatments.get(row["study"], 0)),
            leads=place == 0,
            weaker=row["score"] < lead and row["group"] in apart,
        )
        for place, row in enumerate(shown.to_dict("records"))
    }


def _leaders(
    best: Mapping[str, pd.DataFrame], apart: Mapping[str, Collection[str]], approaches: Mapping[str, str]
) -> str:
    """Short sentence on who leads in which seat, and whether a leader may be one by chance."""
    seats: dict[str, list[str]] = {}
    for seat, own in best.items():
        seats.setdefault(approaches[own["study"].iloc[0]], []).append(SEATS[seat])
    is_clear = all(own["group"].iloc[1:].isin(apart[seat]).all() for seat, own in best.items())
    end = "." if is_clear else ", but some differences may be chance."
    (leader, led), *others = seats.items()
    text = ", ".join([f"{leader} leads {_joined(led)}", *(f"{other} {_joined(own)}" for other, own in others)])
    return f"No single winner: {text}{end}" if others else f"{text[0].upper()}{text[1:]}{end}"


def _beats(
    matrix: pd.DataFrame, studies: Sequence[str], names: PlayerNames
) -> tuple[list[str], list[tuple[str, list[float | None]]]]:
    """Points of the players of each document that move first against each that move second, all treatments alike."""
    sides = matrix.assign(**{seat: matrix[seat].str.split("/").str[0] for seat in ("first", "second")})
    points = sides.groupby(["first", "second"])["score"].mean().round(2)
    first, second = ([name for name in studies if name in points.index.unique(seat)] for seat in ("first", "second"))
    rows = [(names.study(one), [points.get((one, other)) for other in second]) for one in first]
    return [*map(names.study, second)], rows


def _unbeatable(players: pd.DataFrame, studies: Sequence[str], names: PlayerNames) -> str:
    """Say of which documents no reply beats all players, some or none, in each seat."""
    counted = players.assign(unbeatable=players["reply_value"] <= 0).groupby(["seat", "study"])["unbeatable"]
    counts = counted.agg(["sum", "size", "mean"]).sort_values(["seat", "mean"], ascending=[True, False], kind="stable")
    parts = []
    for seat in counts.index.unique("seat"):
        alike: dict[str, list[str]] = {}
        for study, row in counts.xs(seat).iterrows():
            if study in studies:
                count = {0: "none", 1: "all"}.get(row["mean"], f"{row['sum']:.0f} of {row['size']:.0f}")
                alike.setdefault(count, []).append(names.study(str(study)))
        if alike:  # else nobody but fixed rules has learnt this seat
            parts.append(f"{SEATS[seat]}, {_joined(f'{count} of {_joined(of)}' for count, of in alike.items())}")
    text = "; ".join(parts)
    return text[:1].upper() + text[1:]


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _joined(texts: Iterable[str]) -> str:
    """Texts with commas, and "and" before the last."""
    *first, last = [*texts] or [""]
    return f"{', '.join(first)} and {last}" if first else last
