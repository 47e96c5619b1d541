"""Evaluate an entered player exactly in each of its seats: everything that reports tell, as one object."""

from typing import Any

from tttcore.entered.best_reply import best_reply
from tttcore.entered.blunders import blunders, decisions
from tttcore.entered.entrant import Entrant
from tttcore.entered.field import Field
from tttcore.entered.resemblance import resemblance
from tttcore.entered.results import against_baselines, against_field
from tttcore.games.seats import SEATS

FORMAT = 1


def evaluate(entrant: Entrant, field: Field) -> dict[str, Any]:
    """Evaluate a player, and return an object that JSON can hold.

    Returns
    -------
    format, player, kind, notes : `FORMAT`; name, where its moves come from, and how it was asked.
    estimated : whether chances are estimated from answers, so that scores have intervals.
    field : number of stored players of runs and of baselines (`players`), and whether there are any of runs.
    seats : by name of the seat, see `results.against_field` (``rank`` and ``treatments``),
        `results.against_baselines`, `best_reply.best_reply`, `blunders.blunders` and `resemblance.resemblance`;
        ``estimated``, as above; ``decisions``, and ``as_perfect``, those in which each of its moves keeps the value.
    """
    return {
        "format": FORMAT,
        "player": entrant.name,
        "kind": entrant.kind,
        "notes": list(entrant.notes),
        "estimated": entrant.is_estimated,
        "field": {"players": len(field.players), "has_runs": field.has_runs},
        "seats": {SEATS[seat]: _seat(entrant, seat, field) for seat in entrant.seats},
    }


def _seat(entrant: Entrant, seat: int, field: Field) -> dict[str, Any]:
    rank, treatments = against_field(entrant, seat, field)
    met, as_perfect = decisions(entrant, seat)
    return {
        "rank": rank,
        "baselines": against_baselines(entrant, seat),
        "treatments": treatments,
        "best_reply": best_reply(entrant, seat),
        "estimated": entrant.is_estimated,
        "decisions": met,
        "as_perfect": as_perfect,
        "blunders": blunders(entrant, seat),
        "resembles": resemblance(entrant, seat, field),
    }
