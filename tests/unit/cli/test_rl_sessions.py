"""Sessions of `ttt rl game`: one goes on where another ended, and each leaves one file that is whole."""

from pathlib import Path

import pytest
from rl_game import CLASSIC, GAME, played

from tttcore.engines.tabular import session

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")


def test_sessions_follow_each_other():
    """The second one starts where the first one ended."""
    for games in (["-i", "30"], ["-i", "60"], ["--more", "40"]):
        last = played(*games, "--no-play")
    assert last.output.startswith(f"{CLASSIC}: from an earlier session, after 60 games\n")
    played("-i", "100", "--no-play", "--policy", "whole")
    assert CLASSIC.read_bytes() == Path("whole").read_bytes()
    assert "after 101 games" in played("--more", "1").output


@pytest.mark.parametrize("games", ["50", "49"])
def test_a_finished_session_is_not_repeated(games):
    played("-i", "50", "--no-play")
    before = CLASSIC.read_bytes()
    told = f"{CLASSIC}: 50 games are already trained; --more N trains N more, -t n plays\n"
    result = played("-i", games)
    assert (result.exit_code, result.output) == (0, told)
    assert (CLASSIC.read_bytes(), list(CLASSIC.parent.iterdir())) == (before, [CLASSIC])


@pytest.mark.parametrize("again", [["--more", "30"]])
def test_a_session_that_was_killed_after_saving_its_policy_is_finished_by_the_same_command(monkeypatch, again):
    played("-i", "50", "--no-play")
    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.unlink", lambda *_, **__: 1 / 0)
        assert isinstance(played(*again, "--no-play").exception, ZeroDivisionError)
    assert session.checkpoint_of(CLASSIC).exists()
    assert "after 80 games" in played(*again, "--no-play").output
    assert list(CLASSIC.parent.iterdir()) == [CLASSIC]


def test_further_games_may_be_learnt_otherwise(refused):
    played("-i", "50", "--no-play")
    message = refused(*GAME, "-i", "60", "--step", "0.2")
    assert message.startswith(f"{CLASSIC}: was trained with other parameters: step is 0.1, asked for 0.2; ")
    assert "after 60 games" in played("--more", "10", "--step", "0.2").output


@pytest.mark.parametrize("games", [["--more", "30"], ["-i", "80"]])
def test_a_seed_begins_training_and_changes_none_that_goes_on(refused, games):
    """The command that has trained with a seed may be repeated, and the seed of a game may be asked for."""
    seeded = ["-i", "50", "--no-play", "--ties", "random", "--seed", "3"]
    assert played(*seeded).exit_code == 0
    before = CLASSIC.read_bytes()
    told = (
        f"{CLASSIC}: --seed 7: training goes on with the chance that is stored; allowed: no --seed, or another --policy"
    )
    assert refused(*GAME, *games, "--ties", "random", "--seed", "7") == told
    assert CLASSIC.read_bytes() == before
    assert "50 games are already trained, so that --seed 3 changes nothing; " in played(*seeded).output
    assert played("-t", "n", "--ties", "random", "--seed", "7").exit_code == 0


def test_policies_are_kept_in_the_folder_that_is_asked_for(refused):
    played("-i", "30", "--no-play", "--policies", "a/b")
    assert list(Path().iterdir()) == [Path("a")]
    assert [path.name for path in Path("a/b").iterdir()] == [CLASSIC.name]
    Path("file").touch()
    assert refused(*GAME, "-i", "30", "--policies", "file").endswith(
        "'--policies': Directory 'file' is a file. (see ttt rl game --help)"
    )


def test_a_linked_policy_stays_a_link():
    Path("kept").mkdir()
    Path("mine").symlink_to("kept/policy")
    for games in ("20", "40"):
        assert played("-i", games, "--no-play", "--policy", "mine").exit_code == 0
    assert Path("mine").is_symlink()
    assert [path.name for path in Path("kept").iterdir()] == ["policy"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda whole: whole[:-9], "damaged or cut short ("),
        (lambda whole: b"", "damaged or cut short ("),
        (lambda whole: whole, "of another game: board.size is 3, asked for 5"),
    ],
)
def test_policies_that_are_of_no_use_stay_as_they_are(refused, change, message):
    played("-i", "20", "--no-play", "--policy", "mine")
    mine = Path("mine")
    mine.write_bytes(change(mine.read_bytes()))
    before = mine.read_bytes()
    assert refused(*GAME, "-b", "5", "--policy", "mine").startswith(f"mine: {message}")
    assert mine.read_bytes() == before
    assert [path.name for path in Path().iterdir()] == ["mine"]
