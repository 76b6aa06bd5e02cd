"""What is said of systems: how clear a difference is, and what its scale carries. Terminal, notebook, page and JSON say
it in these words and no others.

Two questions are kept apart: *chance*, would other topics say the same, and *scale*, would another legitimate scale say
the same. *Better* is said of a difference that is clear on a sound scale; otherwise a system *has the higher mean*, or
*scores higher*. Which systems may be the best is a question of its own (:class:`Headline`), answered by multiple
comparisons with the best and never by the p of a pair.
"""

from intervale.present.wording.across import Row, across_measures, rows_of
from intervale.present.wording.against import Against
from intervale.present.wording.answers import answers
from intervale.present.wording.averaging import OTHER_READING, Averaging, averaging
from intervale.present.wording.cautions import cautions_of
from intervale.present.wording.checks import CHECKS, Check
from intervale.present.wording.headline import Headline
from intervale.present.wording.numbers import Numbers
from intervale.present.wording.pair import Chance, Pair, all_pairs, pair_of, pair_template
from intervale.present.wording.paper import Advice, advice_on
from intervale.present.wording.scale import Scale
from intervale.present.wording.texts import Answer, p_text
from intervale.present.wording.tiles import Tile, tiles_of

__all__ = [
    "CHECKS",
    "OTHER_READING",
    "Advice",
    "Against",
    "Answer",
    "Averaging",
    "Chance",
    "Check",
    "Headline",
    "Numbers",
    "Pair",
    "Row",
    "Scale",
    "Tile",
    "across_measures",
    "advice_on",
    "all_pairs",
    "answers",
    "averaging",
    "cautions_of",
    "p_text",
    "pair_of",
    "pair_template",
    "rows_of",
    "tiles_of",
]
