"""What the method of Mrugała et al. (2020) does, measured on its parts, and what theory says of its games."""

from tttcore.studies.mrugala2020.method import method_facts

__all__ = ["method_facts"]
