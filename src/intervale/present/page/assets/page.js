"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("data"), specifications = read("specifications");
  const by = (id) => document.getElementById(id);
  const options = { actions: false, renderer: "svg", tooltip: true };

  // ---------------------------------------------------------------- charts
  const draw = (place, specification, how) => {
    const label = place.dataset.label || place.getAttribute("aria-label");
    place.dataset.label = label;
    return vegaEmbed(place, specification, how).then((drawn) => {
      place.setAttribute("role", "img"); // the library has put words of its own here
      place.setAttribute("aria-label", label);
      place.removeAttribute("aria-roledescription");
      focusable();
      return drawn;
    }).catch((error) => { place.textContent = `This chart cannot be drawn: ${error}`; });
  };
  // a region that scrolls can be reached by keyboard
  const focusable = () => {
    for (const region of document.querySelectorAll(".scroll, pre")) {
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0; else region.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", focusable);
  addEventListener("toggle", focusable, true);
  addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });
  for (const [name, specification] of Object.entries(specifications)) {
    const place = by("chart-" + name);
    if (name !== "heat" && place) draw(place, specification, options);
  }

  // ---------------------------------------------------------------- leaderboard
  const board = by("board"), body = board.tBodies[0], search = by("search"), count = by("count");
  const rows = [...body.rows];
  const value = (row, key) => {
    if (key === "system") return row.dataset.system.toLowerCase();
    const text = row.cells[Number(key) + 1].dataset.value;
    return text === "" ? -Infinity : Number(text);
  };
  const sort = (head) => {
    const key = head.dataset.key, before = head.getAttribute("aria-sort");
    const up = before ? before === "descending" : key === "system";
    for (const other of board.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const sign = up ? 1 : -1;
    rows.sort((a, b) => { const x = value(a, key), y = value(b, key); return x < y ? -sign : x > y ? sign : 0; });
    body.append(...rows);
  };
  for (const head of board.tHead.rows[0].cells) head.querySelector("button").addEventListener("click", () => sort(head));
  const find = () => {
    const wanted = search.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.dataset.system.toLowerCase().includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = wanted ? `${shown} of ${rows.length} systems` : "";
  };
  search.addEventListener("input", find);

  // ---------------------------------------------------------------- two systems on a topic
  const fill = (select, names) => { for (const name of names) select.add(new Option(name, name)); };
  const topic = by("topic"), first = by("first"), second = by("second");
  fill(topic, data.topics);
  fill(first, data.systems);
  fill(second, data.systems);
  const best = body.rows[0].dataset.system, next = body.rows[1].dataset.system;
  first.value = best;
  second.value = next;

  const grade = (mark) => (mark === "-" || mark === "." ? 0 : Number(mark));
  const relation = (r, s) => {
    // counts so far, for every grade: where the first has more, and where the second has
    const top = Math.max(0, ...[...r, ...s].map(grade));
    let more = null, less = null;
    for (let level = 1; level <= top; level++) {
      let ahead = 0;
      for (let rank = 1; rank <= r.length; rank++) {
        ahead += (grade(r[rank - 1]) >= level ? 1 : 0) - (grade(s[rank - 1]) >= level ? 1 : 0);
        if (ahead > 0 && (!more || rank < more.rank)) more = { level, rank };
        if (ahead < 0 && (!less || rank < less.rank)) less = { level, rank };
      }
    }
    return { more, less };
  };
  const precision = ({ level, rank }) => (level === 1 ? `P@${rank}` : `P(rel=${level})@${rank}`);
  const words = (a, b, r, s) => {
    const { more, less } = relation(r, s), down = `down to rank ${r.length}`;
    if (!more && !less) return `${a} and ${b} are the same here, ${down}.`;
    if (!less) return `${a} is better than ${b} here by any sensible measure, ${down}.`;
    if (!more) return `${b} is better than ${a} here by any sensible measure, ${down}.`;
    return `Not comparable, ${down}: ${precision(more)} prefers ${a}, ${precision(less)} prefers ${b}.`;
  };
  const cell = (row, text, kind) => { const made = row.insertCell(); made.textContent = text; if (kind) made.className = kind; return made; };
  const header = (row, text, scope) => { const made = document.createElement("th"); made.scope = scope; made.textContent = text; row.append(made); };

  const compare = () => {
    const t = topic.selectedIndex, a = first.selectedIndex, b = second.selectedIndex;
    by("name-first").textContent = first.value;
    by("name-second").textContent = second.value;
    const scores = by("pair-scores").tBodies[0];
    scores.replaceChildren();
    for (const name of Object.keys(data.scores)) {
      const row = scores.insertRow();
      header(row, name, "row");
      for (const s of [a, b]) {
        const x = data.scores[name][s][t];
        cell(row, x === null ? "–" : x.toFixed(4), "number");
      }
    }
    const runs = by("pair-runs").tBodies[0];
    runs.replaceChildren();
    by("pair-title").textContent = `Topic ${topic.value}: ${first.value} and ${second.value}`;
    if (!data.runs) { by("relation").textContent = data.without; return; }
    const lacking = [[first.value, a], [second.value, b]].filter(([, s]) => data.runs[s][t] === null).map(([name]) => name);
    if (lacking.length) { by("relation").textContent = `${lacking.join(" and ")} has no documents for this topic; the topic is left out.`; return; }
    const ranks = runs.insertRow();
    header(ranks, "rank", "row");
    for (let rank = 1; rank <= data.depth; rank++) cell(ranks, String(rank));
    for (const [select, s] of [[first, a], [second, b]]) {
      const row = runs.insertRow();
      header(row, select.value, "row");
      for (const mark of data.runs[s][t]) cell(row, mark === "-" ? "–" : mark === "." ? "" : mark, grade(mark) > 0 ? "relevant" : "");
    }
    by("relation").textContent = words(first.value, second.value, data.runs[a][t], data.runs[b][t]);
  };
  for (const select of [topic, first, second]) select.addEventListener("change", compare);
  compare();

  // ---------------------------------------------------------------- heat map
  const measure = by("heat-measure");
  const heat = () => {
    const name = measure.value, scores = data.scores[name];
    const mean = (numbers) => { const known = numbers.filter((x) => x !== null); return known.reduce((sum, x) => sum + x, 0) / (known.length || 1); };
    const places = (means, sign) => { // of each, in the order of means
      const order = means.map((x, i) => [x, i]).sort((x, y) => sign * (x[0] - y[0]) || x[1] - y[1]), found = [];
      order.forEach(([, i], place) => { found[i] = place; });
      return found;
    };
    const column = places(data.topics.map((_, n) => mean(scores.map((row) => row[n]))), 1), line = places(scores.map(mean), -1);
    const specification = structuredClone(specifications.heat);
    specification.data = { values: data.systems.flatMap((system, s) => data.topics.map((t, n) => ({ system, topic: t, score: scores[s][n], line: line[s], column: column[n] }))) };
    specification.encoding.color.title = name;
    draw(by("chart-heat"), specification, { ...options, renderer: "canvas" }).then((drawn) => {
      if (!drawn) return;
      drawn.view.addEventListener("click", (_, item) => {
        if (!item || !item.datum || item.datum.topic === undefined) return;
        topic.value = item.datum.topic;
        first.value = item.datum.system;
        if (second.value === first.value) second.value = first.value === best ? next : best;
        compare();
        by("pair").scrollIntoView({ block: "nearest" });
      });
    });
  };
  measure.addEventListener("change", heat);
  heat();
  focusable();
  window.intervale = { relation, words };
})();
