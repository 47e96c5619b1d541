"""Names of the treatments for people."""

TREATMENTS = {
    "exclusive": "one operator for each child",
    "normalised": "operators' chances scaled to one",
    "independent": "operators apply independently",
    "every-child": "every child crossed and mutated",
    "legal-alleles": "genes name free cells alone",
    "next-free-cell": "a taken cell means the next free one",
    "extent-0001": "a mutation redraws 0.01% of the genes",
    "extent-0050": "a mutation redraws 0.5% of the genes",
    "extent-0200": "a mutation redraws 2% of the genes",
    "extent-0500": "a mutation redraws 5% of the genes",
}
"""By key."""
SETS = {
    "readings": "readings of the operators' chances",
    "alleles": "readings of a taken cell",
    "extents": "extents of a mutation",
}
LABELS = {
    "modulo": "modulo the free cells",
    "legal": "genes name free cells alone",
    "next free": "a taken cell means the next free one",
    "every child": "every child crossed and mutated",
    "0.0001": "0.01% of the genes",
    "0.001": "0.1% of the genes",
    "0.005": "0.5% of the genes",
    "0.02": "2% of the genes",
    "0.05": "5% of the genes",
}
"""By label."""
