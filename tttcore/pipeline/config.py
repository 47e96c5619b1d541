"""Configuration files: read, checked against their schema, explained in one line if wrong."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tttcore.pipeline.messages import ConfigError, choices, misspelt
from tttcore.pipeline.yaml_file import read_yaml

LARGEST = 2**63 - 1
"""Whole number that tables and kernels hold."""

_Validator: Any = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)


def validate(config: Any, rules: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Check `config` against a JSON schema and fill in its defaults.

    Parameters
    ----------
    config : what was read from `file`.
    rules : the schema (draft 2020-12).
    file : name to use in messages.

    Raises
    ------
    ConfigError
        Naming file, key, value and what is allowed, for the first mistake found.
    """
    if not isinstance(config, dict):
        raise ConfigError(f"{file}: holds {type(config).__name__}, not keys and values")
    errors = sorted(_Validator(rules).iter_errors(config), key=lambda error: [str(k) for k in error.path])
    if errors:
        raise ConfigError(f"{file}: {_explain(errors[0])}")
    for place, value in _unheld(config):
        raise ConfigError(
            f"{file}: {place}: {value!r} is out of range; allowed: finite numbers, whole ones to {LARGEST}"
        )
    return _with_defaults(config, rules)


def own_schema(name: str) -> dict[str, Any]:
    """JSON schema of the project's settings (``project``) or of what every study says of itself (``study``)."""
    return read_yaml(Path(__file__).with_name(f"{name}.schema.yaml"))


def _unheld(value: Any, *place: object) -> Iterator[tuple[str, object]]:
    """Places and values of numbers that are not finite or too large to compute with."""
    if isinstance(value, Mapping | list):
        for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _unheld(each, *place, key)
    elif (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > LARGEST):
        yield ".".join(map(str, place)), value


def _explain(error: ValidationError) -> str:
    instance: Any = error.instance
    allowed: Any = error.validator_value
    place = list(error.absolute_path)
    match error.validator:
        case "additionalProperties":
            known = list(error.schema.get("properties", {}))  # type: ignore[union-attr]
            unknown = next(key for key in instance if key not in known)
            place.append(unknown)
            said = f"no such key{choices(unknown, known)}"
        case "required":
            missing = next(key for key in allowed if key not in instance)
            place.append(missing)
            said = f"needs a value{misspelt(missing, instance)}"
        case "dependentRequired":
            given = next(key for key in allowed if key in instance and not set(allowed[key]) <= set(instance))
            place.append(next(key for key in allowed[given] if key not in instance))
            said = f"needs a value where {given} has one"
        case "enum":
            said = f"{instance!r} is not allowed{choices(instance, list(map(str, allowed)))}"
        case "minimum":
            said = f"{instance!r} is out of range; allowed: {allowed} or more"
        case "maximum":
            said = f"{instance!r} is out of range; allowed: up to {allowed}"
        case "type":
            said = f"{instance!r} is not of type {allowed}"
        case "not":
            said = "not allowed here"
        case _:
            said = " ".join(error.message.split())
    return ": ".join(filter(None, [".".join(map(str, place)), said]))


def _with_defaults(config: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(config)
    for key, rule in rules.get("properties", {}).items():
        if key not in filled and "default" in rule:
            filled[key] = rule["default"]
        if isinstance(filled.get(key), Mapping):
            filled[key] = _with_defaults(filled[key], rule)
    return filled
