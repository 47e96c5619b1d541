"""Reference implementation of both documents' genetic algorithms in plain Python: read this first.

A genome is a list of alleles. Tests compare the operators, kernels and whole runs with these functions: exactly where
nothing is random, else by distribution, since random numbers come from `random.Random` here.

Sources: ancheta2020, Genetic Algorithm (Figure 2) and Listing 1; hemingroth2025, Training and Figure 3.
"""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tttcore.games.classic import CROSS_WON, DRAWN, INVERSES, NOUGHT_WON, StateTables

Genome = list[int]
Choices = Sequence[Sequence[int]]
"""Alleles that each gene can have, none where the game is over."""
Evaluate = Callable[[Genome], float]
"""Proportion of games that an organism loses; less is better."""
Results = tuple[int, int, int]
"""Games won, lost and drawn."""


def play_out(player: Sequence[int], seat: Literal["first", "second"], tables: StateTables) -> Results:
    """Play every game in which the opponent tries every reply, on real boards, move by move.

    Parameters
    ----------
    player : (765,) cell that it marks in each state, carried over to a board by the symmetry between them.
    """
    own = 0 if seat == "first" else 1
    ends = {CROSS_WON: 0, NOUGHT_WON: 0, DRAWN: 0}
    pending = [0]
    while pending:
        position = pending.pop()
        state = tables.state_of[position]
        if not tables.open[state]:
            ends[int(tables.outcomes[state])] += 1
        elif tables.plies[state] % 2 == own:
            cell = INVERSES[tables.symmetry_of[position]][player[state]]
            pending.append(int(tables.next_position[position, cell]))
        else:
            pending.extend(int(after) for after in tables.next_position[position] if after >= 0)
    won, lost = ends[CROSS_WON], ends[NOUGHT_WON]
    return (won, lost, ends[DRAWN]) if seat == "first" else (lost, won, ends[DRAWN])


def evaluate(player: Sequence[int], tables: StateTables, *seats: Literal["first", "second"]) -> float:
    """Games lost / games played, over every line of play in the seats."""
    results = [play_out(player, seat, tables) for seat in seats]
    return sum(lost for _, lost, _ in results) / sum(map(sum, results))


# ancheta2020


def niched(fitness: Sequence[float]) -> list[float]:
    """Sectors of the roulette wheel, (1 - f) / m where m organisms have the same fitness f (fitness sharing)."""
    return [(1 - f) / fitness.count(f) for f in fitness]


def select(shares: Sequence[float], count: int, start: float) -> list[int]:
    """Stochastic universal sampling: rows of the organisms under equally spaced pointers, the first at `start`."""
    total = sum(shares)
    chosen = []
    for k in range(count):
        pointer = (start + k / count) % 1.0 * total
        turned = 0.0
        for organism, share in enumerate(shares):
            turned += share
            if pointer < turned:
                chosen.append(organism)
                break
    return chosen


def cross(parent: Genome, mate: Genome, sites: Sequence[int]) -> tuple[Genome, Genome]:
    """Two children that alternate between the parents at the given sites, cut slice by slice."""
    child: Genome = []
    twin: Genome = []
    givers = parent, mate
    for start, end in pairwise([None, *sorted(sites), None]):
        child.extend(givers[0][start:end])
        twin.extend(givers[1][start:end])
        givers = givers[::-1]
    return child, twin


def mutate(genome: Genome, genes: Sequence[int], choices: Choices, rng: random.Random) -> None:
    """Redraw genes in place; one of a finished state makes way for a new draw among all."""
    for gene in genes:
        if choices[gene]:
            genome[gene] = rng.choice(choices[gene])
        else:
            mutate(genome, [rng.randrange(len(genome))], choices, rng)


def preserve(population: int, pool: int) -> list[int]:
    """Controlled elite preservation: ranks of the pool that survive, counted from 1, truncated."""
    n = population
    return [int(i + Fraction((pool - n) * (i - 1) * (i - 2), (n - 1) * (n - 2))) for i in range(1, n + 1)]


