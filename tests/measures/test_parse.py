"""Names of measures: reading, canonical printing, what is refused and how the message helps."""

import subprocess
import sys
from dataclasses import fields
from fractions import Fraction

import ir_measures
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.measures import ALIASES, CATALOGUE, Measure, named_measures
from intervale.measures.precision import P
from tests.strategies import VALUES, measures

# ---------------------------------------------------------------- printing


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=list(CATALOGUE))
@settings(max_examples=30)
@given(data=st.data())
def test_what_is_printed_reads_back(kind, data):
    reads_back(data.draw(measures(kind)))


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=list(CATALOGUE))
def test_every_value_of_every_parameter_reads_back(kind):
    needed = {"recall": 0.5} if kind.at == "recall" else {}
    for field in fields(kind):
        for value in VALUES.get(kind.rules.get(field.name, ""), VALUES[field.name]):
            goes_with = {"graded": True} if kind.__name__ == "F" and field.name in ("gains", "max_rel") else {}
            reads_back(kind(**needed | goes_with | {field.name: value}))


def reads_back(measure):
    again = iv.parse_measure(str(measure))
    assert again == measure
    assert type(again) is type(measure)
    assert (str(again), hash(again), repr(again)) == (str(measure), hash(measure), str(measure))


@given(measures(), measures())
def test_measures_are_equal_exactly_if_they_print_alike(one, two):
    assert (one == two) == (str(one) == str(two))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("nDCG(gains={2:3,0:0,1:1})@10", "nDCG(gains={2:3})@10"),
        ("nDCG(gains={0:0,1:1})", "nDCG"),
        ("P(judged_only=False,rel=1)@10", "P@10"),
        ("P(cutoff=10)", "P@10"),
        ("P(rel=2.0)@10.0", "P(rel=2)@10"),
        ("RBP(p=0.80)", "RBP"),
        ("RBP(p=4/5)", "RBP"),
        ("RBP(p=1/3)", "RBP(p=1/3)"),
        ("RBP(p=.5)", "RBP(p=0.5)"),
        ("RBP(p=5e-1)", "RBP(p=0.5)"),
        ("IPrec@1.0", "IPrec@1"),
        ("IPrec(recall=1/3)", "IPrec@1/3"),
        ("IPrec@1/3", "IPrec@1/3"),
        ("IPrec(recall=0.10)", "IPrec@0.1"),
        ("IPrecAvg(levels=(0.5,))", "IPrecAvg(levels=(0.5,))"),
        (" nDCG @ 10 ", "nDCG@10"),
        ("MAP@10", "AP@10"),
        ("F( graded = True , beta = 2 ) @ 5", "F(beta=2,graded=True)@5"),
    ],
)
def test_canonical_names(text, canonical):
    assert str(iv.parse_measure(text)) == canonical


def test_names_in_tables_are_as_the_user_wrote_them():
    assert list(named_measures(["map", " P@5 ", "P.5,10", "RBP(p=0.80)", P(cutoff=3)])) == [
        *("map", "P@5", "P@10", "RBP(p=0.80)", "P@3")
    ]


def test_aliases():
    for other, name in ALIASES.items():
        at = "@5" if CATALOGUE[name].at else ""
        assert iv.parse_measure(other + at) == iv.parse_measure(name + at)


# ---------------------------------------------------------------- ir_measures

SHARED = """\
    P@10 P(rel=2)@10 P(judged_only=True)@5 P(rel=2,judged_only=True)@5 P()@5 Precision@5
    R@100 R(rel=2)@100 R(judged_only=True)@3 Recall@5 Rprec Rprec(rel=3) RPrec Rprec(judged_only=True)
    AP AP@10 AP(rel=2)@10 MAP MAP@5 RR RR@10 RR(rel=2)@10 RR(judged_only=True) MRR MRR@10 ERR ERR@20
    nDCG nDCG@10 NDCG@10 nDCG(dcg='exp-log2')@10 nDCG(dcg='log2') nDCG(judged_only=True)@5 nDCG(gains={0:0,1:1,2:3})@10
    nDCG(gains={1:5}) nDCG(dcg='exp-log2',judged_only=True)@10 RBP RBP(p=0.8) RBP(p=0.80) RBP(p=0.5,rel=2) RBP(p=0.9)@10
    INSQ INSQ(T=2) INSQ(T=1.0) INSQ(max_rel=3) INST INST(T=3,max_rel=2) Bpref BPref Bpref(rel=2) infAP infAP(rel=2)
    Judged@10 Judged Success@1 Success(rel=2)@10 SetP SetP(rel=2) SetP(relative=True) SetR SetR(rel=2) SetF SetF(beta=2)
    SetF(rel=2,beta=0.5) SetAP NumQ NumRet NumRet(rel=1) NumRel NumRel(rel=2)
    IPrec@0.1 IPrec@0.10 IPrec(rel=2)@0.5 IPrec@1 IPrec@0 IPrec(judged_only=True)@0.5
"""


