"""Names of the treatments for people."""

TREATMENTS = {
    "described": "the document's player",
    "described-deeper": "the document's player, one ply more",
    "first-three": "depth 3 from the first move",
    "always-four": "depth 4 from the second move",
    "heuristic-0": "values nothing (heuristic 0)",
    "heuristic-2": "counts winning moves (heuristic 2)",
    "hurried": "prefers faster wins",
    "full-board-draws": "a full board is a draw",
    "meets-winning-moves": "against one that counts winning moves",
    "meets-nothing": "against one that values nothing",
    "meets-steady": "against one that stays at depth 3",
    "openings": "every first move",
    "openings-deep": "every first move, depth 6",
    "proved": "depth 8, results proved",
    "league": "everybody against everybody",
}
"""By key."""
SETS = {
    "depths": "what depth counts",
    "heuristics": "what positions are valued by",
    "rules": "what a full board means",
    "hurry": "whether faster wins are preferred",
}
LABELS = {"always four": "depth 4 from the second move", "faster wins": "prefers faster wins"}
"""By label."""
PLAYERS = {
    **{
        f"h{heuristic} d{depth}": f"heuristic {heuristic}, depth {depth}"
        for heuristic in range(3)
        for depth in range(1, 9)
    },
    **{f"uct {playouts}": f"Monte Carlo, {playouts} playouts" for playouts in (30, 100, 400)},
    "document": "the document's player",
    "document, deeper": "the document's player, one ply more",
    "random": "random marks",
}
"""By key, those of the league."""
