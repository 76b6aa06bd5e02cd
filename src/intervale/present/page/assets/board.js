// The leaderboard.
const FIRST_ROWS = 25, OTHER_COLUMNS = 6, PRINTED_COLUMNS = 5, printed = matchMedia("print");
let fitting = OTHER_COLUMNS; // how many other measures have room beside the chosen one
const measureNow = () => data.measures[state.m];
const columnNow = () => data.columns[measureNow().column];
const baselineCell = (measure, system, base) => {
  if (system === base) return make("td", { class: "number wide", text: data.words.baseline });
  const pair = pairOf(measure, system, base);
  if (!pair) return make("td", { class: "number wide", text: "–" });
  const clear = pair.case[0] === data.clear, higher = !pair.turned;
  if (pair.difference === "?") return make("td", { class: "number wide", text: "–" });
  const by = higher ? pair.difference : flipped(pair.difference), mark = clear ? (higher ? " ▲" : " ▼") : "";
  return make("td", { class: "number wide", text: withSign(by) + mark, title: pText(pair.p) });
};
const withSign = (text) => (/^[−0]$/.test(text[0]) && !/[1-9]/.test(text) ? text : text[0] === MINUS ? text : `+${text}`);
const flipped = (text) => (text[0] === MINUS ? text.slice(1) : /[1-9]/.test(text) ? MINUS + text : text);
// what can be sorted by: a title, a number or a text for each system, and whether the largest comes first
const sorts = () => {
  const measure = measureNow(), column = columnNow();
  const byPlace = (places) => (s) => places[s] ?? Infinity;
  const found = { place: { value: byPlace(column.place), up: true }, system: { value: (s) => data.systems[s].toLowerCase(), up: true } };
  data.columns.forEach((one, n) => { found[`c${n}`] = { value: (s) => -byPlace(one.place)(s), up: false }; });
  if (column.equal) found.equal = { value: (s) => -byPlace(column.equal_place)(s), up: false };
  if (data.unjudged) { const shares = numbers(data.unjudged); found.unjudged = { value: (s) => shares[s], up: false }; }
  data.baselines.forEach((base, n) => {
    found[`b${n}`] = { value: (s) => { const one = pairOf(measure, s, base); return one ? Number(one.difference.replace(MINUS, "-")) * (one.turned ? -1 : 1) : 0; }, up: false };
  });
  return found;
};
const sorted = () => {
  const all = sorts(), chosen = Object.hasOwn(all, state.sort) ? all[state.sort] : all.place, up = state.turn ? !chosen.up : chosen.up, sign = up ? 1 : -1;
  const places = columnNow().ranking.map((system, place) => [system, place]);
  const keys = new Map(places.map(([system]) => [system, chosen.value(system)]));
  return places.sort(([s, p], [t, q]) => { const x = keys.get(s), y = keys.get(t); return x < y ? -sign : x > y ? sign : p - q; }).map(([system]) => system);
};
const boardHead = (from, to) => {
  const column = columnNow(), row = by("board").tHead.rows[0];
  const head = (key, title, kind, inside, tip) => {
    const known = sorts(), chosen = key && (state.sort === key || (key === "place" && !Object.hasOwn(known, state.sort))), up = known[key]?.up !== state.turn;
    const cell = make("th", { scope: "col", class: kind, "aria-sort": chosen ? (up ? "ascending" : "descending") : null, title: tip });
    cell.append(inside ?? (printed.matches ? make("span", { class: "head", text: title }) : make("button", { type: "button", class: title.length > 14 ? "long" : null, text: title, "data-sort": key })));
    return cell;
  };
  const axis = picture(160, 22, "");
  axis.setAttribute("aria-hidden", "true");
  axis.removeAttribute("role");
  for (const tick of ticks(from, to, 4)) axis.append(words(tickText(tick), 6 + 148 * ((tick - from) / (to - from || 1)), 18, { "text-anchor": "middle" }));
  const interval = make("span", {}, make("span", { class: "small", text: `${data.level} interval` }), axis);
  const cells = [head("place", "#", "number"), head("system", "System", ""), head(`c${measureNow().column}`, short28(column.name), "number", null, column.name), head("", "", "interval axis", interval)];
  if (SYSTEMS > 2 || measureNow().possible) cells.push(make("th", { scope: "col", class: "number wide" }, make("span", { class: "head", text: "vs leader" })));
  data.baselines.forEach((base, n) => cells.push(head(`b${n}`, `vs ${short28(data.systems[base])}`, "number wide", null, data.systems[base])));
  if (state.equal && column.equal) cells.push(head("equal", "equal steps", "number wide", null, data.words.equal_is), make("th", { scope: "col", class: "number wide" }, make("span", { class: "head", text: "place" })));
  for (const n of otherColumns()) cells.push(head(`c${n}`, short28(data.columns[n].name), "number wide", null, data.columns[n].name));
  if (data.unjudged) cells.push(head("unjudged", "unjudged", "number wide"));
  cells.push(make("th", { scope: "col" }, make("span", { class: "hidden", text: "Compare" })));
  row.replaceChildren(...cells);
};
const otherColumns = () => data.columns.map((_, n) => n).filter((n) => n !== measureNow().column).slice(0, fitting);
const boardRow = (system, from, to) => {
  const measure = measureNow(), column = columnNow(), name = data.systems[system], leader = column.ranking[0];
  const best = measure.possible ? measure.possible[system] === "1" : false;
  const low = measure.lows[system], high = measure.highs[system], mean = column.means[system];
  const label = `${column.shown[system]}, ${data.level} interval ${Number.isFinite(low) ? `${fixed(low)} to ${fixed(high)}` : "not known"}`;
  const row = make("tr", { class: best ? "best" : null, "data-system": name });
  row.append(make("td", { class: "number place", text: column.place[system] ?? "–" }));
  row.append(make("th", { scope: "row", class: nameClass(name) }, ...nameNodes(name), make("span", { class: "under" }, whisker(mean, low, high, from, to, label), best ? make("span", { class: "small muted", text: data.words.best }) : "")));
  row.append(make("td", { class: "number main", text: column.shown[system] }));
  row.append(make("td", { class: "interval" }, whisker(mean, low, high, from, to, label)));
  if (SYSTEMS > 2 || measure.possible) {
    const first = column.place[system] === 1, pair = first ? null : pairOf(measure, system, leader);
    const behind = pair ? (pair.difference === "?" ? "–" : withSign(pair.turned ? flipped(pair.difference) : pair.difference)) : fixed(mean - column.means[leader]);
    const cell = make("td", { class: "number wide", text: first ? data.words.leader : behind });
    if (best && !first) cell.append(" ", make("span", { class: "pill yes", text: data.words.best }));
    row.append(cell);
  }
  for (const base of data.baselines) row.append(baselineCell(measure, system, base));
  if (state.equal && column.equal) {
    const moved = (column.place[system] ?? 0) - (column.equal_place[system] ?? 0);
    row.append(make("td", { class: "number wide", text: column.equalShown[system] }));
    row.append(make("td", { class: "number wide moved", text: moved > 0 ? `▲${moved}` : moved < 0 ? `▼${-moved}` : "=" }));
  }
  for (const n of otherColumns()) row.append(make("td", { class: "number wide", text: data.columns[n].shown[system] }));
  if (data.unjudged) row.append(make("td", { class: "number wide", text: `${texts(data.unjudged)[system]}%` }));
  const press = (side, chosen) => make("button", { type: "button", class: side, "data-side": side, "aria-pressed": String(chosen), "aria-label": `${name} as ${side.toUpperCase()}`, text: side.toUpperCase() });
  row.append(make("td", { class: "ab" }, press("a", state.a === system), " ", press("b", state.b === system)));
  return row;
};
const showBoard = () => {
  const measure = measureNow(), column = columnNow();
  const ends = [...measure.lows, ...measure.highs, ...column.means].filter(Number.isFinite);
  const low = ends.length ? Math.min(...ends) : 0, high = ends.length ? Math.max(...ends) : 0, from = low < high ? low : low - 0.5, to = low < high ? high : high + 0.5;
  const wanted = state.find.trim().toLowerCase(), all = sorted();
  const matching = wanted ? all.filter((s) => data.systems[s].toLowerCase().includes(wanted)) : all;
  const shown = state.all || wanted ? matching : matching.filter((s, n) => n < FIRST_ROWS || data.baselines.includes(s));
  const card = by("board").parentElement, fits = () => by("board").getBoundingClientRect().right <= card.getBoundingClientRect().right - 6;
  card.classList.remove("scroll");
  for (fitting = printed.matches ? PRINTED_COLUMNS : OTHER_COLUMNS; fitting >= 0; fitting--) {
    boardHead(from, to);
    by("board").tBodies[0].replaceChildren(...shown.slice(0, FIRST_ROWS).map((system) => boardRow(system, from, to)));
    if (fits()) break;
  }
  if (!fits()) card.classList.add("scroll"); // so many baselines, or so long a name
  by("board").tBodies[0].append(...shown.slice(FIRST_ROWS).map((system) => boardRow(system, from, to)));
  const possible = measure.possible ? [...measure.possible].filter((one) => one === "1").length : 0;
  const template = possible === 1 ? "board_alone" : possible ? "board_best" : "board";
  by("board-about").textContent = filled(data.words[template], { k: whole(possible), s: whole(SYSTEMS), m: measure.name, a: data.systems[column.ranking[0]] });
  const notes = [filled(data.words.board_note, { level: data.level })];
  if (possible) notes.push(filled(data.words.board_hsu, { level: data.level }));
  for (const base of data.baselines) notes.push(filled(data.words.board_base, { b: data.systems[base], by: measure.places.by }));
  if (state.equal && column.equal) notes.push(data.words.board_equal);
  by("board-note").textContent = notes.join(" ");
  by("count").textContent = wanted ? filled(data.words.found, { n: whole(matching.length), s: whole(SYSTEMS) }) : "";
  by("all").hidden = SYSTEMS <= FIRST_ROWS;
  by("all").textContent = filled(data.words[state.all ? "fewer" : "all"], { s: whole(state.all ? FIRST_ROWS : SYSTEMS) });
  by("all").setAttribute("aria-pressed", String(state.all));
  by("equal-label").hidden = !data.columns.some((one) => one.equal);
  by("equal").checked = state.equal;
};