@pytest.mark.parametrize("text", SHARED.split())
def test_names_print_as_ir_measures_prints_them(text):
    assert str(iv.parse_measure(text)) == str(ir_measures.parse_measure(text))


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        # the order of parameters: ours is that of the definition, theirs that of the text
        ("P(judged_only=True,rel=2)@5", "P(rel=2,judged_only=True)@5", "P(judged_only=True,rel=2)@5"),
        ("RBP(rel=2,p=0.5)", "RBP(p=0.5,rel=2)", "RBP(rel=2,p=0.5)"),
        # rel=1 is the default here; in ir_measures RBP has no rel unless one is given
        ("RBP(rel=1)", "RBP", "RBP(rel=1)"),
        # whole numbers lose their point
        ("SetF(beta=2.0)", "SetF(beta=2)", "SetF(beta=2.0)"),
        ("IPrec@1.0", "IPrec@1", "IPrec@1.0"),
        # a measure of its own here, another name of NumRet(rel=1) there
        ("NumRelRet", "NumRelRet", "NumRet(rel=1)"),
    ],
)
def test_where_printing_differs_from_ir_measures(text, ours, theirs):
    assert str(iv.parse_measure(text)) == ours
    assert str(ir_measures.parse_measure(text)) == theirs


# ---------------------------------------------------------------- trec_eval's names

FAMILIES = {
    "P": ("P@{}", [5, 10, 15, 20, 30, 100, 200, 500, 1000]),
    "recall": ("R@{}", [5, 10, 15, 20, 30, 100, 200, 500, 1000]),
    "ndcg_cut": ("nDCG@{}", [5, 10, 15, 20, 30, 100, 200, 500, 1000]),
    "map_cut": ("AP@{}", [5, 10, 15, 20, 30, 100, 200, 500, 1000]),
    "relative_P": ("P(relative=True)@{}", [5, 10, 15, 20, 30, 100, 200, 500, 1000]),
    "success": ("Success@{}", [1, 5, 10]),
    "unj": ("Unjudged@{}", [5, 10, 20]),
    "iprec_at_recall": ("IPrec@{}", ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]),
    "Rprec_mult": ("Rprec(mult={})", ["0.2", "0.4", "0.6", "0.8", "1.0", "1.2", "1.4", "1.6", "1.8", "2"]),
}
SINGLE = {
    **{"num_q": "NumQ", "num_ret": "NumRet", "num_rel": "NumRel", "num_rel_ret": "NumRelRet"},
    **{"num_nonrel_judged_ret": "NumNonRelRet", "map": "AP", "gm_map": "GMAP", "Rprec": "Rprec", "bpref": "Bpref"},
    **{"gm_bpref": "GMBpref", "recip_rank": "RR", "infAP": "infAP", "11pt_avg": "IPrecAvg", "ndcg": "nDCG"},
    **{"set_P": "SetP", "set_relative_P": "SetP(relative=True)", "set_recall": "SetR", "set_map": "SetAP"},
    **{"set_F": "SetF", "rbp": "gRBP(p=0.9,max_rel='topic')", "rbp_resid": "RBPresid(p=0.9)"},
}


@pytest.mark.parametrize("name", SINGLE)
def test_trec_eval_name(name):
    assert iv.parse_measure(name) == iv.parse_measure(SINGLE[name])


