"""Write the methods section of an article from the configuration of the studies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tttcore.engines.engine import engine
from tttcore.exchange.article_tex import markdown, markdown_code
from tttcore.pipeline.declaration import described
from tttcore.pipeline.settings import Shared
from tttcore.pipeline.study import Study

CHANCE = (
    "Every run draws from a random stream of its own, named by the seed, the study, the treatment and the replicate, "
    "so that it is the same alone, in any batch, on any number of cores and after an interruption."
)


def methods(studies: Iterable[Study], *, scale: str, seed: int) -> str:
    """Write the methods section of an article about the studies at a scale of the numbers of runs, as Markdown."""
    parts = [f"# Methods\n\nAll chance comes from the seed {seed}. {CHANCE}\n"]
    for study in studies:
        runs = {name: treatment.replicates[scale] for name, treatment in study.treatments.items()}
        parts += _study(study.config, runs, meanings(study.engine))
    return "\n".join(parts)


def meanings(name: str) -> dict[str, str]:
    """Descriptions of the keys of an engine's treatments."""
    return described(engine(name).RECIPE) | described(Shared)


def flat(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Flatten nested settings to dotted keys and values as text."""
    for key, value in leaves(settings):
        yield key, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def leaves(settings: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Flatten nested settings to dotted keys and values."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{place}{key}.")
        else:
            yield f"{place}{key}", value


def _study(config: Mapping[str, Any], runs: Mapping[str, int], meanings: Mapping[str, str]) -> list[str]:
    return [
        f"## {markdown(config['authors'])} ({config['year']}): {markdown(config['title'])}\n",
        f"{len(runs)} treatments, {sum(runs.values()):,} runs in all.\n",
        "### Parameters\n",
        _table(("parameter", "default", "meaning"), _parameters(config["defaults"], meanings)),
        "### Readings of the document\n",
        _table(
            ("reading", "differs from the defaults in"),
            [(markdown(name), _change(entry)) for name, entry in config["protocols"].items()],
        ),
        "### Treatments\n",
        _table(
            ("treatment", "reading", "runs", "differs from the reading in"),
            [
                (markdown_code(name), markdown(entry["protocol"]), f"{runs[name]:,}", _change(entry))
                for name, entry in config["treatments"].items()
            ],
        ),
        "### Comparisons\n",
        _table(
            ("set", "treatments"),
            [
                (
                    markdown(name),
                    "; ".join(f"{markdown(label)}: {markdown_code(each)}" for label, each in members.items()),
                )
                for name, members in config["comparisons"].items()
            ],
        ),
        "### Tables and figures\n",
        _table(
            ("name", "what it shows"),
            [
                *((name, markdown(caption)) for name, caption in config["tables"].items()),
                *((name, markdown(figure["title"])) for name, figure in config["figures"].items()),
            ],
        ),
    ]


def _parameters(defaults: Mapping[str, Any], meanings: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Rows of all parameters; the first row of a key has its description."""
    rows, described = [], set[str]()
    for key, value in flat(defaults):
        first = key.split(".")[0]
        meaning = "" if first in described else meanings[first].replace("|", "\\|")
        rows.append((markdown_code(key), markdown(value), meaning))
        described.add(first)
    return rows


def _change(entry: Mapping[str, Any]) -> str:
    """Parameters that an entry changes, without its keys outside the recipe."""
    outside = ("label", "protocol", "replicates", "seconds_per_replicate")
    kept = {key: value for key, value in entry.items() if key not in outside}
    return "; ".join(f"{markdown_code(key)}: {markdown(value)}" for key, value in flat(kept)) or "nothing"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
