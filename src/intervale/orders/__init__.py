"""Orders: what "better" means before any number."""

from intervale.orders.construct import Construction, construct
from intervale.orders.order import ORDERS, Order, order
from intervale.orders.own import InducedOrder, OwnOrder
from intervale.orders.paths import Step, natural_distance, shortest_path
from intervale.orders.poset import FACTS, RunPoset, poset, theorem_facts
from intervale.orders.space import JudgedRun, RunSpace
from intervale.orders.valuation import (
    RunValuation,
    run_distance,
    valuation,
    valuation_from_weights,
    valuations_exist,
)

__all__ = [
    "FACTS",
    "ORDERS",
    "Construction",
    "InducedOrder",
    "JudgedRun",
    "Order",
    "OwnOrder",
    "RunPoset",
    "RunSpace",
    "RunValuation",
    "Step",
    "construct",
    "natural_distance",
    "order",
    "poset",
    "run_distance",
    "shortest_path",
    "theorem_facts",
    "valuation",
    "valuation_from_weights",
    "valuations_exist",
]