@pytest.mark.parametrize("name", FAMILIES)
def test_trec_eval_family(name):
    pattern, parameters = FAMILIES[name]
    whole = [iv.parse_measure(pattern.format(parameter)) for parameter in parameters]
    assert [iv.parse_measure(f"{name}_{parameter}") for parameter in parameters] == whole
    assert iv.parse_measures(f"{name}.{','.join(map(str, parameters))}") == whole
    if name != "P":  # P alone is precision
        assert iv.parse_measures(name) == whole


def test_trec_eval_nicknames():
    official = iv.parse_measures("official")
    assert len(official) == 9 + 11 + 9
    assert set(official) <= set(iv.parse_measures("all_trec"))
    assert len(iv.parse_measures("set")) == 9


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("iprec_at_recall..10,.25", ["IPrec@0.1", "IPrec@0.25"]),
        ("iprec_at_recall_0.10", ["IPrec@0.1"]),
        ("Rprec_mult.5.0,0.2", ["Rprec(mult=5)", "Rprec(mult=0.2)"]),
        ("11pt_avg..25,.5,.75", ["IPrecAvg(levels=(0.25,0.5,0.75))"]),
        ("ndcg.1=3,2=9,4=4.5", ["nDCG(gains={1:3,2:9,4:4.5})"]),
        ("ndcg_cut.10,23.4", ["nDCG@10", "nDCG@23"]),  # trec_eval cuts 23.4 down to 23
    ],
)
def test_trec_eval_parameters(text, measures):
    assert [str(measure) for measure in iv.parse_measures(text)] == measures


def test_what_trec_eval_alone_has_is_said():
    with pytest.raises(iv.MeasureError, match="'utility' is not in the catalogue: it exists in trec_eval only"):
        iv.parse_measure("utility")
    with pytest.raises(iv.MeasureError, match="preference judgments are out of scope"):
        iv.parse_measure("all_prefs")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("P@-5 P@0 AP@2.5 P@1e400 nDCG@'5' P@True ndcg_cut_0", "a whole number from 1 to a billion"),
        (
            "P(rel=0)@5 AP(rel=-1) RR(rel=1.5) RR(rel=True) AP(rel='a') NumRet(rel=0)",
            "relevant means a grade of at least",
        ),
        ("RBP(p=7) RBP(p=0) RBP(p=1) RBP(p=-0.5) RBP(p=True) RBP(p='a') gRBP(p=2)", "a number above 0 and below 1"),
        ("RBPresid(p=1.0) RBP(p=1e400)", "a number above 0 and below 1"),
        ("nDCG(gains={1:-1})@10 nDCG(gains=5) nDCG(gains={1:True})", "none of them negative"),
        ("nDCG(gains={1.5:1}) nDCG(gains={'a':1}) gP(gains={1:1e400})@5 nDCG(gains='ab')", "none of them negative"),
        ("nDCG(dcg='exp') nDCG(dcg=2) DCG(dcg=True)", "'log2' .* or 'exp-log2'"),
        ("DCG(base=1) DCG(base=0.5) nDCG(base=-2) DCG(base=True)", "a number above 1"),
        (
            "F(beta=0)@5 SetF(beta=-1) SetF(beta=True) INST(T=0) INSQ(T=-1) Rprec(mult=0) Rprec_mult_0",
            "a number above 0",
        ),
        ("IPrec@1.5 IPrec@-0.1 IPrec@True iprec_at_recall_1.5", "a number from 0 to 1"),
        (
            "IPrecAvg(levels=(2,)) IPrecAvg(levels=()) IPrecAvg(levels=0.5) IPrecAvg(levels={0.5:1})",
            "levels from 0 to 1",
        ),
        ("ERR(max_rel=0) gP(max_rel=1.5)@5 INST(max_rel=True)", "a whole number from 1 to 32000, the top grade"),
        ("P(judged_only=1)@5 P(relative='yes')@5 gR(literal=0)@5 F(graded=1)@5", "True or False"),
        ("P(p=0.5)@5 AP(T=1) nDCG(max_rel=2)", "has no parameter '.*'; it has "),
        ("NumQ(rel=2)", "NumQ has no parameter 'rel'; it has none"),
        ("Bpref@10 infAP@5 Rprec@5 SetP@5 NumRet@5 IPrecAvg@0.5", "takes no @.*: it uses the whole run"),
        ("P(cutoff=5)@5 IPrec(recall=0.5)@0.5", "gives .* twice"),
        ("IPrec IPrec(rel=2)", "needs a recall level from 0 to 1, such as IPrec@0.1"),
        ("P(5) RBP(0.8) P(*a)@5 P(**{})@5", "parameters are given by name, as in RBP"),
        ("P@5@6 P[5] P(rel=2 P@ @5 5 P(rel=2)(rel=3) 'P' (P,R) P.x P@5:6", "is not a measure"),
        (
            "P(rel=x)@5 RBP(p=0.5+0.1) P(rel=None)@5 RBP(p=1/0) nDCG(gains={**a}) nDCG(gains={-1:1})",
            "a parameter must be a number",
        ),
        ("P@k nDCG@ten AP(rel=2)@ten IPrec@x", "write a number after @, as in AP@10"),
        ("DCG(dcg='exp-log2',gains={1:2}) nDCG(dcg='exp-log2',gains={1:2})", "use one of them"),
        ("F(gains={1:2})@5 F(max_rel=2)@5", "go with graded=True"),
        ("official P.5,10 recall", "names .* measures: .*; name one"),
    ],
)
def test_what_is_refused_and_what_would_be_allowed(texts, message):
    for text in texts.split(" "):
        with pytest.raises(iv.MeasureError, match=message):
            iv.parse_measure(text)


