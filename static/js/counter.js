/* Counts the boxes that are ticked where a form wants so many. Without it the sentence beside them does. */
"use strict";
(() => {
  const count = () => {
    for (const counter of document.querySelectorAll(".counter")) {
      const { boxes, least, most } = counter.dataset;
      const ticked = document.querySelectorAll(`[name="${boxes}"]:checked`).length;
      const told = counter.querySelector("[data-count]");
      const text = told.dataset.count.replace("NUMBER", ticked);
      if (told.textContent !== text) told.textContent = text; // otherwise it would be read out again
      counter.classList.toggle("is-met", ticked >= least && ticked <= most);
      counter.hidden = false;
    }
  };
  for (const event of ["change", "htmx:afterSettle"]) document.addEventListener(event, count);
  addEventListener("pageshow", count);
})();
