"""Commands of `ttt` that this wing adds."""

from tttcore.classroom.enter_commands import enter, league
from tttcore.classroom.play_command import play
from tttcore.classroom.referee_command import referee
from tttcore.classroom.rl_command import rl

COMMANDS = (enter, league, play, referee, rl)