@pytest.mark.parametrize("kind", ["ERR", "gP", "gR", "INSQ", "INST", "F"])
def test_a_top_grade_by_topic_is_for_graded_rbp_alone(kind):
    inside = "graded=True,max_rel='topic'" if kind == "F" else "max_rel='topic'"
    with pytest.raises(iv.MeasureError, match="max_rel='topic' must be"):
        iv.parse_measure(f"{kind}({inside})")


def test_parameters_are_checked_in_python_too():
    for name, value in [("cutoff", -1), ("cutoff", True), ("rel", 0), ("rel", "2"), ("judged_only", 1)]:
        with pytest.raises(iv.MeasureError, match=f"P: {name}="):
            P(**{name: value})


def test_measures_cannot_be_changed():
    with pytest.raises(AttributeError):
        P(cutoff=5).cutoff = 10


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("nDGC@10", "nDCG"),
        ("ndgc@10", "nDCG"),
        ("MAPP", "AP"),
        ("Bprefs", "Bpref"),
        ("errr@5", "ERR"),
        ("ipreci", "IPrec"),
    ],
)
def test_an_unknown_name_gets_the_nearest(wrong, near):
    with pytest.raises(iv.MeasureError, match=rf"unknown measure '{wrong.split('@')[0]}'; did you mean .*{near}"):
        iv.parse_measure(wrong)


def test_a_name_far_from_all_gets_the_list():
    with pytest.raises(iv.MeasureError, match=r"the measures are: P, R, F, .*NumNonRelRet"):
        iv.parse_measure("xyzzy")


def test_capitals_do_not_matter_and_other_tools_names_are_known():
    known = {"ndcg@10": "nDCG@10", "map@100": "AP@100", "mrr@10": "RR@10", "hit_rate@5": "Success@5", "f1@5": "F@5"}
    assert {text: str(iv.parse_measure(text)) for text in known} == known


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("AP,nDCG@10", ["AP", "nDCG@10"]),
        ("AP, nDCG@10", ["AP", "nDCG@10"]),
        ("AP , nDCG @ 10,P@5", ["AP", "nDCG@10", "P@5"]),
        ("map,P.5,10,ndcg_cut.10,20", ["AP", "P@5", "P@10", "nDCG@10", "nDCG@20"]),
        ("11pt_avg..25,.5,map", ["IPrecAvg(levels=(0.25,0.5))", "AP"]),
        ("map,11pt_avg", ["AP", "IPrecAvg"]),
        ("ndcg.1=3,2=9,recip_rank", ["nDCG(gains={1:3,2:9})", "RR"]),
        ("P@5,10", ["P@5", "P@10"]),
        ("nDCG(gains={1:1,2:3},judged_only=True)@5,10,RR", ["nDCG(gains={2:3},judged_only=True)@5", None, "RR"]),
        ("RBP(p=0.5,rel=2),interval(AP@3,tie_rule='mid')", ["RBP(p=0.5,rel=2)", "interval(AP@3,tie_rule='mid')"]),
        ("AP,", ["AP"]),
        ("ndcg_at_10,20", ["nDCG@10", "nDCG@20"]),
    ],
)
def test_commas_between_measures(text, measures):
    found = [str(measure) for measure in iv.parse_measures(text)]
    assert [None if wanted is None else name for name, wanted in zip(found, measures, strict=True)] == measures


