// Elements, and SVG coloured by the style of the page.
const by = (id) => document.getElementById(id);
const make = (tag, options = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside);
  return made;
};
const SVG = "http://www.w3.org/2000/svg";
const shape = (tag, options = {}, ...inside) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(options)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};
const short = (x) => Math.round(x * 100) / 100;
const line = (kind, x1, y1, x2, y2) => shape("line", { class: kind, x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2) });
const words = (text, x, y, options = {}) => shape("text", { x: short(x), y: short(y), ...options }, text);
const titled = (element, text) => { element.append(shape("title", {}, text)); return element; };
const picture = (width, height, label, options = {}) => shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, ...options });
// round numbers inside a range, about so many of them
const ticks = (low, high, about = 5) => {
  if (!(high > low)) return [low];
  const raw = (high - low) / about, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((n) => n * power >= raw) || 10), found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n++) found.push(n * step);
  return found;
};
const tickText = (x) => minus(String(Number(x.toPrecision(6))));
// a point with its interval on a line from low to high
const whisker = (middle, low, high, from, to, label) => {
  const width = 160, at = (x) => 6 + (width - 12) * Math.min(1, Math.max(0, (x - from) / (to - from || 1)));
  const made = picture(width, 22, label);
  for (const tick of ticks(from, to, 4)) made.append(line("guide", at(tick), 0, at(tick), 22));
  if (Number.isFinite(low) && Number.isFinite(high)) made.append(line("whisker", at(low), 11, Math.max(at(high), at(low) + 0.01), 11));
  if (Number.isFinite(middle)) made.append(shape("circle", { class: "point", cx: short(at(middle)), cy: 11, r: 4 }));
  return made;
};
// names below bars: beside each other where they fit, else upright
const short28 = (text) => (text.length > 28 ? `${text.slice(0, 27)}…` : text);
const cut = (text) => (text.length > 12 ? `${text.slice(0, 11)}…` : text);
const longest = (labels) => Math.max(...labels.map((text) => text.length));
const labelRoom = (labels, step) => (longest(labels) * 6 <= step ? 16 : 10 + 5.6 * longest(labels));
const labelBelow = (text, x, y, room) => (room === 16 ? words(text, x, y + 13, { "text-anchor": "middle", class: "tick" }) : words(text, x, y + 6, { "text-anchor": "end", class: "tick", transform: `rotate(-90 ${short(x)} ${short(y + 6)}) translate(0 3.5)` }));
// a name in one piece where there is room; a place to break stands behind signs, and long pieces may break anywhere
const nameNodes = (name) => name.split(/(?<=[_.\-/:])/).flatMap((part, n) => (n ? [make("wbr"), part] : [part]));
const nameClass = (name) => (name.length > 28 || name.split(/[_.\-/:\s]/).some((part) => part.length > 18) ? "long" : null);
