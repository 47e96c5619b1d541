"""Slow twin of the document's players and their evolution: every game, every child, on the twin of its listing.

What follows from a scenario alone is remembered (`cache`).

Source: hemingroth2025, Training and Figures 2 and 3.
"""

from collections import Counter
from functools import cache

from oracles_hemingroth import EMPTY, NOTHING, VARIANTS, destination, is_open, play, reduced, scenarios, turn, winner


@cache
def shown_as(s):
    """The base case, and for each of its cells the one of the scenario that it comes from."""
    least, undo = reduced(s, VARIANTS)
    return least, tuple(destination(undo, cell) for cell in range(9))


def key(s):
    return int("".join(str(cell + 2) for cell in s))


@cache
def situations():
    """Base cases of all open scenarios by their keys, in order."""
    return {key(least): least for least in sorted({shown_as(s)[0] for s in scenarios()})}


def free_cells(s):
    return [cell for cell in range(9) if s[cell] == EMPTY]


def meaning(shown, allele, taken):
    """Cell of a base case that an allele marks."""
    free = free_cells(shown)
    if taken == "modulo":
        return free[allele % len(free)]
    while shown[allele] != EMPTY:
        assert taken == "next_free"
        allele = (allele + 1) % 9
    return allele


def random_genome(rng, taken):
    """Alleles by key."""
    return {
        number: rng.choice(free_cells(shown)) if taken == "never" else rng.randrange(9)
        for number, shown in situations().items()
    }


def games(genome, seat, taken):
    """Counter of the results of all games in which the opponent of `seat` (1 or -1) tries every reply."""
    ends = Counter()

    def follow(s):
        if not is_open(s):
            ends[winner(s)] += 1
        elif turn(s) == seat:
            least, cells = shown_as(s)
            follow(play(s, cells[meaning(least, genome[key(least)], taken)]))
        else:
            for cell in free_cells(s):
                follow(play(s, cell))

    follow(NOTHING)
    return ends


def lost_share(genome, taken):
    """Games lost / games played, over both seats."""
    first, second = games(genome, 1, taken), games(genome, -1, taken)
    return (first[-1] + second[1]) / (first.total() + second.total())


def tournament(scores, size, rng):
    return min(rng.sample(range(len(scores)), size), key=lambda row: scores[row])


def switching(parent, mate, rate, rng):
    """A child that starts with one parent's genes and changes over with chance `rate` before each further gene."""
    givers, child = [parent, mate], {}
    for place, number in enumerate(parent):
        if place and rng.random() < rate:
            givers.reverse()
        child[number] = givers[0][number]
    return child


def reset(genome, rate, rng):
    """A copy with each allele drawn anew with chance `rate`."""
    return {number: rng.randrange(9) if rng.random() < rate else allele for number, allele in genome.items()}


def make_child(population, scores, size, reading, rate, switch, rng):
    """One child by one of the readings of the operators' probabilities."""
    kind, *chances = reading

    def pick():
        return population[tournament(scores, size, rng)]

    if kind == "independent":
        mutate, cross = chances
        child = switching(pick(), pick(), switch, rng) if rng.random() < cross else dict(pick())
        return reset(child, rate, rng) if rng.random() < mutate else child
    if kind == "exclusive":
        mutate, replicate = chances
        cross = 1 - mutate - replicate
    else:
        mutate, replicate, cross = chances
    operator = rng.choices(["mutate", "replicate", "cross"], [mutate, replicate, cross])[0]
    if operator == "cross":
        return switching(pick(), pick(), switch, rng)
    return reset(pick(), rate, rng) if operator == "mutate" else dict(pick())


def evolve(rng, *, population, generations, size, reading, rate, switch):
    """Yields the shares lost in each generation, the initial population first."""
    organisms = [random_genome(rng, "modulo") for _ in range(population)]
    for _ in range(generations):
        scores = [lost_share(genome, "modulo") for genome in organisms]
        yield scores
        organisms = [make_child(organisms, scores, size, reading, rate, switch, rng) for _ in range(population)]
