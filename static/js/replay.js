/* Stepping without loading the page anew. Without this file Back, On and the slider are plain links and a form. */
"use strict";
(() => {
  const form = document.getElementById("scrub");
  const slider = document.getElementById("move");
  document.documentElement.classList.add("has-script");

  // what is another after each step is marked in the page; all else, the slider too, stays as it is
  const swap = (fresh) => {
    const focused = document.activeElement && document.activeElement.id;
    for (const part of document.querySelectorAll("[data-part]")) {
      const next = fresh.getElementById(part.id);
      if (next) part.replaceChildren(...next.childNodes);
    }
    document.title = fresh.title;
    const acting = document.querySelector(".is-acting");
    const where = document.getElementById("where").getBoundingClientRect();
    if (acting && where.bottom < 0) acting.scrollIntoView({ block: "nearest" });
    if (focused && document.activeElement === document.body) {
      (document.getElementById(focused) || slider).focus({ preventScroll: true });
    }
  };

  let asking = new AbortController();
  const show = async (address) => {
    asking.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(address, { signal: asking.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const moved = fresh.getElementById("move");
      if (!moved) throw new Error("not a moment");
      swap(fresh);
      slider.max = moved.max;
      slider.dataset.moves = moved.dataset.moves;
      if (!dragging) slider.value = moved.value;
      history.replaceState(null, "", answer.url);
    } catch (error) {
      if (error.name !== "AbortError") window.location.assign(address);
    }
  };

  let dragging = false;
  let waiting = 0;
  slider.addEventListener("pointerdown", () => (dragging = true));
  for (const end of ["pointerup", "pointercancel", "change"]) slider.addEventListener(end, () => (dragging = false));
  const ask = () => {
    asking.abort(); // an answer on its way would set the slider back
    clearTimeout(waiting);
    waiting = setTimeout(() => show(`${form.action}?move=${slider.value}`), 60);
  };
  slider.addEventListener("input", ask);

  // steps are counted on the slider at once, and only the place where they end is asked for
  const moves = () => slider.dataset.moves.split(" ").map(Number); // not those of which the reader was told nothing
  const PLACES = {
    back: () => moves().findLast((one) => one < slider.valueAsNumber) ?? slider.min,
    on: () => moves().find((one) => one > slider.valueAsNumber) ?? slider.max,
    first: () => slider.min,
    last: () => slider.max,
  };
  const step = (id) => {
    slider.value = PLACES[id]();
    ask();
  };
  form.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    if (PLACES[link.id]) return step(link.id);
    clearTimeout(waiting);
    show(link.href);
  });

  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const isOurs = KEYS[event.key] && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    // what scrolls, is written in or lies over the page needs these keys itself
    const isTaken = event.target !== slider && event.target.closest("input, textarea, select, dialog, [tabindex='0']");
    if (!isOurs || isTaken) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });

  const copy = document.getElementById("copy");
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(window.location.href);
      const copied = document.getElementById("copied");
      copied.textContent = copied.dataset.said;
      setTimeout(() => (copied.textContent = ""), 4000);
    });
  }
})();
