"""z-scores against trec_eval's own output: ``-q -m all_trec -Z zscores_file qrels.test results.test`` (out.test.aqZ).

The file has the mean and the standard deviation of reference runs, topic by topic; two systems at mean ± deviation/√2
have just these.
"""

from math import sqrt

import pytest

import intervale as iv

NAMES = ("map", "Rprec", "bpref", "recip_rank", "P_10", "ndcg", "num_rel", "recall_100")


def test_z_scores_of_trec_eval(shared_data):
    folder = shared_data("trec_eval-test")
    factors, printed = {}, {}
    for topic, name, mean, deviation in map(str.split, (folder / "zscores_file").read_text().splitlines()):
        factors[topic, name] = float(mean), float(deviation)
    for name, topic, value in map(str.split, (folder / "out.test.aqZ").read_text().splitlines()):
        printed[topic, name] = value
    names = [name for name in NAMES if ("301", name) in factors]
    assert len(names) > 5
    found = iv.evaluate(folder / "qrels.test", folder / "results.test", names)
    topics = [topic for topic in found.topics if (topic, "map") in factors]
    for name in names:
        scores = {
            system: {topic: factors[topic, name][0] + sign * factors[topic, name][1] / sqrt(2) for topic in topics}
            for system, sign in (("low", -1), ("high", 1))
        }
        reference = iv.read_scores(scores, measure=name)
        z = found.subset(topics=topics, measures=[name]).standardise("z", reference)
        for topic, value in z.by_topic(found.systems[0], f"z({name})").items():
            assert value == pytest.approx(float(printed[topic, f"Z{name}"]), abs=6e-5), (name, topic)
