// Topics, hardest first: how systems do on each, and every score as a heat map.
const quantile = (sortedValues, q) => {
  if (!sortedValues.length) return NaN;
  const at = q * (sortedValues.length - 1), low = Math.floor(at), high = Math.ceil(at);
  return sortedValues[low] + (sortedValues[high] - sortedValues[low]) * (at - low);
};
const spreads = (measure) => (measure.spreadOf ??= (() => {
  const all = data.topics.map((_, topic) => {
    const values = data.scored.map((system) => scoreOf(measure, system, topic)).filter((x) => !Number.isNaN(x)).sort((x, y) => x - y);
    return values.length && { topic, low: quantile(values, 0.1), median: quantile(values, 0.5), high: quantile(values, 0.9), mean: values.reduce((sum, x) => sum + x, 0) / (values.length || 1) };
  });
  return all.filter(Boolean).sort((x, y) => x.median - y.median || x.mean - y.mean || x.topic - y.topic);
})());
const showTopics = () => {
  const measure = measureNow(), all = spreads(measure), few = data.scored.length < 4;
  const size = all.length > SEPARATE ? Math.ceil(all.length / 120) : 1, groups = [];
  const mean = (numbersOf) => { const known = numbersOf.filter((x) => !Number.isNaN(x)); return known.length ? known.reduce((sum, x) => sum + x, 0) / known.length : NaN; };
  for (let n = 0; n < all.length; n += size) {
    const some = all.slice(n, n + size), over = (how) => mean(some.map(how));
    groups.push({ topics: some.map((one) => one.topic), low: over((one) => one.low), median: over((one) => one.median), high: over((one) => one.high), a: over((one) => scoreOf(measure, state.a, one.topic)), b: over((one) => scoreOf(measure, state.b, one.topic)) });
  }
  const ends = groups.flatMap((one) => [one.low, one.high, one.a, one.b]).filter(Number.isFinite);
  const low = Math.min(0, ...ends), high = Math.max(low, ...ends), from = low, to = high === low ? low + 1 : high > 0.8 && high <= 1 ? 1 : high;
  const width = 1060, left = 46, step = (width - left) / groups.length, at = (y) => 196 - 186 * ((y - from) / (to - from));
  const labelled = size === 1 && groups.length <= LABELLED, labels = groups.map((group) => cut(data.topics[group.topics[0]]));
  const room = labelled ? labelRoom(labels, step) : 0, height = 204 + room, now = topicNow(measure);
  const made = picture(width, height, `Scores on ${measure.name} by topic, hardest first`);
  made.setAttribute("role", "group");
  if (groups.length > 14) made.setAttribute("class", "broad");
  for (const tick of ticks(from, to, 5)) made.append(line("guide", left, at(tick), width, at(tick)), words(tickText(tick), left - 8, at(tick) + 4, { "text-anchor": "end" }));
  groups.forEach((group, n) => {
    const x = left + n * step, topic = group.topics[0], name = size === 1 ? data.topics[topic] : counted(group.topics.length, "topic");
    const one = shape("g", { class: size === 1 && topic === now ? "topic pressed" : "topic", "data-topic": topic });
    one.append(shape("rect", { class: "hit", x: short(x), y: 0, width: short(step), height: 200 }));
    if (!few) {
      one.append(shape("rect", { class: "band", x: short(x + step * 0.08), y: short(at(group.high)), width: short(step * 0.84), height: short(Math.max(1, at(group.low) - at(group.high))), rx: Math.min(3, step / 5) }));
      one.append(line("median", x + step * 0.08, at(group.median), x + step * 0.92, at(group.median)));
    }
    const r = Math.max(1.6, Math.min(4.5, step / 4));
    for (const [side, shift] of [["a", 0.38], ["b", 0.62]]) if (Number.isFinite(group[side])) one.append(shape("circle", { class: `of-${side}`, cx: short(x + step * shift), cy: short(at(group[side])), r: short(r) }));
    titled(one, `${name}: ${few ? "" : `median ${fixed(group.median)}, `}A ${fixed(group.a)}, B ${fixed(group.b)}`);
    if (labelled) one.append(labelBelow(labels[n], x + step / 2, 200, room));
    if (size === 1) one.addEventListener("click", () => press(topic));
    made.append(one);
  });
  by("spread").replaceChildren(made);
  const key = (kind, text) => make("span", {}, shape("svg", { viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" }, kind === "median" ? line("median", 0, 6, 12, 6) : shape("rect", { class: kind, width: 12, height: 12, rx: kind === "band" ? 3 : 6 })), text);
  const keys = few ? [] : [key("band", data.words.middle), " ", key("median", data.words.median), " "];
  by("spread-legend").replaceChildren(...keys, key("of-a", data.systems[state.a]), " ", key("of-b", data.systems[state.b]));
  if (!all.length) { by("topics-about").textContent = ""; return; }
  const first = all[0], last = all[all.length - 1], name = (one) => data.topics[one.topic];
  const about = few ? data.words.two_topics : filled(data.words.topics, { low: plain(first.median), hardest: name(first), high: plain(last.median), easiest: name(last) });
  by("topics-about").textContent = `${about} ${size === 1 ? data.words.press_topic : filled(data.words.topic_bins, { n: size })}`;
  by("topic").value = now === null ? "" : String(now);
  if (by("heat").open) showHeat();
};
const MOST_ROWS = 400;
const showHeat = () => {
  const measure = measureNow(), topics = spreads(measure).map((one) => one.topic);
  const rows = data.columns[measure.column].ranking.filter((system) => rowOf.has(system)).slice(0, MOST_ROWS);
  const canvas = make("canvas", { role: "img", "aria-label": `Every score on ${measure.name}: the numbers are in the leaderboard and in the comparison of two systems` });
  const box = by("heat-map"), wide = Math.max(topics.length, 1), tall = rows.length, cell = Math.max(1, Math.min(18, Math.floor(560 / tall)));
  canvas.width = wide;
  canvas.height = tall;
  canvas.style.height = `${Math.max(40, cell * tall)}px`;
  const colour = getComputedStyle(document.documentElement), parse = (name) => { const made = make("canvas").getContext("2d"); made.fillStyle = colour.getPropertyValue(name).trim(); made.fillRect(0, 0, 1, 1); return made.getImageData(0, 0, 1, 1).data; };
  const none = parse("--grey-soft"), start = parse("--card"), end = parse("--blue"), context = canvas.getContext("2d"), image = context.createImageData(wide, tall);
  let top = 1e-12, bottom = 0;
  for (const x of measure.table()) if (!Number.isNaN(x)) { top = Math.max(top, x); bottom = Math.min(bottom, x); }
  rows.forEach((system, row) => topics.forEach((topic, n) => {
    const x = scoreOf(measure, system, topic), share = Number.isNaN(x) ? null : (x - bottom) / (top - bottom), at = 4 * (row * wide + n);
    for (let c = 0; c < 3; c++) image.data[at + c] = share === null ? none[c] : Math.round(start[c] + (end[c] - start[c]) * (0.06 + 0.94 * share));
    image.data[at + 3] = 255;
  }));
  context.putImageData(image, 0, 0);
  const found = (event) => { const area = canvas.getBoundingClientRect(); return [rows[Math.min(tall - 1, Math.floor((tall * (event.clientY - area.top)) / area.height))], topics[Math.min(wide - 1, Math.floor((wide * (event.clientX - area.left)) / area.width))]]; };
  canvas.addEventListener("mousemove", (event) => { const [system, topic] = found(event); if (system !== undefined) canvas.title = `${data.systems[system]}, topic ${data.topics[topic]}: ${fixed(scoreOf(measure, system, topic))}`; });
  canvas.addEventListener("click", (event) => {
    const [system, topic] = found(event);
    if (system !== state.b) state.a = system;
    state.t = topic;
    show(["a", "t"]);
    by("compare").scrollIntoView();
  });
  box.replaceChildren(canvas);
  by("heat-note").textContent = data.words.heat;
};
