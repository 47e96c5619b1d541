"""Configuration files: read, checked against their schema, explained in one line if wrong."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError

from tttcore.base.registry import ConfigError, choices


def load(path: str | Path, schema: str | Path) -> dict[str, Any]:
    """Read a YAML file and check it, see `validate`; ConfigError if it can't be read."""
    return validate(_read_yaml(Path(path)), schema, str(path))


def validate(config: Any, schema: str | Path, file: str) -> dict[str, Any]:
    """Check `config` against the JSON schema in `schema` and fill in its defaults.

    Parameters
    ----------
    config : what was read from `file`.
    schema : YAML file with a JSON schema (draft 2020-12).
    file : name to use in messages.

    Raises
    ------
    ConfigError
        Naming file, key, value and what is allowed, for the first mistake found.
    """
    rules = _read_yaml(Path(schema))
    if not isinstance(config, dict):
        raise ConfigError(f"{file}: holds {type(config).__name__}, not keys and values")
    errors = sorted(Draft202012Validator(rules).iter_errors(config), key=lambda error: [str(k) for k in error.path])
    if errors:
        raise ConfigError(f"{file}: {_explain(errors[0])}")
    return _with_defaults(config, rules)


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
    place = ".".join(str(key) for key in error.absolute_path)
    match error.validator:
        case "additionalProperties":
            known = list(error.schema.get("properties", {}))  # type: ignore[union-attr]
            unknown = next(key for key in instance if key not in known)
            return f"{'.'.join(filter(None, [place, str(unknown)]))}: no such key{choices(unknown, known)}"
        case "required":
            missing = next(key for key in allowed if key not in instance)
            return f"{'.'.join(filter(None, [place, missing]))}: needs a value"
        case "enum":
            return f"{place}: {instance!r} is not allowed{choices(instance, allowed)}"
        case "minimum":
            return f"{place}: {instance!r} is out of range; allowed: {allowed} or more"
        case "type":
            return f"{place}: {instance!r} is not of type {allowed}"
    return f"{place}: {error.message}" if place else error.message


def _with_defaults(config: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(config)
    for key, rule in rules.get("properties", {}).items():
        if key not in filled and "default" in rule:
            filled[key] = rule["default"]
        if isinstance(filled.get(key), Mapping):
            filled[key] = _with_defaults(filled[key], rule)
    return filled
