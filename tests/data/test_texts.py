"""Texts, fields, numbers and tables of keys against plain Python."""

from __future__ import annotations

import contextlib
import random
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.data import fields, lookup
from intervale.data.arrow import encoded, strings, texts_of
from intervale.data.fields import UnusualTextError, numbers, split_fields
from intervale.data.lookup import KeyTable, TextTable
from intervale.data.texts import Blocks, Texts

LONG = ["a" * 8, "a" * 9, "a" * 64, "a" * 65, "a" * 90, "a" * 89 + "b"]
IDS = st.lists(st.text(st.sampled_from("ab\0\n é😀-0"), max_size=20) | st.sampled_from(LONG), max_size=12)


class TestTexts:
    @given(IDS)
    def test_they_are_the_strings(self, ids):
        texts = Texts.of(ids)
        assert texts.tolist() == ids == [texts[row] for row in range(len(texts))]
        assert strings(texts).to_pylist() == ids == texts_of(strings(texts)).tolist()

    @given(IDS)
    def test_order_codes_and_blocks(self, ids):
        texts = Texts.of(ids)
        assert [ids[row] for row in texts.order()] == sorted(ids, key=str.encode)
        codes = texts.codes().tolist()
        assert all(
            (a == b) == (x == y) for a, x in zip(codes, ids, strict=True) for b, y in zip(codes, ids, strict=True)
        )
        blocks = Blocks.of(texts)
        assert blocks.repeated(np.array(blocks.texts.tolist(), dtype=object)).tolist() == ids
        assert all(one != two for one, two in zip(blocks.texts.tolist(), blocks.texts.tolist()[1:], strict=False))
        assert encoded(blocks).to_pylist() == ids

    @given(IDS, IDS)
    def test_same_and_hashes(self, ids, others):
        one, two = Texts.of(ids), Texts.of(others)
        pairs = [(i, j) for i in range(len(ids)) for j in range(len(others))]
        rows, places = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
        same = [ids[i] == others[j] for i, j in pairs]
        assert one.same(rows, two, places).tolist() == same
        for seed in range(2):
            equal = one.hashes(seed)[rows] == two.hashes(seed)[places]
            assert equal.tolist() == same

    def test_one_long_text_does_not_cost_all_others(self):
        ids = [f"d{number}" for number in range(2000)] + ["x" * 300_000, "x" * 299_999 + "y", "x" * 300_000]
        tracemalloc.start()
        texts = Texts.of(ids)
        assert len(set(texts.hashes().tolist())) == 2002
        assert texts.changes().all()
        rows = np.array([2000, 2000, 5])
        assert texts.same(rows, texts, np.array([2002, 2001, 5])).tolist() == [True, False, True]
        assert [ids[row] for row in texts.order()] == sorted(ids)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 10_000_000  # 37,500 words of 2,003 texts would be 600 MB

    @given(IDS, st.randoms())
    def test_some_rows(self, ids, chance):
        rows = np.array([chance.randrange(len(ids)) for _ in range(7)] if ids else [], dtype=np.int64)
        texts = Texts.of(ids)
        assert texts.take(rows).tolist() == [ids[row] for row in rows]
        taken = Blocks.of(texts).take(rows)
        assert taken.repeated(np.array(taken.texts.tolist(), dtype=object)).tolist() == [ids[row] for row in rows]


class TestNumbers:
    @given(
        st.lists(
            st.from_regex(r"-?([0-9]{1,9}(\.[0-9]{0,7})?|\.[0-9]{1,9})", fullmatch=True)
            | st.integers(-(10**15), 10**15).map(str)
            | st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**8), max_value=10**8).map(str)
            | st.floats(allow_nan=False).map(repr),
            min_size=1,
        )
    )
    def test_they_are_the_nearest_floats(self, texts):
        found = numbers(Texts.of(texts))
        assert found.tolist() == [float(text) for text in texts]
        assert np.signbit(found).tolist() == [text.startswith("-") for text in texts]

    def test_digits_up_to_the_last_that_a_division_rounds(self):
        chance = random.Random(0)
        for places in range(16):
            texts = [f"{chance.randrange(10**15):015d}" for _ in range(200)]
            texts = [text[: 15 - places] + "." + text[15 - places :] for text in texts]
            assert numbers(Texts.of(texts)).tolist() == [float(text) for text in texts]

    def test_arrow_is_not_asked_for_decimal_numbers(self, monkeypatch):
        monkeypatch.setattr(fields, "_others", lambda texts: pytest.fail("asked"))
        assert numbers(Texts.of(["1", "-2.5", ".125", "7.", "123456.123456789", "0"])).tolist() == [
            *(1, -2.5, 0.125, 7),
            *(123456.123456789, 0),
        ]

    @pytest.mark.parametrize("text", [".", "-", "-.", "1.2.3", "--1", "1-", "1e", "x", "1,5", "0x10", "１"])
    def test_what_is_no_plain_number_is_left_to_the_lines(self, text):
        for before in ([], ["1"], ["1."], ["1.5", "2.25"], ["-2."]):
            with pytest.raises(UnusualTextError):
                numbers(Texts.of([*before, text]))


