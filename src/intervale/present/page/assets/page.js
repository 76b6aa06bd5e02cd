// The state of the page: in its address, and shown.
const DEFAULT_SORT = "place";
const firstTwo = (m) => { const ranking = data.columns[data.measures[m].column].ranking; return [ranking[0], data.baselines.find((one) => one !== ranking[0]) ?? ranking[1]]; };
const state = { m: 0, a: 0, b: 1, t: null, sort: DEFAULT_SORT, turn: false, find: "", equal: false, all: false, chosen: false };
const readAddress = () => {
  const asked = new URLSearchParams(location.hash.slice(1)), index = (names, name) => { const found = name === null ? -1 : names.indexOf(name); return found < 0 ? null : found; };
  state.m = index(data.measures.map((one) => one.name), asked.get("m")) ?? 0;
  const [a, b] = firstTwo(state.m), wantedA = index(data.systems, asked.get("a")), wantedB = index(data.systems, asked.get("b"));
  state.chosen = wantedA !== null || wantedB !== null;
  state.a = wantedA ?? (wantedB === a ? b : a);
  state.b = wantedB ?? (state.a === b ? a : b);
  state.t = index(data.topics, asked.get("t"));
  state.sort = asked.get("sort") ?? DEFAULT_SORT;
  state.turn = asked.get("turn") === "1";
  state.find = asked.get("find") ?? "";
  state.equal = asked.get("equal") === "1";
  state.all = asked.get("all") === "1";
};
const address = () => {
  const told = new URLSearchParams();
  if (state.m) told.set("m", data.measures[state.m].name);
  if (state.chosen) { told.set("a", data.systems[state.a]); told.set("b", data.systems[state.b]); }
  if (state.t !== null) told.set("t", data.topics[state.t]);
  if (state.sort !== DEFAULT_SORT) told.set("sort", state.sort);
  if (state.turn) told.set("turn", "1");
  if (state.find) told.set("find", state.find);
  if (state.equal) told.set("equal", "1");
  if (state.all) told.set("all", "1");
  return told.toString();
};
const tell = () => { try { history.replaceState(null, "", `#${address()}`); } catch { /* a page in a frame may not */ } };
const show = (changed = null) => {
  const only = (...keys) => changed === null || changed.some((key) => keys.includes(key));
  if (changed && (changed.includes("a") || changed.includes("b"))) state.chosen = true;
  if (changed && changed.includes("m") && !state.chosen) [state.a, state.b] = firstTwo(state.m);
  if (only("m")) {
    by("measure").value = String(state.m);
    for (const block of document.querySelectorAll(".block")) block.hidden = block.dataset.block !== String(state.m);
  }
  if (only("m", "a", "b", "sort", "turn", "find", "equal", "all")) showBoard();
  if (only("m", "a", "b")) showPair();
  else if (only("t")) { showDifferences(measureNow()); showLists(measureNow()); }
  if (only("m", "a", "b", "t")) showTopics();
  if (changed !== null) tell();
  focusable();
};
// a region that scrolls can be reached by keyboard
const focusable = () => {
  for (const region of document.querySelectorAll(".scroll, pre")) {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0; else region.removeAttribute("tabindex");
  }
};
const fill = (select, names) => select.replaceChildren(...names.map((name, n) => make("option", { value: n, text: name })));
const told = (text) => { by("told").textContent = ""; setTimeout(() => { by("told").textContent = text; }, 50); };
const copy = async (button) => {
  const text = button.dataset.copy ?? button.closest("li").querySelector(".quote").textContent;
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = data.words.copied;
    told(data.words.copied);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(button.closest("li").querySelector(".quote"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    told(data.words.copy_failed);
    button.textContent = document.execCommand?.("copy") ? data.words.copied : before;
  }
  setTimeout(() => { button.textContent = before; }, 1500);
};
const startPage = () => {
  fill(by("first"), data.systems);
  fill(by("second"), data.systems);
  fill(by("topic"), data.topics);
  by("measure").addEventListener("change", () => { state.m = Number(by("measure").value); show(["m"]); });
  by("first").addEventListener("change", () => { state.a = Number(by("first").value); show(["a"]); });
  by("second").addEventListener("change", () => { state.b = Number(by("second").value); show(["b"]); });
  by("topic").addEventListener("change", () => press(Number(by("topic").value)));
  by("swap").addEventListener("click", () => { [state.a, state.b] = [state.b, state.a]; show(["a", "b"]); });
  by("find").addEventListener("input", () => { state.find = by("find").value; show(["find"]); });
  by("equal").addEventListener("change", () => { state.equal = by("equal").checked; show(["equal"]); });
  by("all").addEventListener("click", () => { state.all = !state.all; show(["all"]); });
  by("heat").addEventListener("toggle", () => { if (by("heat").open) showHeat(); });
  by("board").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.sort !== undefined) {
      state.turn = state.sort === button.dataset.sort ? !state.turn : false;
      state.sort = button.dataset.sort;
      show(["sort"]);
      by("board").querySelector(`[data-sort="${state.sort}"]`)?.focus();
    } else {
      const side = button.dataset.side, system = data.systems.indexOf(button.closest("tr").dataset.system), other = side === "a" ? "b" : "a";
      if (state[other] === system) state[other] = state[side];
      state[side] = system;
      show(["a", "b"]);
      [...by("board").querySelectorAll("tbody tr")].find((row) => row.dataset.system === data.systems[system])?.querySelector(`.${side}`)?.focus();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) {
      const section = by(link.getAttribute("href").slice(1));
      if (!section) return;
      event.preventDefault();
      section.scrollIntoView();
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
      return;
    }
    const button = event.target.closest("button.copy");
    if (button) copy(button);
  });
  const restore = () => {
    const section = by(location.hash.slice(1));
    readAddress();
    by("find").value = state.find;
    show();
    if (section?.tagName === "SECTION") section.scrollIntoView();
  };
  addEventListener("hashchange", restore);
  let resized;
  addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(() => { showBoard(); focusable(); }, 120); });
  addEventListener("toggle", focusable, true);
  printed.addEventListener("change", showBoard);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (by("heat").open) showHeat(); });
  restore();
};
startPage();
window.intervale = { data, state, relation, relationText, plain, signed, fixed, counts, pairOf, checksOf, verdictOf, filled };
