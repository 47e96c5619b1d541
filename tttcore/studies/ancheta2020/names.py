"""Names of the treatments for people."""

TREATMENTS = {
    "control-described": "control, as described",
    "rmg-described": "RMG, as described",
    "umg-described": "UMG, as described",
    "control-listed": "control, the authors' program",
    "rmg-listed": "RMG, the authors' program",
    "umg-listed": "UMG, the authors' program",
    "umg-by-parents": "UMG, children kept beside their parents",
    "umg-success-in-pool": "UMG, success sought in the whole pool",
    "umg-ties-by-place": "UMG, ties settled by place",
    "umg-copies-once": "UMG, copies judged once",
    "umg-most-lost-first": "UMG, those that lose most come first",
    "umg-made-anew": "UMG, made anew for every game",
    "second-seat": "control, trained to move second",
    "umg-selection": "UMG, deciding selection",
}
"""By key. RMG and UMG are the document's random and unbeatable move generators."""
SETS = {
    "described": "as described",
    "listed": "the authors' program",
    "readings": "readings of the UMG",
    "best of the parents": "UMG, children kept beside their parents",
    "success in the pool": "UMG, success sought in the whole pool",
    "ties by place": "UMG, ties settled by place",
    "copies play once": "UMG, copies judged once",
    "most lost first": "UMG, those that lose most come first",
    "made for every game": "UMG, made anew for every game",
    "component": "where the UMG decides",
}
LABELS = {
    "rmg": "RMG",
    "umg": "UMG",
    "first": "first seat",
    "second": "second seat",
    "none": "no move generator",
    "elite": "UMG, deciding who is kept",
    "selection": "UMG, deciding selection",
    "as listed": "the authors' program",
}
"""By label."""
