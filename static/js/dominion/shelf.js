/* What a choice would take from the supply is marked on the shelf as long as somebody looks at it. Only a mark: the words
   stand beside the choice. */
"use strict";
(() => {
  const TAKES = ["buy", "gain", "give"];
  const findRow = (event) => event.target.closest?.(".decision .row");
  const findChosen = () => document.querySelector(".decision .row:has(> .choice input:checked)");

  const mark = (row) => {
    document.querySelector(".pile.is-picked")?.classList.remove("is-picked");
    const words = (row?.querySelector('input[name="move"]')?.value || "").split(" ");
    if (!TAKES.includes(words[0])) return;
    document.querySelector(`.pile[data-card="${CSS.escape(words.at(-1))}"]`)?.classList.add("is-picked");
  };

  for (const kind of ["pointerover", "focusin"])
    document.addEventListener(kind, (event) => mark(findRow(event) || findChosen()));
  document.addEventListener("change", () => mark(findChosen()));
})();
