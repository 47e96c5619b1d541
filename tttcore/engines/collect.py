"""Collect stored batches into the tables of a study: each wanted run once, in order, in bounded memory."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.engine import engine
from tttcore.pipeline.files import atomic
from tttcore.pipeline.schema import Recipes, Schema, Stored
from tttcore.pipeline.store import StoreError, parquet_writer, provenance_of, read_parts
from tttcore.pipeline.versions import MAKERS, UNKNOWN, all_versions, major

Origin = Mapping[str, Any]
"""Part of a batch's provenance that must match: recipe, seed and code."""


@dataclass(frozen=True)
class Files:
    """Output files of a study's runs, traces and champions."""

    runs: str | Path
    traces: str | Path
    champions: str | Path


def collect(
    batches: Iterable[str | Path],
    files: Files,
    *,
    made_by: str,
    wanted: Mapping[str, int],
    recipes: Recipes,
    seed: int,
    code: Mapping[str, str],
    mixed_versions: bool,
    provenance: Mapping[str, Any],
) -> None:
    """Write the runs of a study, their traces and the first champions of each treatment.

    Runs are read and written in parts, so that memory is nearly independent of their number.

    Parameters
    ----------
    batches : files of batches in order, in a folder for each treatment.
    made_by : name of the engine.
    wanted : replicates per treatment, in the order of the tables.
    recipes : parameters of the treatments, by name.
    seed, code : the project's seed, and the digest of the code behind each treatment's runs; batches must have been
        made with these.
    mixed_versions : whether batches may have been made with different major versions of a package that makes runs.
    provenance : see `store.write`; recipes, seed, code, and all versions that made the batches, are added.

    Raises
    ------
    StoreError
        If major versions differ and may not; see also `runs_in_parts`.
    """
    module, paths = engine(made_by), [*map(Path, batches)]
    made_with = expected_provenance(recipes, seed=seed, code=code)
    versions = {path: _packages(path, check_origin(path, made_with[path.parent.name])) for path in paths}
    if not mixed_versions:
        check_versions(versions)
    packages = all_versions(versions.values())
    provenance = {**provenance, "recipes": recipes, "seed": seed, "code": code, "packages": packages}
    stored: Stored = module.STORED
    exported = dict.fromkeys(wanted, 0)
    most = sys.maxsize if stored.champions is None else stored.champions
    with (
        parquet_writer(files.runs, schema=stored.runs, provenance=provenance) as add_runs,
        parquet_writer(files.traces, schema=stored.traces, provenance=provenance) as add_traces,
        atomic(files.champions) as partial,
        partial.open("w", encoding="utf-8") as champions,
    ):
        for part in runs_in_parts(paths, wanted=wanted, schema=stored.batches, size=stored.part, made_with=made_with):
            found = module.summarise(part, recipes)
            add_runs(found.runs)
            add_traces(found.traces)
            treatment = part["treatment"].iloc[0]
            first = found.champions.head(most - exported[treatment])
            first.to_csv(champions, index=False, header=not champions.tell(), lineterminator="\n")
            exported[treatment] += len(first)


def check_versions(batches: Mapping[Path, Mapping[str, str]]) -> None:
    """Check that all batches were made with the same major version of each package that makes runs.

    Parameters
    ----------
    batches : versions of packages, by file.

    Raises
    ------
    StoreError
        If major versions of a package differ, or a batch has none; names them, and batches.
    """
    for package in MAKERS:
        parted: dict[str, list[tuple[str, Path]]] = {}
        for file, versions in batches.items():
            version = versions.get(package, UNKNOWN)
            parted.setdefault(major(version), []).append((version, file))
        if len(parted) > 1:
            if UNKNOWN in parted:
                _, file = parted[UNKNOWN][0]
                raise StoreError(f"{file}: its provenance names no version of {package}; delete it and run again")
            different = " and ".join(_first_of(made) for made in parted.values())
            raise StoreError(
                f"batches are made with different major versions of {package}: {different}; delete those that shall be "
                "made again and run again, or set mixed_versions: true in config/config.yaml"
            )


