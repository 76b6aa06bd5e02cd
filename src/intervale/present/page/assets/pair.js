// Two systems: the sentence, differences by topic, how far it carries, and the lists of a topic.
const LABELLED = 40, SEPARATE = 240;
// of A and B, the one with the higher mean first; equal ones stay as they are
const oriented = (measure) => {
  const place = data.columns[measure.column].place;
  return (place[state.b] ?? Infinity) < (place[state.a] ?? Infinity) ? [state.b, state.a] : [state.a, state.b];
};
const named = (template, places, systems) => { // a sentence as nodes, names in the colours of A and B
  const found = [];
  for (const part of template.split(/(\{\w+\})/)) {
    const key = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!key) found.push(part);
    else if (key in systems) found.push(make("span", { class: systems[key] === state.a ? "name-a" : "name-b", text: data.systems[systems[key]] }));
    else found.push(places[key]);
  }
  return found;
};
const verdictOf = (measure) => {
  const [a, b] = oriented(measure), pair = pairOf(measure, a, b), place = data.columns[measure.column].place;
  const topics = counts(measure, a, b);
  const places = { ...measure.places, n: whole(topics ? topics.known : TOPICS), p: pair ? pText(pair.alone) : "", why: pair ? pair.why : "" };
  const other = place[a] === null || place[b] === null ? data.words.no_mean : place[a] === place[b] ? data.sentences[data.same] : data.baselines.length ? data.sentences[data.not_tested] : data.words.elsewhere;
  return { template: pair ? data.sentences[pair.case] : other, places, systems: { a, b } };
};
const shellQuoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const commandFor = (measure) => `${data.command} -m ${shellQuoted(measure.name)}`;
// p of the pair alone, and after correction
const pBoth = (over, alone, corrected) => {
  if (alone === "?") return data.words.p_untested;
  return pText(alone) + (corrected === alone ? over : ` alone, ${corrected.replace("<", "< ")}${over}`);
};
// what is said of each check; the states of pairs that are carried are Python's
const checksOf = (measure) => {
  const [a, b] = oriented(measure), pair = pairOf(measure, a, b), topics = counts(measure, a, b), column = data.columns[measure.column];
  const same = column.place[a] !== null && column.place[a] === column.place[b], states = pair ? pair.states : {};
  const sign = topics ? data.sign[`${Math.max(topics.wins, topics.losses)} ${Math.min(topics.wins, topics.losses)}`] ?? "?" : "?";
  const shown = (text) => (text === undefined || text === "?" ? "–" : withSign(text));
  const places = { ...measure.places, a: data.systems[a], mean_a: column.shown[a], mean_b: column.shown[b], no_runs: data.words.no_runs, untested: data.words.elsewhere_why, difference: signed(column.means[a] - column.means[b]) };
  if (topics) Object.assign(places, { wins: whole(topics.wins), losses: whole(topics.losses), n: whole(topics.known), sign: pText(sign) });
  if (pair) {
    const over = measure.places.over, signP = pair.sign_p === undefined || pair.sign_p === "?" ? sign : pair.sign_p;
    Object.assign(places, { difference: shown(pair.difference), low: shown(pair.low), high: shown(pair.high), p: pBoth(over, pair.alone, pair.p), equal: shown(pair.equal), equal_p: pBoth(over, pair.equal_alone ?? "?", pair.equal_p), why: pair.why || measure.places.no_form, untested: data.untested[pair.case[0]] ?? "" });
    if (sign !== "?") places.sign = pBoth(pair.sign_p === signP ? over : "", sign, signP);
  }
  const check = (name, kind, template, title) => ({ name, state: kind, title: filled(title ?? data.checks[name].title, places), text: filled(template ?? data.checks[name][kind], places) });
  if (same) {
    const found = [check("mean", "yes", data.checks.mean.no, data.words.same_mean)];
    if (topics) found.push(topics.wins + topics.losses ? check("topics", "no", data.words.tied_no, data.words.tied_everywhere) : check("topics", "yes", data.words.tied_yes, data.words.tied_everywhere));
    return { found, a, same, pair };
  }
  const known = column.place[a] !== null && column.place[b] !== null;
  if (!pair) return { found: known ? [check("chance", "unknown"), check("mean", "yes")] : [], a, same, pair };
  const bare = pair.low === undefined || pair.low === "?" ? "{difference}, {p}." : undefined;
  const found = Object.keys(data.checks).filter((name) => topics || !["sign", "topics"].includes(name)).map((name) => {
    const kind = states[name];
    if (name === "chance" && kind !== "unknown") return check(name, kind, bare);
    if (name === "equal" && kind !== "unknown" && pair.equal === undefined) return check(name, kind, data.words.even);
    return check(name, kind);
  });
  return { found, a, same, pair };
};
const SIGNS = { yes: ["✓", "yes"], no: ["✕", "no"], unknown: ["–", "not known"] };
const showChecks = (measure) => {
  const { found, a, same, pair } = checksOf(measure);
  by("h-checks").textContent = same ? data.words.carry_equal : filled(data.words.carry, { a: data.systems[a] });
  const command = !same && (!pair || pair.case[0] === data.not_tested[0]);
  by("checks").replaceChildren(...found.map((check) => {
    const [sign, said] = SIGNS[check.state], text = make("div", {}, make("p", { class: "title", text: check.title }), make("p", { class: "small muted", text: check.text }));
    if (command && check.name === "chance") text.append(make("pre", { class: "command", text: commandFor(measure) }));
    return make("li", { class: `${check.state}${["chance", "sign"].includes(check.name) ? " strong" : ""}`, "data-check": check.name },
      make("span", { class: "sign" }, make("span", { "aria-hidden": "true", text: sign }), make("span", { class: "hidden", text: said })), text);
  }));
  const first = data.columns[measure.column].ranking[0], best = measure.possible, other = a === state.a ? state.b : state.a;
  const differs = pair && best && !same && ((a === first && [...best].filter((one) => one === "1").length === 1 && pair.states.chance !== "yes") || (best[other] === "1" && a === first && pair.states.chance === "yes"));
  by("two-questions").textContent = differs ? data.words.hsu_differs : "";
};
// the topic that is shown: the one that was pressed, else the one on which the two differ most
const topicNow = (measure) => {
  if (state.t !== null) return state.t;
  const topics = state.a === state.b ? null : counts(measure, state.a, state.b);
  return topics?.known ? topics.differences.reduce((most, one) => (Math.abs(one.by) > Math.abs(most.by) ? one : most)).topic : null;
};
const press = (topic) => { state.t = topic; show(["t"]); };
const notCarried = () => {
  const lacking = [state.a, state.b].find((system) => !rowOf.has(system)) ?? state.a;
  return filled(data.words.not_carried, { a: data.systems[lacking], n: whole(data.scored.length) });
};
// bars of differences, the largest first; of many topics the means of groups
const showDifferences = (measure) => {
  const place = by("differences"), topics = counts(measure, state.a, state.b);
  if (!topics || !topics.known) {
    place.replaceChildren(make("p", { class: "muted", text: topics ? data.words.no_common : notCarried() }));
    by("won").textContent = "";
    return;
  }
  const all = topics.differences.sort((x, y) => y.by - x.by || x.topic - y.topic);
  const size = all.length > SEPARATE ? Math.ceil(all.length / 120) : 1;
  const bars = [], now = topicNow(measure);
  for (let n = 0; n < all.length; n += size) {
    const some = all.slice(n, n + size);
    bars.push({ by: some.reduce((sum, one) => sum + one.by, 0) / some.length, topics: some });
  }
  const labelled = size === 1 && bars.length <= LABELLED, labels = bars.map((bar) => cut(data.topics[bar.topics[0].topic]));
  const up = Math.max(0, ...bars.map((bar) => bar.by)), down = Math.max(0, ...bars.map((bar) => -bar.by)), span = up + down || 1;
  const width = 520, left = 44, step = (width - left) / bars.length, room = labelled ? labelRoom(labels, step) : 0, height = 176 + room;
  const middle = up + down ? 8 + 158 * (up / span) : 88, tallOf = (by) => Math.max(0.8, 158 * (Math.abs(by) / span));
  const made = picture(width, height, `Differences of ${data.systems[state.a]} and ${data.systems[state.b]} by topic: ahead on ${topics.wins}, behind on ${topics.losses}`);
  made.setAttribute("role", "group");
  if (up) made.append(words(`+${tickText(Number(up.toPrecision(2)))}`, 0, 14));
  if (down) made.append(words(`${MINUS}${tickText(Number(down.toPrecision(2)))}`, 0, 168));
  bars.forEach((bar, n) => {
    const x = left + n * step, tall = tallOf(bar.by), kind = bar.by === 0 ? "tied" : bar.by > 0 ? "of-a" : "of-b";
    const name = size === 1 ? data.topics[bar.topics[0].topic] : counted(bar.topics.length, "topic");
    const group = shape("g", { class: size === 1 && bar.topics[0].topic === now ? "bar-of pressed" : "bar-of", "data-topic": size === 1 ? bar.topics[0].topic : "" });
    group.append(shape("rect", { class: "hit", x: short(x), y: 0, width: short(step), height: 172 }));
    group.append(shape("rect", { class: kind, x: short(x + step * 0.08), y: short(bar.by > 0 ? middle - tall : middle), width: short(Math.max(0.6, step * 0.84)), height: short(tall), rx: Math.min(2, step / 4) }));
    titled(group, `${name}: ${signed(bar.by)}`);
    if (size === 1) {
      group.setAttribute("tabindex", bar.topics[0].topic === now ? "0" : "-1");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `Topic ${name}: ${signed(bar.by)}`);
      group.addEventListener("click", () => press(bar.topics[0].topic));
      if (labelled) group.append(labelBelow(labels[n], x + step / 2, 172, room));
    }
    made.append(group);
  });
  made.append(line("zero", left, middle, width, middle));
  made.addEventListener("keydown", (event) => {
    const groups = [...made.querySelectorAll("[tabindex]")], at = groups.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: groups.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(Number(document.activeElement.dataset.topic)); by("differences").querySelector(".pressed")?.focus(); return; }
    if (next === undefined || !groups[next]) return;
    event.preventDefault();
    groups.forEach((one, n) => one.setAttribute("tabindex", n === next ? "0" : "-1"));
    groups[next].focus();
  });
  place.replaceChildren(made);
  const tied = topics.ties ? filled(data.words.tied, { ties: whole(topics.ties) }) : "";
  const said = filled(data.words.won, { a: data.systems[state.a], b: data.systems[state.b], wins: counted(topics.wins, "topic"), losses: whole(topics.losses), tied });
  by("won").textContent = `${said} ${size === 1 ? data.words.press : filled(data.words.bins, { n: size })}`;
  const groups = [...made.querySelectorAll("[role=button]")];
  if (groups.length && !groups.some((one) => one.getAttribute("tabindex") === "0")) groups[0].setAttribute("tabindex", "0");
};
// the relation of two judged lists in rank-swap: counts so far of every grade, and where each has more
const gradeOf = (mark) => (/[0-9a-z]/.test(mark) ? parseInt(mark, 36) : 0);
const relation = (r, s) => {
  const top = Math.max(0, ...[...r, ...s].map(gradeOf));
  let more = null, less = null;
  for (let level = 1; level <= top; level++) {
    let ahead = 0;
    for (let rank = 1; rank <= r.length; rank++) {
      ahead += (gradeOf(r[rank - 1]) >= level ? 1 : 0) - (gradeOf(s[rank - 1]) >= level ? 1 : 0);
      if (ahead > 0 && (!more || rank < more.rank)) more = { level, rank };
      if (ahead < 0 && (!less || rank < less.rank)) less = { level, rank };
    }
  }
  return { more, less };
};
const precision = ({ level, rank }) => (level === 1 ? `P@${rank}` : `P(rel=${level})@${rank}`);
const relationText = (a, b, r, s) => {
  const { more, less } = relation(r, s), n = whole(r.length);
  if (!more && !less) return filled(data.words.same_here, { a, b, n });
  if (!less) return filled(data.words.better_here, { a, b, n });
  if (!more) return filled(data.words.better_here, { a: b, b: a, n });
  return filled(data.words.not_comparable, { a, b, n, p: precision(more), q: precision(less) });
};
const showLists = (measure) => {
  const place = by("lists"), t = topicNow(measure);
  if (t === null) { place.replaceChildren(); return; }
  const names = [data.systems[state.a], data.systems[state.b]], x = scoreOf(measure, state.a, t), y = scoreOf(measure, state.b, t);
  const scores = make("p", { class: "small", text: filled(data.words.scores_here, { a: names[0], b: names[1], x: fixed(x), y: fixed(y), m: measure.name }) });
  if (!data.runs) { place.replaceChildren(make("h3", { text: `Topic ${data.topics[t]}` }), scores); return; }
  const carried = data.runs.depth, depth = Math.min(carried, Math.max(10, measure.cutoff ?? carried));
  const rows = [state.a, state.b].map((system) => marksOf(system)?.slice(t * carried, t * carried + depth));
  if (rows.includes(undefined)) { place.replaceChildren(make("p", { class: "small muted", id: "relation", text: notCarried() })); return; }
  const lacking = rows.findIndex((row) => row.startsWith(" "));
  const title = make("h3", { text: filled(data.words.lists, { t: data.topics[t], n: whole(depth) }) });
  if (lacking >= 0) { place.replaceChildren(title, make("p", { class: "small muted", id: "relation", text: filled(data.words.lacks, { a: names[lacking] }) })); return; }
  const top = Math.max(1, ...rows.flatMap((row) => [...row].map(gradeOf))), lists = make("div");
  for (let from = 0; from < depth; from += 10) {
    if (from && rows.every((row) => row[from] === ".")) break;
    const to = Math.min(depth, from + 10), body = make("tbody"), cells = (row, how) => { for (let n = from; n < to; n++) row.append(how(n)); return row; };
    if (depth > 10) body.append(cells(make("tr", { class: "rank" }, make("th", { scope: "row" }, make("span", { class: "hidden", text: "rank" }))), (n) => make("td", { text: n + 1 })));
    rows.forEach((row, side) => body.append(cells(make("tr", { class: "ab"[side] }, make("th", { scope: "row" }, make("span", { class: `chip ${"ab"[side]}`, "aria-hidden": "true", text: "AB"[side] }), make("span", { class: "hidden", text: names[side] }))), (n) => {
      const mark = row[n], grade = gradeOf(mark);
      return make("td", { class: mark === "." ? "none" : grade === 0 ? "" : grade === top ? "full" : "some", text: mark === "-" ? "?" : mark === "." ? "" : String(grade) });
    })));
    lists.append(make("table", { class: "lists" }, make("caption", { class: "hidden", text: `Ranks ${from + 1} to ${to}` }), body));
  }
  place.replaceChildren(title, lists, make("p", { class: "small", id: "relation", role: "status", text: relationText(names[0], names[1], rows[0], rows[1]) }), scores);
  if (rows.some((row) => row.includes("-"))) place.append(make("p", { class: "small muted", text: data.words.lists_key }));
};
const showEvery = () => {
  const head = ["Measure", data.systems[state.a], data.systems[state.b], "A − B", `${data.level} interval`, "", "p", "topics A : B", "on equal steps", "p, equal steps"];
  const tips = { "on equal steps": data.words.equal_is, p: data.words.p_is, "p, equal steps": data.words.p_is };
  by("every").tHead.rows[0].replaceChildren(...head.map((text, n) => make("th", { scope: "col", class: [n === 5 ? "interval" : n ? "number" : "", n === 1 ? "a" : n === 2 ? "b" : "", n === 1 || n === 2 ? nameClass(text) : null].filter(Boolean).join(" ") || null, title: tips[text], text })));
  const numeric = (text) => Number(text.replace(MINUS, "-"));
  const rows = data.measures.map((measure) => {
    const pair = pairOf(measure, state.a, state.b), topics = counts(measure, state.a, state.b), column = data.columns[measure.column];
    const seen = (text) => (text === undefined || text === "?" ? "–" : withSign(pair.turned ? flipped(text) : text));
    const low = pair && (pair.turned ? pair.high : pair.low), high = pair && (pair.turned ? pair.low : pair.high);
    return { measure, pair, topics, column, low: pair ? seen(low) : "–", high: pair ? seen(high) : "–", by: pair ? seen(pair.difference) : signed(column.means[state.a] - column.means[state.b]), equal: pair ? seen(pair.equal) : "–" };
  });
  const reach = Math.max(1e-9, ...rows.flatMap((row) => [row.low, row.high, row.by]).filter((text) => text !== "–").map((text) => Math.abs(numeric(text))));
  by("every").tBodies[0].replaceChildren(...rows.map((row) => {
    const cell = (label, text, kind = "number") => make("td", { class: kind, "data-label": label, text });
    const interval = row.low === "–" ? "–" : `${row.low} to ${row.high}`;
    const drawn = make("td", { class: "interval" });
    if (row.low !== "–") {
      const one = whisker(numeric(row.by), numeric(row.low), numeric(row.high), -reach, reach, interval);
      one.querySelector(".point").setAttribute("class", numeric(row.by) >= 0 ? "of-a" : "of-b");
      drawn.append(one);
    }
    return make("tr", { class: row.measure === measureNow() ? "chosen" : null }, make("th", { scope: "row", class: nameClass(row.measure.name), text: row.measure.name }),
      cell(data.systems[state.a], row.column.shown[state.a]), cell(data.systems[state.b], row.column.shown[state.b]), cell("A − B", row.by, "number main"), cell("interval", interval), drawn,
      cell("p", row.pair ? row.pair.p.replace("<", "< ").replace("?", "–") : "–"), cell("topics A : B", row.topics ? `${whole(row.topics.wins)} : ${whole(row.topics.losses)}` : "–"),
      cell("on equal steps", row.equal), cell("p, equal steps", row.pair?.equal_p === undefined ? "–" : row.pair.equal_p.replace("<", "< ").replace("?", "–")));
  }));
  by("every-note").textContent = data.words.every_note;
};
const showPair = () => {
  const measure = measureNow();
  by("first").value = String(state.a);
  by("second").value = String(state.b);
  if (state.a === state.b) {
    by("verdict").textContent = data.words.one_system;
    for (const part of [by("differences"), by("lists"), by("checks"), by("every").tHead.rows[0], by("every").tBodies[0]]) part.replaceChildren();
    for (const id of ["won", "h-checks", "every-note", "two-questions"]) by(id).textContent = "";
    return;
  }
  const { template, places, systems } = verdictOf(measure);
  by("verdict").replaceChildren(...named(template, places, systems));
  showDifferences(measure);
  showChecks(measure);
  showEvery();
  showLists(measure);
};
