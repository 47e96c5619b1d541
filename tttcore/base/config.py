"""Configuration files: read, checked against their schema, explained in one line if wrong."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError

from tttcore.base.registry import ConfigError, choices, merge


def load(path: str | Path, schema: str | Path) -> dict[str, Any]:
    """Read a YAML file and check it, see `validate`; ConfigError if it can't be read."""
    return validate(_read_yaml(Path(path)), schema, str(path))


def validate(config: Any, schema: str | Path, file: str) -> dict[str, Any]:
    """Check `config` against the JSON schema in `schema` and fill in its defaults.

    Parameters
    ----------
    config : what was read from `file`.
    schema : YAML file with a JSON schema (draft 2020-12), see `read_schema`.
    file : name to use in messages.

    Raises
    ------
    ConfigError
        Naming file, key, value and what is allowed, for the first mistake found.
    """
    rules = read_schema(schema)
    if not isinstance(config, dict):
        raise ConfigError(f"{file}: holds {type(config).__name__}, not keys and values")
    errors = sorted(Draft202012Validator(rules).iter_errors(config), key=lambda error: [str(k) for k in error.path])
    if errors:
        raise ConfigError(f"{file}: {_explain(errors[0])}")
    return _with_defaults(config, rules)


def read_schema(path: str | Path) -> dict[str, Any]:
    """Schema in a YAML file, laid over the one beside it that it names as ``based_on``."""
    rules = _read_yaml(Path(path))
    base = rules.pop("based_on", None)
    return merge(read_schema(Path(path).parent / base), rules) if base else rules


def _read_yaml(path: Path) -> Any:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise ConfigError(f"{path}{line}: not valid YAML ({getattr(error, 'problem', error)})") from None


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
            place.append(next(key for key in allowed if key not in instance))
            said = "needs a value"
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
            said = error.message
    return ": ".join(filter(None, [".".join(map(str, place)), said]))


def _with_defaults(config: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(config)
    for key, rule in rules.get("properties", {}).items():
        if key not in filled and "default" in rule:
            filled[key] = rule["default"]
        if isinstance(filled.get(key), Mapping):
            filled[key] = _with_defaults(filled[key], rule)
    return filled