def next_generation(
    organisms: list[Genome],
    scores: list[float],
    choices: Choices,
    evaluate: Evaluate,
    rng: random.Random,
    *,
    sites: int,
    as_listed: bool = False,
    judge: Evaluate | None = None,
) -> tuple[list[Genome], list[float]]:
    """Organisms of the next generation and their fitness.

    Parameters
    ----------
    sites : crossover sites of a pair.
    as_listed : mutate in place and don't niche, as the authors' program does.
    judge : cost by which the pool is ranked instead of the fitness.
    """
    population, n_genes = len(organisms), len(choices)
    shares = [1 - score for score in scores] if as_listed else niched(scores)
    chosen = [organisms[row] for row in select(shares, population // 2, rng.random())]
    children: list[Genome] = []
    for parent, mate in zip(chosen, chosen[1:] + chosen[:1], strict=True):
        children += cross(parent, mate, rng.sample(range(1, n_genes + 1), sites))
    child_scores = [evaluate(genome) for genome in children]
    mutants = [[*genome] for genome in children]
    for genome in mutants:
        mutate(genome, rng.sample(range(n_genes), int(250 * min(child_scores) + 10)), choices, rng)
    mutant_scores = [evaluate(genome) for genome in mutants]
    unmutated, unmutated_scores = (mutants, mutant_scores) if as_listed else (children, child_scores)
    pool, pool_scores = organisms + unmutated + mutants, scores + unmutated_scores + mutant_scores
    judged = [*map(judge, pool)] if judge else pool_scores
    ranked = sorted(range(len(pool)), key=lambda row: (judged[row], pool_scores[row]))
    kept = [ranked[rank - 1] for rank in preserve(population, len(pool))]
    kept.sort(key=lambda row: pool_scores[row])
    return [pool[row] for row in kept], [pool_scores[row] for row in kept]


# hemingroth2025


def tournament(scores: Sequence[float], size: int, rng: random.Random) -> int:
    """Row of the best of some different organisms."""
    return min(rng.sample(range(len(scores)), size), key=lambda row: scores[row])


def switch(parent: Genome, mate: Genome, rate: float, rng: random.Random) -> Genome:
    """Child that begins with one parent's genes and switches parents with probability `rate` before each later gene."""
    givers, child = [parent, mate], []
    for gene in range(len(parent)):
        if gene and rng.random() < rate:
            givers.reverse()
        child.append(givers[0][gene])
    return child


def redraw(genome: Genome, rate: float, choices: Choices, rng: random.Random) -> Genome:
    """Copy with each allele drawn anew with probability `rate`."""
    return [rng.choice(choices[gene]) if rng.random() < rate else allele for gene, allele in enumerate(genome)]


Reading = Literal["exclusive", "normalised", "independent"]
"""Reading of the operators' probabilities, see `operators.breeding`: one of them for each child, or each by itself."""


def make_children(
    organisms: list[Genome],
    scores: Sequence[float],
    choices: Choices,
    rng: random.Random,
    *,
    reading: Reading,
    chances: dict[str, float],
    size: int,
    rate: float,
    switches: float,
) -> list[Genome]:
    """As many children as parents, by one reading of the probabilities of mutation, replication and crossover.

    Parameters
    ----------
    size : organisms of a tournament.
    rate : probability with which a mutation redraws a gene.
    switches : probability with which a crossover switches parents before a gene.
    """
    if reading == "exclusive":
        chances = chances | {"cross": 1 - chances["mutate"] - chances["replicate"]}

    def pick() -> Genome:
        return organisms[tournament(scores, size, rng)]

    def make_child() -> Genome:
        if reading == "independent":
            is_crossed, is_mutated = (rng.random() < chances[operator] for operator in ("cross", "mutate"))
        else:
            (operator,) = rng.choices([*chances], [*chances.values()])
            is_crossed, is_mutated = operator == "cross", operator == "mutate"
        child = switch(pick(), pick(), switches, rng) if is_crossed else pick()
        return redraw(child, rate, choices, rng) if is_mutated else child

    return [make_child() for _ in organisms]
