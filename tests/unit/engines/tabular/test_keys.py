"""Keys of positions: which positions share one, by owner, by cells alone, by symmetry, and by CPython's hash."""

from collections import defaultdict
from itertools import combinations, permutations

import pytest

from tttcore.engines.tabular.keys import SALT, position_key, python_hash
from tttcore.engines.tabular.reference import in_a_row, key_of, played, square

SMALL, LARGE = square((0, 0), 1), square((0, 0), 2)
KINDS = ["owned", "unowned", "python", "python-unowned", "canonical"]
SYMMETRIES = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
]


@pytest.fixture(scope="module")
def positions():
    """Marks in turn of every position of 3x3 but the empty one, each once."""
    found, edge = {}, [{}]
    while edge:
        after = {}
        for state in edge:
            if not any(in_a_row(state, cell, 3) for cell in state):
                for cell in set(SMALL) - state.keys():
                    marked = {**state, cell: 1 + len(state) % 2}
                    after[frozenset(marked.items())] = marked
        found |= after
        edge = list(after.values())
    return [[*state] for state in found.values()]


def canonical(state, *, moved):
    """The least of a state's images by the eight symmetries; `moved` so that its least coordinates are 0."""
    images = []
    for image in SYMMETRIES:
        marks = [(*image(x, y), player) for (x, y), player in state.items()]
        left, low = (min(x for x, _, _ in marks), min(y for _, y, _ in marks)) if moved else (0, 0)
        images.append(tuple(sorted((x - left, y - low, player) for x, y, player in marks)))
    return min(images)


def check_classes(kind, sequences, *, finite=True):
    """Positions of a player share a key exactly when they are the same to the kind; how many keys there are."""
    ours, theirs = defaultdict(set), defaultdict(set)
    for marks in sequences:
        state, key = played(marks), position_key(kind, marks, finite=finite)
        kept = key_of(kind, state, finite=finite) if kind != "canonical" else canonical(state, moved=not finite)
        assert key % 2 == (len(marks) - 1) % 2
        ours[key].add(kept)
        theirs[kept, len(marks) % 2].add(key)
    assert all(len(same) == 1 for same in [*ours.values(), *theirs.values()])
    return len(ours)


def small_sets(cells, most, *, owned):
    """Marks in turn of all sets of up to `most` cells, with all owners or with any."""
    for size in range(1, most + 1):
        for chosen in combinations(cells, size):
            for first in combinations(chosen, (size + 1) // 2) if owned else [chosen[::2]]:
                second = [cell for cell in chosen if cell not in first]
                yield [(first, second)[turn % 2][turn // 2] for turn in range(size)]


@pytest.mark.parametrize(
    ("kind", "classes"),
    [("owned", 5477), ("unowned", 2**9 - 1), ("python", None), ("python-unowned", None), ("canonical", 764)],
)
def test_positions_of_3x3_share_keys_as_kinds_say(kind, classes, positions, several):
    """5,478 positions and 765 up to symmetry, with the empty one; with marks alone, all sets but the empty one."""
    sequences = positions[:: several(1, without_jit=100)]
    found = check_classes(kind, sequences)
    if classes and len(sequences) == len(positions):
        assert found == classes


@pytest.mark.needs_jit
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("finite", [True, False])
def test_small_positions_share_keys_as_kinds_say(kind, finite):
    check_classes(kind, list(small_sets(LARGE, 3, owned="unowned" not in kind))[::3], finite=finite)


@pytest.mark.parametrize("owned", [True, False])
def test_pythons_hash_is_pythons(owned):
    """Whatever the set's size: tables of sets have dummy slots that mustn't count."""
    for size in (0, 1, 2, 3, 5, 9, 25, 90):
        for start in range(4):
            marks = [(start * 3 - 7 + cell // 10, cell % 10 - 5) for cell in range(size)]
            state = played(marks)
            assert python_hash(marks, owned=owned) == hash(frozenset(state.items() if owned else state))


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_marks_does_not_matter_but_owners_may(kind):
    first, second = [(0, 0), (2, -1), (-1, 1)], [(1, 1), (-2, 2)]
    keys = {
        position_key(kind, [one[0], two[0], one[1], two[1], one[2]], finite=finite)
        for one in permutations(first)
        for two in permutations(second)
        for finite in (True, False)
    }
    assert len(keys) == (2 if kind == "canonical" else 1)
    one, other = [(0, 0), (1, 0), (2, 0)], [(0, 0), (2, 0), (1, 0)]
    shared = position_key(kind, one, finite=True) == position_key(kind, other, finite=True)
    assert shared == ("unowned" in kind)


@pytest.mark.parametrize("kind", ["owned", "unowned", "canonical"])
def test_another_salt_gives_other_keys(kind):
    keys = {position_key(kind, [(0, 0), (1, 1)], finite=True, salt=salt) for salt in (SALT, 0, 1, 2**63)}
    assert len(keys) == 4
