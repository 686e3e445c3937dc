/* A card opens over the page, so that nobody who looks it up has to leave the table. Without this file its link leads
   to its page. */
"use strict";
(() => {
  const sheet = document.getElementById("card-sheet");

  const asked = { "HX-Request": "true", "Accept-Language": document.documentElement.lang }; // as this page speaks
  const open = async (address) => {
    const answer = await fetch(address, { headers: asked }).catch(() => null);
    if (!answer?.ok) return window.location.assign(address);
    sheet.firstElementChild.innerHTML = await answer.text();
    const style = sheet.querySelector("link");
    await new Promise((done) => (style.onload = style.onerror = done));
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.to-card");
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey; // in a tab of its own
    if (!link || isElsewhere) return;
    event.preventDefault();
    open(link.href);
  });

  // whoever points beside it is done with it, too
  sheet.addEventListener("click", ({ target }) => {
    if (target === sheet || target === sheet.lastElementChild) sheet.close();
  });
})();
