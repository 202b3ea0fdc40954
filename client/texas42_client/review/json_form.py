"""A review as a program takes it: every chance is that of the side which plays."""

from __future__ import annotations

from typing import Any

from texas42_client.review.reviewing import Review
from texas42_client.review.weighing import Choice, Weighed

__all__ = ["as_json"]


def as_json(review: Review) -> dict[str, Any]:
    """The review of a hand, every decision of it that was judged."""
    hand = review.hand
    return {
        "hand": hand.number,
        "contract": hand.contract,
        "result": hand.record["result"],
        "asker": hand.asker,
        "decided_in_trick": hand.decided,
        "contract_chance": [
            {"trick": stage.trick, **_chance_json(stage.weighed.best)} for stage in review.stages
        ],
        "mistakes": [_place_json(weighed) for weighed in review.mistakes],
        "swings": [{"trick": s.trick, "before": s.before, "after": s.after} for s in review.swings],
        "decisions": [_weighed_json(weighed) for weighed in review.weighed],
        "not_judged": [{"trick": d.trick, "seat": d.seat} for d in review.skipped],
    }


def _place_json(weighed: Weighed) -> dict[str, Any]:
    return {"trick": weighed.decision.trick, "seat": weighed.decision.seat}


def _weighed_json(weighed: Weighed) -> dict[str, Any]:
    return {
        **_place_json(weighed),
        "order": list(weighed.decision.order),
        "move": weighed.decision.move,
        "wants": "made" if weighed.bidding else "set",
        "worlds": weighed.judgement.worlds,
        "exact": weighed.exact,
        "unknown_tiles": weighed.decision.missing,
        "choices": [{"move": c.move, **_chance_json(c)} for c in weighed.choices],
        "cost": weighed.cost,
        "cost_at_least": weighed.least_cost,
    }


def _chance_json(choice: Choice) -> dict[str, Any]:
    return {"chance": choice.chance, "low": choice.low, "high": choice.high}
