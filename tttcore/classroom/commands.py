"""Commands of `ttt` that this wing adds."""

from tttcore.classroom.demo_command import demo
from tttcore.classroom.enter_commands import enter, league
from tttcore.classroom.play_command import play
from tttcore.classroom.referee_command import referee
from tttcore.classroom.rl_command import rl

COMMANDS = (demo, enter, league, play, referee, rl)
