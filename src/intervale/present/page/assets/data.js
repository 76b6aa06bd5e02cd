// What the page carries (present/page/carry.py), unpacked.
const data = JSON.parse(document.getElementById("data").textContent);
const KINDS = { f8: Float64Array, u2: Uint16Array, u1: Uint8Array };
const unpacked = (text, kind) => new KINDS[kind](Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const texts = (joined) => joined.split(" ").map(minus);
const numbers = (joined) => joined.split(" ").map((text) => (text === "?" ? NaN : Number(text)));
const table = (packed) => { // scores: topics of the first system, of the second, …
  const values = unpacked(packed.values, "f8");
  return packed.kind ? Float64Array.from(unpacked(packed.places, packed.kind), (place) => values[place]) : values;
};
const once = (make) => { let made; return () => (made ??= make()); };
const TOPICS = data.topics.length, SYSTEMS = data.systems.length;
const rowOf = new Map(data.scored.map((system, row) => [system, row]));
for (const column of data.columns) {
  column.means = numbers(column.mean);
  column.shown = texts(column.mean).map((text) => (text === "?" ? "–" : text));
  if (column.equal) column.equalShown = texts(column.equal).map((text) => (text === "?" ? "–" : text));
}
for (const measure of data.measures) {
  measure.lows = numbers(measure.low);
  measure.highs = numbers(measure.high);
  measure.table = once(() => table(measure.scores));
  measure.ordered = once(() => (measure.order ? table(measure.order) : measure.table()));
  measure.pairPlaces = once(() => {
    const a = unpacked(measure.pairs.a, "u2"), b = unpacked(measure.pairs.b, "u2");
    return new Map(Array.from(a, (x, place) => [x * SYSTEMS + b[place], place]));
  });
  measure.pairTexts = once(() => {
    const found = {};
    for (const name of ["difference", "low", "high", "alone", "p", "sign_p", "equal", "equal_alone", "equal_p"]) {
      if (measure.pairs[name] !== undefined) found[name] = texts(measure.pairs[name]);
    }
    return found;
  });
}
// the marks of a system's judged lists, one text: packed two a byte, or as they are
const MARKS = "0123456789abc -.", markTexts = new Map();
const marksOf = (system) => {
  const row = rowOf.get(system);
  if (row === undefined) return undefined;
  if (!data.runs.halves) return data.runs.marks[row];
  if (!markTexts.has(row)) markTexts.set(row, Array.from(unpacked(data.runs.marks[row], "u1"), (byte) => MARKS[byte >> 4] + MARKS[byte & 15]).join(""));
  return markTexts.get(row);
};
const scoreOf = (measure, system, topic, from = measure.table()) => {
  const row = rowOf.get(system);
  return row === undefined ? NaN : from[row * TOPICS + topic];
};
// of two systems by a measure: differences by topic, and on how many the first is ahead, tied, behind
const counts = (measure, a, b) => {
  const found = { differences: [], wins: 0, ties: 0, losses: 0, known: 0 };
  if (!rowOf.has(a) || !rowOf.has(b)) return null;
  for (let t = 0; t < TOPICS; t++) {
    const x = scoreOf(measure, a, t), y = scoreOf(measure, b, t);
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    const p = scoreOf(measure, a, t, measure.ordered()), q = scoreOf(measure, b, t, measure.ordered());
    found.known += 1;
    found[p > q ? "wins" : p < q ? "losses" : "ties"] += 1;
    found.differences.push({ topic: t, by: p === q ? 0 : x - y, x, y });
  }
  return found;
};
// the pair as Python has it, seen from a; null where it is not carried
const pairOf = (measure, a, b) => {
  const places = measure.pairPlaces();
  let place = places.get(a * SYSTEMS + b), turned = false;
  if (place === undefined) { place = places.get(b * SYSTEMS + a); turned = true; }
  if (place === undefined) return null;
  const pairs = measure.pairs, found = { turned, place };
  for (const [name, all] of Object.entries(measure.pairTexts())) found[name] = all[place];
  found.case = pairs.chance[place] + pairs.scale[place];
  found.why = pairs.whys[pairs.why.charCodeAt(place) - 97];
  const checks = Object.keys(data.checks), states = { y: "yes", n: "no", u: "unknown" };
  found.states = Object.fromEntries(checks.map((name, n) => [name, states[pairs.states[place * checks.length + n]]]));
  return found;
};
