"""Learning curves of small sessions: parts of a whole add up to it, and means are the sessions'."""

import numpy as np
from helpers.learners import SMALL, summarised

from tttcore.engines.matchboxes.curves import columns_of, curves
from tttcore.engines.matchboxes.engine import BEADS

MEASURES = ["won", "drawn", "lost", "corner", "side", "centre", "unbeatable", "perfect_lost", "points"]


def test_curves(tables):
    _, found = summarised({"menace": SMALL["menace"]}, tables)
    own = found.traces.assign(group="g")
    assert set(columns_of(MEASURES)) <= set(found.traces)
    shares = curves(own, MEASURES).set_index(["measure", "games"])["value"]
    for whole in (("won", "drawn", "lost"), ("corner", "side", "centre")):
        np.testing.assert_allclose(sum(shares[part] for part in whole), 1)
    np.testing.assert_allclose(shares["points"], shares["won"] + shares["drawn"] / 2)
    emptied = own.assign(**{name: own[name].where(own["replicate"] % 2 == 0, 0) for name in BEADS})
    assert (curves(emptied, ["resigns_at_once"])["value"] == 0.5).all()
    np.testing.assert_allclose(sum(curves(emptied, [part])["value"] for part in ("corner", "side", "centre")), 1)
    np.testing.assert_allclose(shares["perfect_lost"], own.groupby("games")["perfect_lost"].mean())
