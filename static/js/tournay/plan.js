/* What a choice is about is marked in the own district and among the decks, while somebody looks at it and once it is
   chosen. Only a mark: the words stand beside the choice. */
"use strict";
(() => {
  const CELL = /\b[a-e][1-5]\b/g, DECK = /\b(yellow|white|red) ([123])\b/;
  const findRow = (event) => event.target.closest?.(".decision :is(.row, .vote, .tick, .stamp)");

  const listValues = (row) => [
    ...[...document.querySelectorAll(".decision input:checked")].filter((input) => input.checkVisibility()),
    ...(row?.querySelectorAll("input") ?? []),
  ].map((input) => input.value);

  const mark = (row) => {
    const values = listValues(row), cells = new Set(values.flatMap((value) => value.match(CELL) ?? []));
    const decks = new Set(values.map((value) => DECK.exec(value)).filter(Boolean).map((found) => found[1] + found[2]));
    for (const cell of document.querySelectorAll(".mine [data-cell]")) cell.classList.toggle("is-picked", cells.has(cell.dataset.cell));
    for (const deck of document.querySelectorAll("[data-deck]")) deck.classList.toggle("is-picked", decks.has(deck.dataset.deck));
  };

  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => mark(findRow(event)));
  document.addEventListener("change", () => mark());
})();
