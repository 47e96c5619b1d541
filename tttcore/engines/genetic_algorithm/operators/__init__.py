"""Operators of genetic algorithms: selection, crossover, mutation, breeding and replacement.

An operator may lie in any module of this package; registries import them all before they look for the first name.
"""

from functools import partial

from tttcore.pipeline.modules import import_tree

import_operators = partial(import_tree, __name__)
