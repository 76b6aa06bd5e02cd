"""Orders: what "better" means before any number."""

from intervale.orders.construct import Construction, construct
from intervale.orders.order import ORDERS, Order, order
from intervale.orders.own import InducedOrder, OwnOrder
from intervale.orders.paths import Step, natural_distance, shortest_path
from intervale.orders.poset import FACTS, RunPoset, poset, theorem_facts
from intervale.orders.space import JudgedRun, RunSpace

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
    "Step",
    "construct",
    "natural_distance",
    "order",
    "poset",
    "shortest_path",
    "theorem_facts",
]