def _first_of(made: list[tuple[str, Path]]) -> str:
    """Version and file of the first of some batches, and how many there are besides."""
    version, file = made[0]
    return f"{version} ({file}{f' and {len(made) - 1} more' if made[1:] else ''})"


def expected_provenance(recipes: Recipes, *, seed: int, code: Mapping[str, str]) -> dict[str, Origin]:
    """Provenance that batches of each treatment must have."""
    return {
        treatment: {"recipe": recipe, "seed": seed, "code": code[treatment]} for treatment, recipe in recipes.items()
    }


def _packages(file: Path, provenance: Origin) -> Mapping[str, str]:
    """Versions that made a batch; StoreError if its provenance holds something else in their place."""
    packages = provenance.get("packages", {})
    if not isinstance(packages, dict) or not all(isinstance(version, str) for version in packages.values()):
        raise StoreError(f"{file}: its provenance names no versions; delete it and run again")
    return packages


def check_origin(file: str | Path, made_with: Origin, *, remedy: str = "delete it and run again") -> Origin:
    """Provenance of a batch that is as asked for; StoreError with the `remedy` if it is not, or for a damaged file."""
    found = provenance_of(file)
    asked = json.loads(json.dumps(made_with))
    if missing := next((key for key in asked if key not in found), None):
        raise StoreError(f"{file}: its provenance names no {missing}; {remedy}")
    other = next((key for key in asked if found.get(key) != asked[key]), None)
    if other:
        raise StoreError(f"{file}: made with another {other} than is asked for; {remedy}")
    return found


def runs_in_parts(
    batches: Iterable[str | Path],
    *,
    wanted: Mapping[str, int],
    schema: Schema,
    size: int,
    made_with: Mapping[str, Origin],
) -> Iterator[pd.DataFrame]:
    """Yield a row per run of the first replicates of each treatment, however they are split into batches.

    Parameters
    ----------
    batches : files of batches in order, in a folder for each treatment.
    wanted : replicates per treatment, in the order of the result.
    schema : schema of the files.
    size : rows of a part; the last part of each treatment may have fewer.
    made_with : see `expected_provenance`.

    Raises
    ------
    StoreError
        If a file is damaged, has another schema or provenance, or a replicate is missing or duplicate.
    """
    files = [*map(Path, batches)]
    for treatment, count in wanted.items():
        folder = files[0].parents[1] / treatment
        own = [file for file in files if file.parent == folder]
        pieces = (piece for file in own for piece in _pieces(file, schema, size, made_with[treatment]))
        yield from _parts(_checked(pieces, folder, count), size)


def _pieces(file: Path, schema: Schema, size: int, made_with: Origin) -> Iterator[pd.DataFrame]:
    """Rows of a batch after checking its provenance, since a job of an earlier run may have written it meanwhile."""
    check_origin(file, made_with)
    return read_parts(file, schema=schema, rows=size)


def _checked(pieces: Iterable[pd.DataFrame], folder: Path, count: int) -> Iterator[pd.DataFrame]:
    """Yield the first `count` replicates of a treatment; StoreError unless each is there once and in order."""
    done = 0
    for piece in pieces:
        if done == count:
            return
        found = piece[piece["replicate"] < count]
        places = done + np.arange(len(found))
        if not (np.array_equal(found["replicate"], places) and (found["treatment"] == folder.name).all()):
            raise _incomplete(folder, count)
        done += len(found)
        yield found
    if done != count:
        raise _incomplete(folder, count)


def _incomplete(folder: Path, count: int) -> StoreError:
    return StoreError(f"{folder}: replicates 0 to {count - 1} are not all there once; delete the folder and run again")


def _parts(tables: Iterable[pd.DataFrame], size: int) -> Iterator[pd.DataFrame]:
    """Concatenate tables and cut them into parts of `size` rows."""
    rest: list[pd.DataFrame] = []
    waiting = 0
    for table in tables:
        rest.append(table)
        waiting += len(table)
        if waiting >= size:
            joined = pd.concat(rest, ignore_index=True)
            whole = waiting - waiting % size
            for start in range(0, whole, size):
                yield joined[start : start + size].reset_index(drop=True)
            rest, waiting = [joined[whole:]], waiting - whole
    if waiting:
        yield pd.concat(rest, ignore_index=True)
