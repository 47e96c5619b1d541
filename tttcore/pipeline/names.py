"""Options that name parts of a study: treatments, comparisons, published tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Names:
    """Metadata of an option whose text is the name of a part of the study.

    Attributes
    ----------
    part : sort of part, as messages call it.
    """

    part: str


TREATMENT, COMPARISON, PUBLISHED_TABLE = "treatment", "comparison", "published table"
Treatment = Annotated[str, Names(TREATMENT)]
Treatments = Sequence[Treatment]
Comparison = Annotated[str, Names(COMPARISON)]
PublishedTable = Annotated[str, Names(PUBLISHED_TABLE)]


def named(options: Any, part: str) -> list[str]:
    """Names of one sort of part in the options of a dataclass, at any depth, in their order."""
    hints = get_type_hints(type(options), include_extras=True)
    return [name for field in fields(options) for name in _named(getattr(options, field.name), hints[field.name], part)]


def _named(value: Any, hint: Any, part: str) -> Iterator[str]:
    if get_origin(hint) is UnionType:
        hint = get_args(hint)[0]  # X | None
    inner = get_args(hint)
    if Names(part) in getattr(hint, "__metadata__", ()):
        if value is not None:
            yield value
    elif is_dataclass(value):
        yield from named(value, part)
    elif isinstance(value, Mapping) and inner:
        for key, each in value.items():
            yield from _named(key, inner[0], part)
            yield from _named(each, inner[1], part)
    elif isinstance(value, list | tuple) and inner:
        for each in value:
            yield from _named(each, inner[0], part)
