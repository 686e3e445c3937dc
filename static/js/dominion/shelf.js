/* What the choices would take from the supply is marked on the shelf, and what somebody looks at besides. Only a mark: the
   words stand beside the choice. */
"use strict";
(() => {
  const TAKES = /^(?:buy|gain|give) .*?(\w+)$/;
  const listTaken = (inputs) => [...inputs].map((input) => TAKES.exec(input.value)?.[1]).filter(Boolean);
  const findRow = (event) => event.target.closest?.(".decision :is(.row, .vote)");

  const mark = (row) => {
    const chosen = [...document.querySelectorAll(".decision input:checked")].filter((input) => input.checkVisibility());
    const taken = new Set(listTaken([...chosen, ...(row?.querySelectorAll("input") ?? [])]));
    for (const pile of document.querySelectorAll(".pile")) pile.classList.toggle("is-picked", taken.has(pile.dataset.card));
  };

  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => mark(findRow(event)));
  document.addEventListener("change", () => mark());
})();