def test_names_in_lists_are_as_the_user_wrote_them():
    assert list(named_measures("map,ndcg_at_10 HR@5,P.5,10")) == ["map", "ndcg_at_10", "HR@5", "P@5", "P@10"]
    assert list(named_measures(["recip_rank,map", "P@3,4"])) == ["recip_rank", "map", "P@3", "P@4"]


def test_a_list_is_not_one_measure():
    with pytest.raises(iv.MeasureError, match="'AP,RR' names 2 measures: AP, RR; name one"):
        iv.parse_measure("AP,RR")
    with pytest.raises(iv.MeasureError, match="is not a measure"):
        iv.parse_measures("10,AP")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ndcg_at_10", "nDCG@10"),
        ("MAP_AT_1000", "AP@1000"),
        ("mrr_10", "RR@10"),
        ("Hit@10", "Success@10"),
        ("HR@10", "Success@10"),
        ("hit_rate_at_5", "Success@5"),
        ("r-precision-l2", "Rprec(rel=2)"),
        ("ndcg@10-l3", "nDCG(gains={1:0,2:0})@10"),
        ("ndcg_burges", "nDCG(dcg='exp-log2')"),
        ("R_cap@100", "P(relative=True)@100"),
        ("NDCG_CUT_10", "nDCG@10"),
        ("p.5", "P@5"),
        ("set_f", "SetF"),
        ("SetRelP", "SetP(relative=True)"),
        ("ndcg_burges(judged_only=True)@5", "nDCG(dcg='exp-log2',judged_only=True)@5"),
        ("gP_at_5", "gP@5"),
        ("hit-rate@5", "Success@5"),
        ("R-Prec", "Rprec"),
        ("f-measure@5", "F@5"),
        ("RBP_RESID", "RBPresid(p=0.9)"),
    ],
)
def test_names_as_people_write_them(text, canonical):
    assert str(iv.parse_measure(text)) == canonical
    assert iv.parse_measure(canonical) == iv.parse_measure(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P10", r"unknown measure 'P10'; did you mean P@10\?"),
        ("NDCG10", "did you mean NDCG@10"),
        ("recip_ran", "did you mean .*RR"),
        ("reciprocalrank", "did you mean RR"),
        ("hitrates@5", "did you mean Success"),
        ("F_1", "did you mean F"),
        ("hits@10", "write Success@10|write Success@k"),
        ("accuracy_at_10", "write Success@k"),
        ("Hole@10", "write Unjudged@k"),
        ("GAUC", "it needs the scores of all items"),
        ("ItemCoverage@10", "about the items that are recommended"),
        ("alpha_nDCG@20", "diversity measures are out of scope"),
        ("rbp@95", r"write RBP@95, or RBP\(p=0.95\)"),
        ("bpref@10", "takes no @10"),
        ("gP@5-l2", "-l2 says from which grade on documents are relevant, and gP has no such grade"),
        ("P@0", "a whole number from 1"),
        ("map-l0", "relevant means a grade of at least 1: write -l1"),
        ("ndcg@10-l0", "relevant means a grade of at least 1: write -l1"),
        ("RBP_0.8", "is not a measure"),  # rbp_0.8 is trec_eval's, RBP that of the catalogue
        ("RBP.0.8", "is not a measure"),
        ("NDCG_REL", "trec_eval's 'ndcg_rel' is not in the catalogue"),
        ("alpha-nDCG@20", "diversity measures are out of scope"),
        ("P@k", "write a number after @, as in AP@10"),
        ("nDCG@ten", "write a number after @, as in AP@10"),
    ],
)
def test_names_that_need_a_hint(text, message):
    with pytest.raises(iv.MeasureError, match=message):
        iv.parse_measure(text)


