/* What a choice would build stands in the own street as long as somebody looks at it. Only a picture: the words stand
   beside the choice. */
"use strict";
(() => {
  let lot = null;
  let before = null;

  const clear = () => {
    if (!lot) return;
    lot.className = "lot";
    lot.replaceChildren(...before);
    lot = null;
  };

  const show = (row) => {
    clear();
    const [verb, slug] = (row?.querySelector('input[value^="build "]')?.value || "").split(" ");
    const plot = document.querySelector(".mine .plot .lot");
    const card = verb === "build" && plot && document.querySelector(`.mine .card[data-card="${slug}"]`);
    if (!card) return;
    const plate = card.querySelector(".plate");
    const type = [...card.classList].find((name) => name.startsWith("is-"));
    lot = plot;
    before = [...lot.childNodes];
    lot.className = `lot is-ghost ${type} cost-${plate.textContent.trim()}`;
    lot.replaceChildren(card.querySelector(".emblem").cloneNode(true), plate.cloneNode(true));
  };

  const chosen = () => document.querySelector(".decision .row:has(> .choice input[value^=\'build \']:checked)");
  const rowOf = (event) => event.target.closest?.(".decision .row");
  document.addEventListener("pointerover", (event) => show(rowOf(event) || chosen()));
  document.addEventListener("focusin", (event) => show(rowOf(event) || chosen()));
  document.addEventListener("change", () => show(chosen()));
  document.addEventListener("htmx:beforeSwap", clear);
})();
