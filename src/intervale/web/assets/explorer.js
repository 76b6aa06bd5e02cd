/* What the page does beyond its forms and links: lists that are pressed, the slider, copying, and files that are dropped. */
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add("script");

  /* ---- after each change: there may be no Python to copy, and a large diagram begins at its example */
  function ready() {
    const python = byId("python");
    for (const one of document.querySelectorAll('[data-copy="python"]')) one.hidden = !python;
    const picture = document.querySelector(".picture");
    const first = picture && picture.querySelector(".picked rect, .lit rect");
    if (!first) return;
    const [box, frame] = [first.getBoundingClientRect(), picture.getBoundingClientRect()];
    picture.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    picture.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
  }

  /* ---- lists in the diagram are links; a press asks for their page without leaving this one */
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const place = document.querySelector(".picture");
    const kept = place ? [place.scrollLeft, place.scrollTop] : null;
    htmx.ajax("GET", link.getAttribute("href"), { source: link, target: "#page", select: "#page", swap: "outerHTML show:none" })
      .then(() => {
        const now = document.querySelector(".picture");
        if (now && kept) [now.scrollLeft, now.scrollTop] = kept;
      });
  });

  /* ---- the slider writes into the field beside it */
  document.addEventListener("input", (event) => {
    const field = event.target.dataset && event.target.dataset.for && byId(event.target.dataset.for);
    if (field) field.value = event.target.value;
  });

  /* ---- an answer to a question that was changed since is not shown: the next one is on its way, or comes once the field
     that is being written in is left */
  const asked = () => byId("question") ? new URLSearchParams(new FormData(byId("question"))).toString() : "";
  let carried = "", skipped = false;
  document.addEventListener("htmx:beforeRequest", () => { carried = asked(); });
  document.addEventListener("htmx:beforeSwap", (event) => {
    skipped = asked() !== carried;
    if (skipped) event.detail.shouldSwap = false;
  });
  document.addEventListener("focusout", () => {
    if (skipped && byId("question")) byId("question").dispatchEvent(new Event("change"));
  });
  document.addEventListener("htmx:afterSwap", () => {
    ready();
    const field = document.activeElement; /* htmx keeps the place of writing, but for whole numbers there is none: the next replaces it */
    if (field.closest("#question") && field.type === "number") field.select();
    const headline = byId("headline");
    if (headline) byId("said").textContent = headline.textContent;
  });

  /* ---- copying */
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const text = button.dataset.copy === "link" ? byId("page").dataset.link : byId("python").textContent;
    const label = button.dataset.label || button.textContent;
    button.dataset.label = label;
    let done = "Copied";
    try { await navigator.clipboard.writeText(text); } catch { done = "Not copied"; }
    button.textContent = done;
    byId("said").textContent = done;
    setTimeout(() => { button.textContent = label; }, 1500);
  });

  /* ---- files: their names, and their size before anything is sent */
  document.addEventListener("change", (event) => {
    if (event.target.type !== "file") return;
    const names = [...event.target.files].map((file) => file.name);
    const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
    event.target.closest(".drop").querySelector(".names").textContent = names.length ? `✓ ${names.length === 1 ? "" : `${names.length} files: `}${shown}` : "";
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id !== "drop") return;
    let size = 0;
    for (const input of form.querySelectorAll('input[type="file"]')) for (const file of input.files) size += file.size;
    const large = size > Number(form.dataset.most);
    byId("too-large").hidden = !large;
    if (large) event.preventDefault();
  });

  ready();
})();
