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

    def checked(*contents, **given):
        names = [f"{number}.yaml" for number in range(len(contents))]
        for name, content in zip(names, contents, strict=True):
            (tmp_path / name).write_text(content)
        return check_settings("config.yaml", further=names, **given)

    return checked


def test_the_last_place_of_each_key(check):
    places = check("seed: 2\nreplicates: 3\n", "scale: quick", given={"seed": 4})
    assert places == {
        "seed": "--config", "studies": "config.yaml", "agents": "config.yaml", "replicates": "0.yaml", "scale": "1.yaml"
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
        (("seed: 017",), {}, "0.yaml, line 1: seed: 017 is read as 15; write it in plain decimal digits"),
        (("- seed",), {}, "0.yaml: needs keys with values, see config/README.md"),
    ],
)
def test_mistakes_are_told_with_their_place(check, contents, given, message):
    with pytest.raises(ConfigError) as error:
        check(*contents, given=given)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "seed=1", "scale=quick", "seed=2"], "--config: seed: given 2 times; give it once"),
        (["-C", "seed=1", "--config", "scale=quick"], "--config: given 2 times, and the last would hide the others"),
        (["--config=seed=1", "-n", "-C", "seed=1"], "--config: given 2 times"),
        (["--configfile", "a.yaml", "--configfiles", "b.yaml"], "--configfile: given 2 times"),
    ],
)
def test_what_would_hide_something_is_refused(check, arguments, message):
    with pytest.raises(ConfigError) as error:
        check(arguments=arguments)
    assert str(error.value).startswith(message)


def test_an_ordinary_command_line(check):
    assert check(arguments=["--cores", "2", "all", "-n", "--config", "seed=1", "scale=quick", "--configfile", "a", "b"])
