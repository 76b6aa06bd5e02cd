"""Handing results on: names that trackers accept, Arrow's stream, tables for papers, spreadsheets."""

import io
import re
import warnings

import pandas
import polars
import pyarrow
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.data.tabular import Rows, Tabular
from intervale.evaluation.tracker_names import STYLES, tracker_names
from intervale.measures.catalogue import CATALOGUE

ODD = ["a b", "a_b", "A.B", "a@b", "", "@", "..", "/", "../x", "1/2", "α", "β", "x" * 300, "x" * 301, "=1+1", "\ud800"]
ODD += [f"{name}(rel=2)@10" for name in CATALOGUE] + [f"interval({name}@10,grades=2)" for name in CATALOGUE]
ODD += [
    "RBP(p=0.8)",
    "RBP(p=0.08)",
    "nDCG(gains={1:1,2:3})@10",
    "NDCG(gains={1:1,2:3})@10",
    "interval(AP@5,tie_rule='mid')",
]
PATTERNS = {"mlflow": r"[A-Za-z][A-Za-z0-9_.-]{0,249}", "wandb": r"[A-Za-z][A-Za-z0-9_]{0,249}"}
EXTRA = "pip install 'intervale[ecosystem]'"


@pytest.fixture(scope="module")
def evaluation():
    return iv.evaluate(*made_up_collection(topics=6), ["P@5", "nDCG(gains={1:1,2:3,3:7})@10", "GMAP"], interval=True)


@pytest.mark.parametrize("style", PATTERNS)
def test_names_fit_and_no_two_are_alike(style):
    found = tracker_names(ODD, style)
    assert len({name.casefold() for name in found}) == len(ODD)
    assert all(re.fullmatch(PATTERNS[style], name) for name in found)


def test_a_name_that_looks_like_one_with_its_hash():
    taken = tracker_names(["a b", "a_b"], "mlflow")
    found = tracker_names(["a b", "a_b", *taken], "mlflow")
    assert len(set(found)) == 4


def test_a_name_does_not_depend_on_where_it_stands():
    assert tracker_names(ODD[::-1], "mlflow") == tracker_names(ODD, "mlflow")[::-1]


def test_flat(evaluation):
    means = evaluation.means("aurora")
    assert evaluation.flat("aurora", style="plain") == means
    found = evaluation.flat("aurora")
    assert list(found.values()) == list(means.values())
    assert list(found) == [
        "P_at_5",
        "interval_P_at_5",
        "nDCG_gains_1_1_2_3_3_7_at_10",
        "interval_nDCG_gains_1_1_2_3_3_7_at_10",
        "GMAP",
    ]
    assert evaluation.flat("aurora", style="wandb").keys() == found.keys()
    with pytest.raises(iv.OptionError, match="style='csv' is unknown; use one of: plain, mlflow, wandb"):
        evaluation.flat("aurora", style="csv")
    with pytest.raises(iv.OptionError, match="unknown system 'zephyr'"):
        evaluation.flat("zephyr")
    assert set(STYLES) == {"plain", *PATTERNS}


@pytest.fixture
def mlflow(tmp_path, monkeypatch):
    """MLflow with a store in a folder, which it allows where it is asked to."""
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = pytest.importorskip("mlflow", reason=f"needs the package mlflow-skinny: {EXTRA}")
        before = found.get_tracking_uri()
        found.set_tracking_uri((tmp_path / "store").as_uri())
        yield found
        found.set_tracking_uri(before)


def test_mlflow_logs_them(mlflow, evaluation):
    validation = pytest.importorskip("mlflow.utils.validation")
    for name in tracker_names(ODD, "mlflow"):
        validation._validate_metric_name(name)
    with pytest.raises(mlflow.exceptions.MlflowException):
        validation._validate_metric_name("nDCG@10")
    with mlflow.start_run() as run:
        mlflow.log_metrics(evaluation.flat("aurora"))
    assert mlflow.get_run(run.info.run_id).data.metrics == evaluation.flat("aurora")


# ---------------------------------------------------------------- Arrow's stream


def results(evaluation) -> dict[str, Tabular]:
    return {
        "evaluation": evaluation,
        "comparison": iv.compare(evaluation),
        "aggregates": evaluation.aggregate("median,mean"),
        "leaderboard": iv.leaderboard(evaluation),
        "axioms": iv.axioms("AP@3"),
        "large numbers": Rows({"n": [1, 2**70, None], "text": ["=1+1", "<b>", "\u202e"]}),
    }


def test_what_reads_the_stream_of_arrow(evaluation):
    for name, result in results(evaluation).items():
        table = result.to_arrow()
        assert pyarrow.table(result).equals(table), name
        assert pyarrow.RecordBatchReader.from_stream(result).read_all().equals(table), name
        assert polars.DataFrame(result).equals(result.to_polars()), name
        if hasattr(pandas.DataFrame, "from_arrow"):  # pandas 3
            pandas.testing.assert_frame_equal(
                pandas.DataFrame.from_arrow(result).convert_dtypes(), result.to_pandas().convert_dtypes()
            )


def test_a_schema_may_be_asked_for():
    rows = Rows({"a": [1, 2]})
    wanted = pyarrow.schema([("a", pyarrow.float64())])
    assert pyarrow.table(rows, schema=wanted).schema == wanted


# ---------------------------------------------------------------- tables for papers, spreadsheets

HOSTILE = "<script>alert(1)</script>"
FORMULA = "=1+1"


@pytest.fixture(scope="module")
def hostile():
    return iv.read_scores({HOSTILE: [1.0, 0.5], FORMULA: [0.5, 0.25]}, measure="m")


def test_great_tables(hostile, evaluation):
    great_tables = pytest.importorskip("great_tables", reason=f"needs the package great_tables: {EXTRA}")
    for frame in (hostile.to_pandas(), hostile.to_polars()):
        page = great_tables.GT(frame).as_raw_html()
        assert HOSTILE not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    page = great_tables.GT(evaluation.aggregate("mean").to_polars()).fmt_number("value", decimals=4).as_raw_html()
    assert f"{evaluation.mean('aurora', 'P@5'):.4f}" in page


def test_excel(hostile, evaluation):
    openpyxl = pytest.importorskip("openpyxl", reason=f"needs the package openpyxl: {EXTRA}")
    file = io.BytesIO()
    evaluation.to_pandas().to_excel(file, index=False)
    read = pandas.read_excel(file, dtype={"topic": str})
    written = evaluation.to_pandas()
    assert {name: list(read[name]) for name in read} == {
        name: pytest.approx(list(written[name]), rel=1e-15) if name == "value" else list(written[name])
        for name in written  # a spreadsheet has 16 digits
    }
    file = io.BytesIO()
    hostile.to_pandas().to_excel(file, index=False)
    cells = {cell.value: cell.data_type for row in openpyxl.load_workbook(file).active.iter_rows() for cell in row}
    assert cells[HOSTILE] == "s"
    assert cells[FORMULA] == "f"  # docs/security.md says so, and what to do
    assert f"'{FORMULA}" in hostile.to_csv()
