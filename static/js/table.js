/* What htmx cannot do by itself. Without this file the table is a page of forms, and complete. */
"use strict";
(() => {
  const OFTEN = 20000; // while somebody looks; a page in the background rests

  const look = () => {
    const news = document.getElementById("news");
    if (news && document.visibilityState === "visible") htmx.trigger(news, "look");
  };
  setInterval(look, OFTEN);
  document.addEventListener("visibilitychange", look);

  // after an answer the eye and the screen reader go to the next question
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "table-page") return;
    const question = document.getElementById("decide");
    if (question && document.querySelector("#table-page[data-moved]")) question.focus();
  });

  // what cannot be shown in its place (signed out, gone) is shown as a page
  document.addEventListener("htmx:responseError", (event) => {
    const onlyAsked = event.detail.elt.id === "news" && event.detail.xhr.status >= 500;
    if (!onlyAsked) window.location.reload();
  });

  // one send is one move, however often the button is pressed; the key in the form sees to it as well
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.hasAttribute("hx-post")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });
})();
