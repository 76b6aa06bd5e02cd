/* A box above every long table, and above every list of claims, that leaves what has all words typed into it; and what
   scrolls can be reached by keyboard. Without this script everything stands. A word with a capital is looked for as it is written: AP does not find map. */
"use strict";
(() => {
  const LONG = 20; // rows from which on a table has a box

  const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const looksFor = (word) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, /\p{Lu}/u.test(word) ? "u" : "iu");

  function rows(table) {
    return [...table.tBodies].flatMap((body) => [...body.rows]).map((row) => ({ text: row.textContent, parts: [row] }));
  }

  /* A word of the first row, which leaves at least that row. */
  const firstWord = (table) => table.tBodies[0].rows[0].cells[0].textContent.trim().split(/\s+/)[0];

  /* By section of a paper, a paragraph about an item and the list of its claims; a section stands with what is left. */
  function claims(section, within = []) {
    const found = [];
    let item = null;
    const alone = () => {
      if (item) found.push({ text: item.textContent, parts: [item, ...within], aside: true });
      item = null;
    };
    for (const child of section.children) {
      if (child.tagName === "SECTION") {
        alone();
        found.push(...claims(child, [...within, child]));
      } else if (child.tagName === "UL") {
        for (const claim of child.children) {
          const text = `${item ? item.textContent : ""} ${claim.textContent}`;
          found.push({ text, parts: [claim, item, child, ...within] });
        }
        item = null;
      } else if (child.tagName === "P") {
        alone();
        item = child;
      }
    }
    alone();
    return found;
  }

  function box(before, entries, what, example) {
    const form = document.createElement("form");
    form.className = "filter";
    form.setAttribute("role", "search");
    const label = document.createElement("label");
    const input = document.createElement("input");
    const count = document.createElement("output");
    label.append("Filter ", input);
    input.type = "search";
    input.autocomplete = "off";
    input.placeholder = example && example.length <= 20 ? `words, such as ${example}` : "words";
    input.size = Math.max(20, input.placeholder.length);
    form.append(label, count);
    before.before(form);
    const counted = entries.filter((entry) => !entry.aside).length;

    const show = () => {
      const words = input.value.split(/\s+/).filter(Boolean).map(looksFor);
      const kept = entries.filter((entry) => words.every((word) => word.test(entry.text)));
      const visible = new Set(kept.flatMap((entry) => entry.parts));
      for (const part of entries.flatMap((entry) => entry.parts)) if (part) part.hidden = !visible.has(part);
      count.textContent = words.length ? `${kept.filter((entry) => !entry.aside).length} of ${counted} ${what}` : "";
    };
    input.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    input.value = new URLSearchParams(location.search).get("filter") ?? "";
    show();
  }

  /* What scrolls inside the page can be reached, and scrolled, by keyboard. */
  function reachable() {
    for (const part of document.querySelectorAll("article pre, article .table-wrapper")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }
  reachable();
  addEventListener("resize", reachable);

  const papers = document.querySelector("section#section-by-section");
  if (papers) box(papers.querySelector("section"), claims(papers), "claims", papers.querySelector("li strong")?.textContent);
  for (const table of document.querySelectorAll("article table")) {
    const found = rows(table);
    if (found.length >= LONG) box(table.closest(".table-wrapper") ?? table, found, "rows", firstWord(table));
  }
})();
