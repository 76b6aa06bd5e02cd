"""What Tables 5 and 6 print: decisions of tests, as they stand there, to be compared with what is computed."""

from __future__ import annotations

from typing import NamedTuple

from intervale_papers.ferrante_2021.printed import TRACKS

__all__ = ["CELLS", "INTERVAL_TESTS", "ORDINAL_TESTS", "PAIRS", "ROWS", "Cell"]

ORDINAL_TESTS = ("sign", "rank-sum", "kruskal-wallis", "friedman")
INTERVAL_TESTS = ("signed-rank", "t", "anova1", "anova2")
ROWS = ("sign", "rank-sum", "signed-rank", "t", "anova1", "kruskal-wallis", "anova2", "friedman")
"""The tests in the order of the tables."""
PAIRS = {"T08": 8256, "T26": 2775, "T27": 2556}


class Cell(NamedTuple):
    """The pairs that a test finds significant by a measure, those that no longer are on the ranked form, those that
    newly are, and the percentages beside them.
    """

    significant: int
    lost: int
    lost_percent: float
    won: int
    won_percent: float
    change_percent: float


# measure, test, and by track a cell; where three numbers stand, nothing changes on any track
_TABLES = """
P sign 5153 1848 1746
P rank-sum 4276 1453 1473
P signed-rank 5644 2017 1857
P t 5633 2007 1830
P anova1 1923 454 724
P kruskal-wallis 1740 391 692
P anova2 3362 1155 1214
P friedman 2595 883 925
RBP(p=0.5) sign 4724 1414 1613
RBP(p=0.5) rank-sum 4302 1328 1545
RBP(p=0.5) signed-rank 5108 1683 1679
RBP(p=0.5) t 5091 1711 1635
RBP(p=0.5) anova1 1945 377 660
RBP(p=0.5) kruskal-wallis 1678 326 680
RBP(p=0.5) anova2 2861 733 927
RBP(p=0.5) friedman 2228 588 806
RBP(p=0.3) sign 4724 1414 1613
RBP(p=0.3) rank-sum 4302 1328 1545
RBP(p=0.3) signed-rank 5027 29 0.58 110 2.19 2.77 1638 10 0.61 55 3.36 3.97 1651 3 0.18 31 1.88 2.06
RBP(p=0.3) t 4801 70 1.46 360 7.50 8.96 1551 19 1.23 179 11.54 12.77 1486 7 0.47 156 10.50 10.97
RBP(p=0.3) anova1 1730 18 1.04 233 13.47 14.51 317 3 0.95 63 19.87 20.82 606 4 0.66 58 9.57 10.23
RBP(p=0.3) kruskal-wallis 1678 326 680
RBP(p=0.3) anova2 2432 8 0.33 437 17.97 18.30 573 2 0.35 162 28.27 28.62 807 0 0.00 120 14.87 14.87
RBP(p=0.3) friedman 2228 588 806
RBP(p=0.8) sign 5105 1615 1678
RBP(p=0.8) rank-sum 4375 1378 1487
RBP(p=0.8) signed-rank 5508 165 3.00 114 2.07 5.07 1879 70 3.73 30 1.60 5.32 1846 110 5.96 3 0.16 6.12
RBP(p=0.8) t 5425 221 4.07 123 2.27 6.34 1924 144 7.48 60 3.12 10.60 1853 236 12.74 14 0.76 13.49
RBP(p=0.8) anova1 2183 200 9.16 44 2.02 11.18 469 59 12.58 15 3.20 15.78 712 98 13.76 1 0.14 13.90
RBP(p=0.8) kruskal-wallis 1781 384 691
RBP(p=0.8) anova2 3474 257 7.40 20 0.58 7.97 950 104 10.95 21 2.21 13.16 1105 187 16.92 6 0.54 17.47
RBP(p=0.8) friedman 2589 741 851
DCG(base=2) sign 5227 1781 1738
DCG(base=2) rank-sum 4425 1457 1499
DCG(base=2) signed-rank 5743 260 4.53 147 2.56 7.09 2020 127 6.29 40 1.98 8.27 1887 91 4.82 21 1.11 5.94
DCG(base=2) t 5664 408 7.20 161 2.84 10.05 2026 176 8.69 47 2.32 11.01 1881 155 8.24 15 0.80 9.04
DCG(base=2) anova1 2125 633 29.79 59 2.78 32.56 495 113 22.83 3 0.61 23.43 734 153 20.84 2 0.27 21.12
DCG(base=2) kruskal-wallis 1812 400 695
DCG(base=2) anova2 3609 601 16.65 25 0.69 17.35 1129 179 15.85 36 3.19 19.04 1201 328 27.31 4 0.33 27.64
DCG(base=2) friedman 2706 876 912
DCG(base=10) sign 5095 1813 1755
DCG(base=10) rank-sum 4307 1458 1485
DCG(base=10) signed-rank 5663 260 4.59 127 2.24 6.83 2019 105 5.20 32 1.58 6.79 1861 60 3.22 35 1.88 5.10
DCG(base=10) t 5636 370 6.56 132 2.34 8.91 2021 169 8.36 50 2.47 10.84 1843 114 6.19 36 1.95 8.14
DCG(base=10) anova1 1958 747 38.15 37 1.89 40.04 468 86 18.38 12 2.56 20.94 727 187 25.72 0 0.00 25.72
DCG(base=10) kruskal-wallis 1750 390 687
DCG(base=10) anova2 3438 623 18.12 41 1.19 19.31 1139 130 11.41 36 3.16 14.57 1216 256 21.05 4 0.33 21.38
DCG(base=10) friedman 2637 882 925
RR sign 4074 1305 1309
RR rank-sum 3951 1198 1280
RR signed-rank 4578 479 10.46 362 7.91 18.37 1497 201 13.43 180 12.02 25.45 1462 94 6.43 111 7.59 14.02
RR t 4582 903 19.71 454 9.91 29.62 1517 455 29.99 180 11.87 41.86 1454 202 13.89 110 7.57 21.46
RR anova1 1691 288 17.03 162 9.58 26.61 285 203 71.23 2 0.70 71.93 696 92 13.22 148 21.26 34.48
RR kruskal-wallis 1500 218 633
RR anova2 2233 511 22.88 131 5.87 28.75 527 349 66.22 23 4.36 70.59 868 145 16.71 92 10.60 27.30
RR friedman 1813 428 739
R sign 5153 1848 1746
R rank-sum 3494 14 0.40 796 22.78 23.18 1239 25 2.02 239 19.29 21.31 1254 17 1.36 236 18.82 20.18
R signed-rank 5434 185 3.40 395 7.27 10.67 1892 35 1.85 160 8.46 10.31 1799 27 1.50 85 4.72 6.23
R t 5073 303 5.97 863 17.01 22.98 1723 62 3.60 346 20.08 23.68 1554 34 2.19 310 19.95 22.14
R anova1 409 0 0.00 1514 370.17 370.17 69 0 0.00 385 557.97 557.97 574 3 0.52 153 26.66 27.18
R kruskal-wallis 1417 28 1.98 351 24.77 26.75 259 0 0.00 132 50.97 50.97 653 16 2.45 55 8.42 10.87
R anova2 2440 47 1.93 969 39.71 41.64 683 3 0.44 475 69.55 69.99 923 15 1.63 306 33.15 34.78
R friedman 2595 883 925
AP sign 5233 1801 1727
AP rank-sum 4067 25 0.61 385 9.47 10.08 1455 84 5.77 85 5.84 11.62 1446 48 3.32 96 6.64 9.96
AP signed-rank 5659 242 4.28 169 2.99 7.26 1896 91 4.80 128 6.75 11.55 1853 97 5.23 38 2.05 7.29
AP t 5156 339 6.57 559 10.84 17.42 1683 145 8.62 336 19.96 28.58 1759 118 6.71 109 6.20 12.91
AP anova1 391 3 0.77 955 244.25 245.01 59 0 0.00 295 500.00 500.00 529 60 11.34 65 12.29 23.63
AP kruskal-wallis 1593 19 1.19 225 14.12 15.32 380 20 5.26 37 9.74 15.00 700 21 3.00 11 1.57 4.57
AP anova2 2508 171 6.82 560 22.33 29.15 636 31 4.87 360 56.60 61.48 913 105 11.50 73 8.50 19.50
AP friedman 2706 883 915
nDCG(base=2) sign 5227 1781 1738
nDCG(base=2) rank-sum 4420 49 1.11 54 1.22 2.33 1457 14 0.96 14 0.96 1.92 1530 52 3.40 21 1.37 4.77
nDCG(base=2) signed-rank 5726 245 4.28 149 2.60 6.88 2004 115 5.74 44 2.20 7.93 1892 96 5.07 21 1.11 6.18
nDCG(base=2) t 5623 384 6.83 178 3.17 9.99 2013 174 8.64 58 2.88 11.53 1883 163 8.66 21 1.12 9.77
nDCG(base=2) anova1 2159 667 30.89 59 2.73 33.63 498 116 23.29 3 0.60 23.90 820 237 28.90 0 0.00 28.90
nDCG(base=2) kruskal-wallis 1827 34 1.86 19 1.04 2.90 418 20 4.78 2 0.48 5.26 718 25 3.48 2 0.28 3.76
nDCG(base=2) anova2 3642 631 17.33 22 0.60 17.93 1120 172 15.36 38 3.39 18.75 1201 330 27.48 6 0.50 27.98
nDCG(base=2) friedman 2706 876 912
nDCG(base=10) sign 5095 1813 1755
nDCG(base=10) rank-sum 4312 52 1.21 47 1.09 2.30 1453 15 1.03 20 1.38 2.41 1532 62 4.05 15 0.98 5.03
nDCG(base=10) signed-rank 5632 250 4.44 148 2.63 7.07 2021 111 5.49 36 1.78 7.27 1851 65 3.51 50 2.70 6.21
nDCG(base=10) t 5579 370 6.63 189 3.39 10.02 2012 162 8.05 52 2.58 10.64 1816 122 6.72 71 3.91 10.63
nDCG(base=10) anova1 2012 814 40.46 50 2.49 42.94 480 97 20.21 11 2.29 22.50 830 290 34.94 0 0.00 34.94
nDCG(base=10) kruskal-wallis 1782 50 2.81 18 1.01 3.82 397 7 1.76 0 0.00 1.76 728 44 6.04 3 0.41 6.46
nDCG(base=10) anova2 3478 670 19.26 48 1.38 20.64 1125 121 10.76 41 3.64 14.40 1203 281 23.36 42 3.49 26.85
nDCG(base=10) friedman 2637 882 925
"""


def _cells(text: str) -> dict[tuple[str, str, str], Cell]:
    """By measure, test and track."""
    found = {}
    for measure, test, *cells in (line.split() for line in text.split("\n") if line):
        for n, track in enumerate(TRACKS):
            one = [cells[n], "0", "0", "0", "0", "0"] if len(cells) == 3 else cells[6 * n : 6 * n + 6]
            percents = float(one[2]), float(one[4]), float(one[5])
            found[measure, test, track] = Cell(
                int(one[0]), int(one[1]), percents[0], int(one[3]), percents[1], percents[2]
            )
    return found


CELLS = _cells(_TABLES)