GAP = st.sampled_from([b" ", b"\t", b"  ", b" \t ", b"\t\t"])
END = st.sampled_from([b"\n", b" \n", b"\r\n", b"\n ", b"\t\n"])
FIELD = st.sampled_from([b"a", b"12", b"d-\xc3\xa9", b"\x01", b"\x1f", b"x" * 70, b"#", b"0.5"])


class TestFields:
    @given(st.lists(st.lists(FIELD, min_size=3, max_size=3), min_size=1, max_size=8), st.data())
    def test_they_are_those_of_split(self, rows, data):
        text = b""
        for row in rows:
            text += row[0] + data.draw(GAP) + row[1] + data.draw(GAP) + row[2] + data.draw(END)
        text = text.rstrip(b" ") if data.draw(st.booleans()) else text.rstrip()
        found = split_fields(text, 3, [2, 0])
        assert [column.tolist() for column in found] == [[row[place].decode() for row in rows] for place in (2, 0)]

    @pytest.mark.parametrize("piece", [10, 25, 1000])
    def test_in_pieces(self, monkeypatch, piece):
        monkeypatch.setattr(fields, "PIECE", piece)
        text = b"".join(b"q%d d%d\n" % (row, row) for row in range(100))
        assert [c.tolist()[::33] for c in split_fields(text, 2, [0, 1])] == [
            *(["q0", "q33", "q66", "q99"], ["d0", "d33", "d66", "d99"])
        ]

    @pytest.mark.parametrize(
        "text",
        [
            *(b"a b\n", b" a b c\n", b"a b c d\n", b"\na b c\n", b"a b c\n\nd e f\n", b"a b c d e\nf\n"),
            *(b"a\nb c d e\nf g\n", b"a b \xff\n", b"a b " + b"c" * (2 << 20)),
        ],
    )
    def test_what_is_unusual_is_left_to_the_lines(self, text):
        with pytest.raises(UnusualTextError):
            split_fields(text, 3, [0, 1, 2])

    @given(
        st.lists(
            st.sampled_from(
                [
                    *(bytes([byte]) for byte in b"a\x80\x9f\xa0\xbf\xc0\xc2\xe0\xed\xef\xf0\xf4\xf5"),
                    b"\xe6\x9d\xb1",
                    b" b\n",
                ]
            )
        )
    )
    def test_what_is_not_utf8_is_what_python_refuses(self, parts):
        text = b"x" + b"".join(parts) + b" b\n"
        try:
            text.decode()
        except UnicodeDecodeError:
            with pytest.raises(UnusualTextError):
                split_fields(text, 2, [0])
        else:
            with contextlib.suppress(UnusualTextError):  # another number of fields
                split_fields(text, 2, [0])

    def test_nothing(self):
        assert [len(column) for column in split_fields(b"", 3, [0, 2])] == [0, 0]


class TestKeyTable:
    @given(
        st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 9) | st.integers(0, 7).map(lambda n: n << 61), max_size=30),
        st.lists(st.integers(0, 9) | st.integers(0, 2**64 - 1), max_size=10),
        st.permutations(range(5)),
    )
    def test_it_is_a_dictionary(self, keys, others, groups):
        """Whatever the leading bits, and in whatever order groups come; some are empty."""
        asked = sorted([*keys, *others], key=lambda key: groups.index(key % 5))
        keys = sorted(keys, key=lambda key: groups.index(key % 5))
        table = KeyTable(np.array(keys, dtype=np.uint64), _blocks(keys, groups), 5)
        again = {key for key in keys if keys.count(key) > 1}
        assert set(table.again.tolist()) == again
        found = table.find(np.array(asked, dtype=np.uint64), _blocks(asked, groups)).tolist()
        assert all((place >= 0) == (key in keys) for key, place in zip(asked, found, strict=True))
        assert all(keys[place] == key for key, place in zip(asked, found, strict=True) if place >= 0)

    def test_texts_with_equal_hashes_take_another_seed(self, monkeypatch):
        real, asked = Texts.hashes, []

        def weak(texts, seed=0):
            asked.append(seed)
            return real(texts, seed) if seed > 1 else np.zeros(len(texts), dtype=np.uint64)

        monkeypatch.setattr(Texts, "hashes", weak)
        assert TextTable(Texts.of(["a", "b", "c"])).find(Texts.of(["c", "x", "a"])).tolist() == [2, -1, 0]
        assert 2 in asked
        assert max(asked) < max(lookup.SEEDS)


def _blocks(keys, groups):
    return np.array(groups), np.array([sum(key % 5 == group for key in keys) for group in groups])
