"""Files of a folder that are players, and what is told of the others."""

import os

import pytest

from tttcore.classroom.class_folder import LARGEST, players_in
from tttcore.classroom.class_league import enter_folder
from tttcore.classroom.limits import Limits

FIRST_FREE = "def move(board, player): return board.index('.')\n"


@pytest.fixture
def folder(tmp_path):
    """`folder(name, ...)`: a folder with such files, all of the same player."""

    def made(*names):
        for name in names:
            path = tmp_path / "class" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(FIRST_FREE, encoding="utf-8")
        return tmp_path / "class"

    return made


def test_a_folder_for_each_player(folder):
    """As platforms for learning hand them out: by the name of the student, with whatever else was in there."""
    found, skipped = players_in(folder("anna/player.py", "anna/helpers.py", "ben/bot.py", "ben/notes.txt", "carl.json"))
    names = {name: path.relative_to(folder()).as_posix() for name, path in found.items()}
    assert names == {"anna": "anna/player.py", "ben": "ben/bot.py", "carl": "carl.json"}
    assert skipped == []


def test_what_is_not_taken_is_told(folder):
    names = ["a.py", "b.ipynb", "_c.py", "d.txt", "e/x.py", "e/y.py", "f/read.me", ".g.py", "_i/player.py"]
    found, skipped = players_in(folder(*names, "__pycache__/h.py"))
    assert [*found] == ["a"]
    assert {each.file: each.reason for each in skipped} == {
        "b.ipynb": "a notebook; allowed: a function `move` in a file that ends in .py",
        "_c.py": "its name begins with _, as those of helpers do",
        "d.txt": "no kind of player; allowed: .py, .command, .json, .csv",
        "e": "a folder with x.py, y.py; allowed: player.py in it, or one file that ends in .py, .command, .json, .csv",
        "f": "a folder without a player; allowed: player.py in it, or one file that ends in .py, .command, .json, .csv",
        "_i": "its name begins with _, as those of helpers do",
    }


def test_a_helper_without_a_player_is_told(folder):
    (folder("a.py", "b.py") / "helper.py").write_text("LINES = []\n", encoding="utf-8")
    entrants, skipped = enter_folder(folder(), Limits(all_seconds=20))
    assert [each.name for each in entrants] == ["a", "b"]
    assert [(each.file, "no function `move(" in each.reason) for each in skipped] == [("helper.py", True)]


@pytest.mark.parametrize(
    "names", [("bot.py", "bot.json"), ("BOT.py", "bot.py"), ("bot/player.py", "bot.csv"), ("a.b/player.py", "a.b.py")]
)
def test_of_two_players_of_one_name_the_first_is_taken(folder, names):
    found, skipped = players_in(folder(*names))
    taken, other = (name.partition("/")[0] for name in names)
    if "/" in names[0]:
        taken, other = other, taken
    assert [path.relative_to(folder()).parts[0] for path in found.values()] == [taken]
    (told,) = skipped
    assert told.file == other
    assert told.reason == f"{taken} has the same name and is taken; allowed: one of a name"


def test_whatever_a_file_is_it_is_told_with_its_name(folder):
    made = folder("fine.py", "also.py")
    (made / "loop.py").symlink_to(made / "loop.py")
    (made / "gone.json").symlink_to(made / "nothing")
    (made / "zero.csv").symlink_to("/dev/zero")
    (made / "large.json").touch()
    os.truncate(made / "large.json", 200 * 2**30)
    os.mkfifo(made / "pipe.py")
    (made / "dir.py").mkdir()
    found, skipped = players_in(made)
    assert [*found] == ["also", "fine"]
    assert {each.file: each.reason.partition(";")[0] for each in skipped} == {
        "loop.py": "Too many levels of symbolic links",
        "gone.json": "No such file or directory",
        "zero.csv": "not a regular file",
        "large.json": f"{200 * 2**30:,} bytes",
        "pipe.py": "not a regular file",
        "dir.py": "a folder without a player",
    }
    assert LARGEST == 67_108_864


def test_too_few_players(folder):
    message = r": players: 1; allowed: two or more, as files that end in .*; notes.txt: no kind of player"
    with pytest.raises(ValueError, match=message):
        enter_folder(folder("a.py", "notes.txt"), Limits())
