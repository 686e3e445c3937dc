/* Copies a link with one click. Without this file its field is there to be copied by hand. */
"use strict";
(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    const label = button.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.done;
      setTimeout(() => (button.textContent = label), 3000);
    });
  }
})();
