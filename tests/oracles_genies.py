"""Slow twin of a family of Genies: their games, deaths and births, and what is told of a run.

Source: post1999, Methods, Results, Appendix C.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import nan

from oracles_lattice import (
    EVALUATE,
    FIRST,
    RANDOM,
    SECOND,
    WIN_OR_BLOCK,
    Words,
    first_best,
    lines_through,
    play,
)

NEWBORN = 101


# Lives


@dataclass
class Genie:
    strategy: int
    genes: list
    wins: int = 0
    losses: int = 0
    draws: int = 0
    age: int = 0

    def player(self):
        return self.strategy, self.genes

    def halve(self):
        self.wins, self.losses, self.draws = self.wins // 2, self.losses // 2, self.draws // 2


def divided(above, below, division):
    if division == "real":
        return above / below
    towards_zero = abs(above) // below
    return towards_zero if above >= 0 else -towards_zero


def life_score(wins, losses, draws, *, goal="win", division="real"):
    if goal == "draw":
        wins, draws = draws, wins
    weight = 2 * wins + 2 * losses + draws
    return divided(100 * (2 * wins - 2 * losses - draws), weight, division) + 101 if weight else NEWBORN


def score_of(genie, recipe):
    score, results = recipe["score"], (genie.wins, genie.losses, genie.draws)
    if score["name"] == "lifetime":
        return life_score(*results, goal=recipe["goal"]) - score["ageing"] * genie.age
    return life_score(*results, goal=recipe["goal"], division=score["division"])


def strategy_3_genes(edge, dimensions):
    """Weights that amount to `win_or_block`."""
    most = max(len(through) for through in lines_through(edge, dimensions))
    return [0] * (edge - 1) + [most + 1] + [0] * (edge - 1) + [1]


def fixed_genes(strategy, edge, dimensions):
    return strategy_3_genes(edge, dimensions) if strategy == WIN_OR_BLOCK else [0] * (2 * edge)


def uniform(low, high, words):
    return low + words.below(high - low + 1)


def start_genes(start, edge, dimensions, words):
    if start["name"] == "uniform":
        return [uniform(start["low"], start["high"], words) for _ in range(2 * edge)]
    return strategy_3_genes(edge, dimensions) if start["name"] == "strategy_3" else [0] * (2 * edge)


def founders(recipe, words):
    edge, dimensions, static = recipe["edge"], recipe["dimensions"], recipe["static"]
    genes = fixed_genes(static["strategy"], edge, dimensions)
    return [
        Genie(static["strategy"], genes)
        if slot < static["count"]
        else Genie(EVALUATE, start_genes(recipe["start"], edge, dimensions, words))
        for slot in range(recipe["population"])
    ]


def unmarked(recipe):
    return recipe.get("unmarked", "empty")


def official_game(genies, recipe, words):
    first = words.below(len(genies))
    second = words.below(len(genies) - 1)
    second += second >= first
    one, other = genies[first], genies[second]
    if recipe.get("opening") == "static" and other.strategy != EVALUATE == one.strategy:
        one, other = other, one
    winner, _ = play(recipe["edge"], recipe["dimensions"], one.player(), other.player(), words, unmarked(recipe))
    if winner == 0:
        one.draws += 1
        other.draws += 1
    else:
        (one if winner == FIRST else other).wins += 1
        (other if winner == FIRST else one).losses += 1


def unofficial_share(genies, recipe, words):
    """Share of games that evolving Genies win against the random player, moving first in every other one."""
    games, results = recipe["unofficial"]["games"], Counter()
    for genie in genies[recipe["static"]["count"] :]:
        for game in range(games):
            seat = FIRST if game % 2 == 0 else SECOND
            players = [genie.player(), (RANDOM, None)]
            seated = players if seat == FIRST else reversed(players)
            winner, _ = play(recipe["edge"], recipe["dimensions"], *seated, words, unmarked(recipe))
            results[winner == seat] += 1
    return results[True] / results.total()


# Deaths and births


def spin(slots, weight, words):
    """A slot with a chance in proportion to its weight."""
    reach, mark = 0.0, words.fraction() * sum(weight(slot) for slot in slots)
    for slot in slots:
        reach += weight(slot)
        if reach > mark:
            return slot
    return slots[-1]


def without(slots, taken):
    return [slot for slot in slots if slot != taken]


def by_rank(scores, family, everyone, recipe, _words):
    """Slots of the one that dies, parent and mate."""
    candidates = everyone if recipe["replace"]["best_of"] == "everyone" else family
    dies = first_best(family, lambda slot: -scores[slot])
    parent = first_best(candidates, lambda slot: scores[slot])
    if recipe["cross"]["name"] == "copy":
        return dies, parent, parent
    return dies, parent, first_best(without(candidates, parent), lambda slot: scores[slot])


def by_roulette(scores, family, _everyone, recipe, words):
    """Slots of the one that dies, parent and mate, drawn by chance."""
    kept = [min(max(score, 1), 201) for score in scores]
    dies = spin(family, lambda slot: 202 - kept[slot], words)
    parent = spin(family, lambda slot: kept[slot], words)
    if recipe["cross"]["name"] == "copy":
        return dies, parent, parent
    return dies, parent, spin(without(family, parent), lambda slot: kept[slot], words)


def by_nothing(_scores, family, _everyone, recipe, words):
    """Slots of the one that dies, parent and mate, all as likely."""
    dies, parent = (family[words.below(len(family))] for _ in range(2))
    if recipe["cross"]["name"] == "copy":
        return dies, parent, parent
    others = without(family, parent)
    return dies, parent, others[words.below(len(others))]


CHOICES = {"worst": by_rank, "roulette": by_roulette, "neutral": by_nothing}


def crossed(parent, mate, cross, words):
    if cross["name"] == "copy":
        return list(parent)
    return [b if words.fraction() < cross["share"] else a for a, b in zip(parent, mate, strict=True)]


def mutated(genes, mutate, words):
    child = []
    for gene in genes:
        if words.fraction() >= mutate["percent"] / 100:
            child.append(gene)
        elif mutate["name"] == "drift":
            child.append(gene + words.below(3) - 1)
        else:
            child.append(uniform(mutate["low"], mutate["high"], words))
    return child


# Runs


@dataclass
class History:
    """Record of a run, generation by generation."""

    scores: list = field(default_factory=list)
    died: list = field(default_factory=list)
    parent: list = field(default_factory=list)
    mate: list = field(default_factory=list)
    genes: list = field(default_factory=list)
    unofficial: list = field(default_factory=list)


def run(recipe, main_word, unofficial_word):
    """History of a run from the words that its two streams start from."""
    words, aside, history = Words(main_word), Words(unofficial_word), History()
    genies = founders(recipe, words)
    history.genes = [genie.genes for genie in genies[recipe["static"]["count"] :]]
    for generation in range(1, recipe["generations"] + 1):
        live(genies, recipe, words)
        scores = [score_of(genie, recipe) for genie in genies]
        history.scores.append(scores)
        if generation % recipe["unofficial"]["every"] == 0:
            history.unofficial.append(unofficial_share(genies, recipe, aside))
        replace(genies, scores, recipe, words, history)
    return history


def live(genies, recipe, words):
    if recipe["score"]["name"] == "halved":
        for genie in genies:
            genie.halve()
    for _ in range(recipe["games"]):
        official_game(genies, recipe, words)


def replace(genies, scores, recipe, words, history):
    everyone = list(range(len(genies)))
    family = everyone[recipe["static"]["count"] :]
    dies, parent, mate = CHOICES[recipe["replace"]["name"]](scores, family, everyone, recipe, words)
    genes = crossed(genies[parent].genes, genies[mate].genes, recipe["cross"], words)
    child = Genie(EVALUATE, mutated(genes, recipe["mutate"], words))
    for slot in family:
        genies[slot].age += 1
    genies[dies] = child
    history.died.append(dies)
    history.parent.append(parent)
    history.mate.append(mate)
    history.genes.append(child.genes)


# Summaries of a run


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else nan


def averages(history, recipe):
    """[average of the evolving family with the newborn in the place of the one that dies, of the static one]."""
    count = recipe["static"]["count"]
    return [
        (mean(NEWBORN if slot == died else scores[slot] for slot in range(count, len(scores))), mean(scores[:count]))
        for scores, died in zip(history.scores, history.died, strict=True)
    ]


def success(history, recipe):
    """Generation of success, or None."""
    for generation in range(recipe["success"]["window"], recipe["generations"] + 1):
        if held(history, recipe, generation):
            return generation
    return None


def held(history, recipe, generation):
    """True if the evolving family is successful over the window that ends in a generation."""
    last = averages(history, recipe)[generation - recipe["success"]["window"] : generation]
    evolving, static = (mean(trace) for trace in zip(*last, strict=True))
    return evolving >= recipe["success"]["score"] and evolving > static


def families(history, recipe):
    """Genes by slot of the evolving family in each generation, and after the last one."""
    count, evolving = recipe["static"]["count"], recipe["population"] - recipe["static"]["count"]
    family = {count + place: genes for place, genes in enumerate(history.genes[:evolving])}
    yield dict(family)
    for died, child in zip(history.died, history.genes[evolving:], strict=True):
        family[died] = child
        yield dict(family)


def summary(history, recipe):
    """Row of a run in the table of runs."""
    count, (*_, last, after) = recipe["static"]["count"], families(history, recipe)
    scores, died, found = history.scores[-1], history.died[-1], success(history, recipe)
    survivors = [scores[slot] for slot in last if slot != died]
    best = first_best(sorted(last), lambda slot: scores[slot])
    newborn = [slot == before for before, slot in zip(history.died, history.died[1:], strict=False)]
    return {
        "generations": found or recipe["generations"],
        "censored": found is None,
        "held": held(history, recipe, recipe["generations"]),
        "evolving": mean([*survivors, NEWBORN]),
        "evolving_before": mean(scores[slot] for slot in last),
        "evolving_without": mean(survivors),
        "static": mean(scores[:count]),
        "genes": [mean(genes) for genes in zip(*after.values(), strict=True)],
        "champion": " ".join(str(gene) for gene in last[best]),
        "newborn_deaths": mean(newborn),
        "unofficial": history.unofficial[-1] if history.unofficial else nan,
    }


def combined(genes):
    """Combined genes: the opponent's from most marks down, that of empty lines, own ones upwards."""
    edge = len(genes) // 2
    own, theirs = genes[:edge], genes[edge:]
    shown = {f"-{marks}": theirs[marks] for marks in range(edge - 1, 0, -1)}
    shown["0"] = own[0] + theirs[0]
    return shown | {f"+{marks}": own[marks] for marks in range(1, edge)}
