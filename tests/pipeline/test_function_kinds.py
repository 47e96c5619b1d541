"""Keyword-only parameters of a function become the checked fields of a dataclass."""

from collections.abc import Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass
from typing import Annotated, ClassVar

import pytest

from tttcore.pipeline.declaration import Between, build
from tttcore.pipeline.function_kinds import call_with_options, options_class
from tttcore.pipeline.messages import ConfigError


@dataclass(frozen=True, kw_only=True)
class Base:
    caption: str
    tables: ClassVar[Sequence[str]] = ()


def game_tree(
    board,
    *,
    title: str,
    depth: Annotated[int, Between(1, 9)] = 2,
    labels: Sequence[str] = (),
    published: Mapping[str, int] = {},
    seen: list[int] = [1],  # noqa: B006
):
    """Draw a tree."""
    return board, title, depth, labels, published, seen


def _as_many_labels(depth, labels):
    if labels and len(labels) != depth:
        raise ValueError(f"labels: {len(labels)} of {depth}")


GameTree = options_class(game_tree, (Base,), {"tables": ("games",), "caption": "A tree"}, check=_as_many_labels)


def test_it_is_named_and_described_like_the_function():
    assert (GameTree.__name__, GameTree.__doc__, GameTree.__module__) == ("GameTree", "Draw a tree.", __name__)
    assert issubclass(GameTree, Base)
    assert GameTree.tables == ("games",)


def test_options_are_checked_and_converted():
    built = build(GameTree, {"title": "T", "labels": ["a", "b"], "published": {"a": 1}}, "file")
    assert built.caption == "A tree"
    assert call_with_options(game_tree, built, "board") == ("board", "T", 2, ("a", "b"), {"a": 1}, [1])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "file.title: needs a value"),
        ({"title": "T", "board": 1}, r"file\.board: no such key"),
        ({"title": "T", "depth": 10}, r"file\.depth: 10 is out of range; allowed: from 1 to 9"),
        ({"title": "T", "labels": "ab"}, "'ab' is not a list"),
        ({"title": "T", "published": {"a": "b"}}, r"published\.a: 'b' is not a whole number"),
        ({"title": "T", "labels": ["a"]}, "file: labels: 1 of 2"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ConfigError, match=message):
        build(GameTree, options, "file")


def test_instances_share_nothing_and_do_not_change():
    one, other = GameTree(title="one"), GameTree(title="other")
    one.seen.append(2)
    assert (other.seen, GameTree(title="third").seen) == ([1], [1])
    with pytest.raises(FrozenInstanceError):
        one.title = "two"
