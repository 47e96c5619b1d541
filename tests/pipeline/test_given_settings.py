"""Settings of several places: a mistake is told with the place that made it."""

import pytest

from tttcore.pipeline.given_settings import check_settings
from tttcore.pipeline.messages import ConfigError

FILE = "seed: 1\nstudies: [one]\nagents: {champions: 5, followed: 1, snapshots: 8}\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    """`check_settings` of a good file and these further ones, by their contents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").write_text(FILE)

    def checked(*contents, given=None):
        names = [f"{number}.yaml" for number in range(len(contents))]
        for name, content in zip(names, contents, strict=True):
            (tmp_path / name).write_text(content)
        return check_settings(["config.yaml", *names], given or {})

    return checked


def test_a_place_needs_only_the_keys_that_it_changes(check):
    assert check("seed: 2\nbatch_seconds: 1e1\n", "scale: quick", given={"seed": 4}) == {
        "seed": 4, "studies": ["one"], "agents": {"champions": 5, "followed": 1, "snapshots": 8}, "batch_seconds": 10,
        "scale": "quick",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("contents", "given", "message"),
    [
        ((), {"seed": -1}, "--config: seed: -1 is out of range; allowed: 0 or more"),
        ((), {"sede": 1}, "--config: sede: no such key (did you mean 'seed'?)"),
        ((), {"formats": ["svg"]}, "--config: formats: ['svg'] has no png, which the report shows; add it"),
        ((), {"title": "a\nb"}, "--config: title: 'a\\nb' has a line break"),
        (("seed: -1",), {"seed": 1}, "0.yaml: seed: -1 is out of range"),
        (
            ("scale: quick", "agents: {champions: 0}"),
            {},
            "1.yaml: agents.champions: 0 is out of range; allowed: from 1",
        ),
        (("seed: 1\nseed: 2",), {}, "0.yaml, line 2: not valid YAML (the key 'seed' stands twice, in line 1 already)"),
        (("seed: 017",), {}, "0.yaml: seed: '017' is not a whole number"),
        (("- seed",), {}, "0.yaml: needs keys with values, see config/README.md"),
    ],
)
def test_mistakes_are_told_with_their_place(check, contents, given, message):
    with pytest.raises(ConfigError) as error:
        check(*contents, given=given)
    assert str(error.value).startswith(message)
