"""What a page carries, read back without the library: the twin of ``present/page/carry`` and of the page's script."""

import base64
import json
import re

import numpy as np


def embedded(page):
    """The data of a page."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def unpacked(text, kind):
    return np.frombuffer(base64.b64decode(text), dtype=f"<{kind}")


def scores_of(data, measure, packed="scores"):
    """The scores of the systems that are carried, systems × topics."""
    packed = data["measures"][measure][packed]
    values = unpacked(packed["values"], "f8")
    if packed["kind"]:
        values = values[unpacked(packed["places"], packed["kind"])]
    return values.reshape(len(data["scored"]), len(data["topics"]))


def marks_of(data, system):
    """The marks of a system's judged lists, one after the other."""
    marks = data["runs"]["marks"][system]
    if not data["runs"]["halves"]:
        return marks
    pairs = ("0123456789abc -."[byte >> 4] + "0123456789abc -."[byte & 15] for byte in base64.b64decode(marks))
    return "".join(pairs)[: data["runs"]["depth"] * len(data["topics"])]


def pairs_of(data, measure):
    """The pairs that are carried, by the names of their systems, the one with the larger mean first."""
    pairs = data["measures"][measure]["pairs"]
    names = data["systems"]
    columns = {name: pairs[name].split(" ") for name in pairs if name in NUMBERS}
    found = {}
    for n, (a, b) in enumerate(zip(unpacked(pairs["a"], "u2"), unpacked(pairs["b"], "u2"), strict=True)):
        one = {name: column[n] for name, column in columns.items()}
        one |= {"case": pairs["chance"][n] + pairs["scale"][n], "why": pairs["whys"][ord(pairs["why"][n]) - 97]}
        checks = list(data["checks"])
        states = pairs["states"][n * len(checks) : (n + 1) * len(checks)]
        found[names[a], names[b]] = one | {"states": dict(zip(checks, states, strict=True))}
    return found


NUMBERS = ("difference", "low", "high", "alone", "p", "sign_p", "equal", "equal_alone", "equal_p")


def sentence_of(data, measure, a, b, pair, topics):
    """The sentence about a pair as the page makes it."""
    places = data["measures"][measure]["places"] | {"a": a, "b": b, "n": f"{topics:,}"}
    alone = pair["alone"]
    places |= {"why": pair["why"], "p": f"p < {alone[1:]}" if alone.startswith("<") else f"p = {alone}"}
    return re.sub(r"\{(\w+)\}", lambda place: places[place[1]], data["sentences"][pair["case"]])


def text_of(page):
    """The words of a page, without its script, style and data."""
    page = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", "", page)
