"""What is told of a run of Genies, computed slowly from the history of the plain reference.

Source: post1999, Results.
"""

from math import nan

from reference.lattice import Words

from tttcore.engines.genies import reference
from tttcore.engines.genies.reference import NEUTRAL, first_best


def run(recipe, main_word, unofficial_word):
    """History of a run from the words that its two streams start from."""
    return reference.run(recipe, Words(main_word), Words(unofficial_word))


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else nan


def averages(history, recipe):
    """[average of the evolving family with the newborn in the place of the one that dies, of the static one]."""
    count = recipe["static"]["count"]
    return [
        (mean(NEUTRAL if slot == died else scores[slot] for slot in range(count, len(scores))), mean(scores[:count]))
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


def kept(history, recipe, later=100):
    """Mean share of the evolving family, by generation, that is still there some generations later."""
    births = dict.fromkeys(range(recipe["static"]["count"], recipe["population"]), 0)
    alive = []
    for generation, died in enumerate(history.died, start=1):
        births[died] = generation
        alive.append({*births.items()})
    pairs = list(zip(alive, alive[later:], strict=False))
    return mean(len(now & then) / len(now) for now, then in pairs) if pairs else nan


def summary(history, recipe):
    """Row of a run in the table of runs."""
    count, (*_, last, after) = recipe["static"]["count"], families(history, recipe)
    scores, died, found = history.scores[-1], history.died[-1], success(history, recipe)
    survivors = [scores[slot] for slot in last if slot != died]
    best = first_best(sorted(last), lambda slot: scores[slot])
    return {
        "generations": found or recipe["generations"],
        "censored": found is None,
        "held": held(history, recipe, recipe["generations"]),
        "evolving": mean([*survivors, NEUTRAL]),
        "evolving_before": mean(scores[slot] for slot in last),
        "evolving_without": mean(survivors),
        "static": mean(scores[:count]),
        "genes": [mean(genes) for genes in zip(*after.values(), strict=True)],
        "champion": " ".join(str(gene) for gene in last[best]),
        "kept": kept(history, recipe),
        "unofficial": history.unofficial[-1] if history.unofficial else nan,
    }
