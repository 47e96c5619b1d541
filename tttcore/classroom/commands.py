"""Commands of `ttt` that this wing adds."""

from tttcore.classroom.demo_command import demo
from tttcore.classroom.enter_commands import enter, league
from tttcore.classroom.learn_command import learn
from tttcore.classroom.play_command import play
from tttcore.classroom.referee_command import referee
from tttcore.classroom.rl_command import rl

SECTIONS = {
    "Play and learn": (play, demo, rl),
    "Your own players and learners": (enter, league, learn, referee),
}
"""Commands by the section of the help that lists them."""
EXAMPLES = """\
  ttt play                   # a game against perfect play
  ttt enter my_player.py     # how good your own player is
  ttt learn my_learner.py    # how many games your own learner needs
"""
"""Lines with which the help ends, besides those of the core."""