def test_blanks_between_measures():
    assert [str(m) for m in iv.parse_measures("nDCG@10 RBP(p=0.5, rel=2) P@5")] == [
        "nDCG@10",
        "RBP(p=0.5,rel=2)",
        "P@5",
    ]


@pytest.mark.parametrize("text", ["", "   ", "x" * 50_000])
def test_empty_and_endless_names(text):
    with pytest.raises(iv.MeasureError, match=r"is empty|characters long"):
        iv.parse_measure(text)


def test_no_measure_at_all():
    """The judged runs alone; what needs a measure says so."""
    for nothing in ([], (), {}):
        found = iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}, "B": {"q": {"x": 1.0}}}, nothing)
        assert found.names == ()
        for call in (iv.compare, iv.correlate, iv.evidence, iv.scale_changes):
            with pytest.raises(iv.OptionError, match="needs at least one measure"):
                call(found)


# ---------------------------------------------------------------- whatever comes

PIECES = ["P", "nDCG", "AP", "(", ")", "@", "=", ",", "{", "}", ":", ".", "_", "'", "-", "/", "rel", "p", "gains"]
PIECES += ["0", "1", "5", "10", "0.5", "1e999", "9" * 300, "True", "None", " ", "\n", "#", "\\", "é", "ndcg_cut", "∞"]
TEXTS = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@settings(max_examples=600)
@given(TEXTS)
@example("P@" + "-" * 990 + "5")
@example("P@" + "(" * 150 + "5" + ")" * 150)
@example("P@" + "(" * 450 + "5" + ")" * 450)
@example("(" * 1000)
@example("IPrecAvg(levels=" + "(" * 90 + "0.5" + ",)" * 90 + ")")
@example("P@" + "9" * 990)
@example("P@1/" + "9" * 900)
@example("RBP(p=" + "1" * 400 + "/" + "9" * 400 + ")")
@example("\x00")
@example("P@5\x00")
@example("\ud800")
@example("P@٥")
@example("𝐏@5")
@example("P@5\u2028")
def test_any_text_is_a_measure_or_a_plain_error(text):
    try:
        found = iv.parse_measures(text)
    except iv.IntervaleError:
        return
    assert found
    assert all(isinstance(measure, Measure) for measure in found)
    assert [iv.parse_measure(str(measure)) for measure in found] == found


def test_numbers_too_fine_for_a_float_are_kept():
    p = Fraction(10**30 + 1, 2 * 10**30)
    assert iv.parse_measure(f"RBP(p={p})").p == p
    assert iv.parse_measure(str(iv.parse_measure(f"RBP(p={p})"))).p == p


def test_a_derived_measure_is_known_whatever_was_imported_before(tmp_path):
    """In a process of its own: a saved evaluation with an interval column is read by its package alone."""
    path = tmp_path / "scores.parquet"
    table = iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["interval(RR@3)", "RR@3"])
    table.save(path)
    for lines in (
        f"from intervale.evaluation import read_scores; print(read_scores({str(path)!r}).measures[0])",
        "from intervale.measures import parse_measure; print(parse_measure('interval(RR@3)'))",
        "from intervale.measures.parse import parse_measures; print(parse_measures('interval(RR@3)')[0])",
    ):
        done = subprocess.run([sys.executable, "-c", lines], capture_output=True, encoding="utf-8", check=False)
        assert (done.stdout.strip(), done.stderr) == ("interval(RR@3)", "")


@pytest.mark.parametrize("wrong", [3, None, [3], ["AP", None], {"mine": 3.5}])
def test_what_is_no_name_is_refused(wrong):
    with pytest.raises(iv.MeasureError, match=r"^(3|None|3\.5) is not a measure; write a name such as nDCG@10$"):
        iv.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, wrong)


def test_a_parameter_in_another_spelling_is_named():
    with pytest.raises(iv.MeasureError, match=r"RBP has no parameter 'normalized'; did you mean normalised\?"):
        iv.parse_measure("RBP(normalized=True)@4")
