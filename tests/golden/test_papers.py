"""Worked numbers of the papers. 001: Ferrante, Ferro and Pontarollo 2019; 002: Ferrante, Ferro and Maistro 2015."""

from fractions import Fraction

from intervale.exact import inverse_log
from intervale.measures import parse_measure


def exact(text, run, top):
    return parse_measure(text).exact(run, grades=top)


class TestPaper002Section5:
    """Two runs that precision and AP are said to order differently."""

    r, s = (1, 0, 0, 1, 0), (0, 1, 1, 0, 1)

    def test_precision(self):
        assert exact("P", self.r, 1) == Fraction(2, 5)
        assert exact("P", self.s, 1) == Fraction(3, 5)

    def test_average_precision(self):
        """RB·AP is 3/2 and 53/30 as printed. The paper prints 3/2 > 53/30; it is the other way round, so the
        example does not show what it is to show: both measures prefer s.
        """
        assert exact("AP", self.r, 1) == Fraction(3, 2)
        assert exact("AP", self.s, 1) == Fraction(53, 30)
        assert exact("AP", self.r, 1) < exact("AP", self.s, 1)


class TestPaper001Example9:
    """Measures that are not ordinal on the total order of runs: r is below s, and scores more. c = 2, gain = grade."""

    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)

    def test_dcg(self):
        assert exact("DCG(base=2)", self.r, 2) == 1 + 2 * inverse_log(3, 2) + inverse_log(5, 2)
        assert exact("DCG(base=2)", self.s, 2) == 2
        assert exact("DCG(base=2)", self.r, 2) > exact("DCG(base=2)", self.s, 2)

    def test_err(self):
        assert exact("ERR", self.r, 2) == Fraction(1, 4) + Fraction(3, 16) + Fraction(3, 320) == Fraction(143, 320)
        assert exact("ERR", self.s, 2) == Fraction(1, 4) + Fraction(3, 32) == Fraction(11, 32)

    def test_average_precision_of_the_lenient_reading(self):
        assert exact("AP", self.r, 2) == 1 + Fraction(2, 3) + Fraction(3, 5)
        assert exact("AP", self.s, 2) == 2

    def test_graded_rbp(self):
        """2·gRBP is (1−p)(1 + 2p² + p⁴) and (1−p)(1 + p); r scores more from p ≈ 0.454 on."""
        for hundredths in range(1, 100):
            p = Fraction(hundredths, 100)
            r, s = (exact(f"gRBP(p={p})", run, 2) for run in (self.r, self.s))
            assert 2 * r == (1 - p) * (1 + 2 * p**2 + p**4)
            assert 2 * s == (1 - p) * (1 + p)
            assert (r > s) == (hundredths >= 46)


def test_paper_001_graded_rbp_at_one_over_c_plus_one_is_the_rank_of_a_run():
    """§6.1: gRBP with p = 1/(c + 1) is ρ/(c + 1)^N, with the runs of Example 8. The paper prints 461 for the first
    one; 256 + 192 + 0 + 12 + 2 is 462.
    """
    assert exact("gRBP(p=1/4)", (1, 3, 0, 3, 2), 3) == Fraction(462, 4**5)
    assert exact("gRBP(p=1/4)", (1, 3, 1, 0, 2), 3) == Fraction(466, 4**5)
    assert exact("RBP(p=1/2)", (0, 0, 1, 1, 1), 1) == Fraction(7, 2**5)
    assert exact("RBP(p=1/2)", (0, 1, 0, 0, 0), 1) == Fraction(8, 2**5)
