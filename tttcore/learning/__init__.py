"""Learners of all documents on one axis: how many games each needs."""
