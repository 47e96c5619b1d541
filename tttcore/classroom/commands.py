"""Commands of `ttt` that this wing adds."""

from tttcore.classroom.demo_command import demo
from tttcore.classroom.enter_commands import enter, league
from tttcore.classroom.play_command import play
from tttcore.classroom.referee_command import referee
from tttcore.classroom.rl_command import rl

SECTIONS = {
    "Play and learn": (play, demo, rl),
    "Your own players": (enter, league, referee),
}
"""Commands by the section of the help that lists them."""
