"""Names of the treatments for people."""

TREATMENTS = {
    "control-described": "control, as described",
    "rmg-described": "RMG, as described",
    "umg-described": "UMG, as described",
    "control-listed": "control, as listed",
    "rmg-listed": "RMG, as listed",
    "umg-listed": "UMG, as listed",
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
