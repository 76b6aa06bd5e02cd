"""Orders: what "better" means before any number."""

from intervale.orders.axiom_orders import AxiomOrder, AxiomOrders, axiom_orders
from intervale.orders.construct import Construction, PairInOrder, RunInOrder, construct
from intervale.orders.extremes import least_and_greatest
from intervale.orders.generated import MOVES, GeneratedOrder, Move, as_known
from intervale.orders.listed import ListedOrder, NotAnOrderError
from intervale.orders.named import order
from intervale.orders.order import ORDERS, Order
from intervale.orders.own import InducedOrder, OwnOrder
from intervale.orders.paths import Step, natural_distance, shortest_path
from intervale.orders.poset import FACTS, RunPoset, poset, theorem_facts
from intervale.orders.space import Grades, JudgedRun, RunSpace
from intervale.orders.substitutes import Substitutes, completed_rank, substitutes
from intervale.orders.valuation import (
    RunValuation,
    run_distance,
    valuation,
    valuation_from_weights,
    valuations_exist,
)

__all__ = [
    "FACTS",
    "MOVES",
    "ORDERS",
    "AxiomOrder",
    "AxiomOrders",
    "Construction",
    "GeneratedOrder",
    "Grades",
    "InducedOrder",
    "JudgedRun",
    "ListedOrder",
    "Move",
    "NotAnOrderError",
    "Order",
    "OwnOrder",
    "PairInOrder",
    "RunInOrder",
    "RunPoset",
    "RunSpace",
    "RunValuation",
    "Step",
    "Substitutes",
    "as_known",
    "axiom_orders",
    "completed_rank",
    "construct",
    "least_and_greatest",
    "natural_distance",
    "order",
    "poset",
    "run_distance",
    "shortest_path",
    "substitutes",
    "theorem_facts",
    "valuation",
    "valuation_from_weights",
    "valuations_exist",
]
