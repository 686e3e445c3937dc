/* What htmx cannot do by itself. Without this file the table is a page of forms, and complete. */
"use strict";
(() => {
  const OFTEN = 20000; // while somebody looks
  const SELDOM = 15; // times as long for a page in the background: only its icon and its title are seen

  let looked = 0;
  const look = () => {
    const news = document.getElementById("news");
    looked = performance.now();
    if (news) htmx.trigger(news, "look");
  };
  let passed = 0;
  setInterval(() => {
    passed += 1;
    if (document.visibilityState === "visible" || passed % SELDOM === 0) look();
  }, OFTEN);
  const SOON = 1500; // where bots are at work; not again while the last look is as young
  setInterval(() => {
    const isSoon = document.querySelector("#news[data-soon]") && document.visibilityState === "visible";
    if (isSoon && performance.now() - looked > SOON / 2) look();
  }, SOON);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look();
  });

  // how many tables wait for the reader, in the title and in the icon
  const tell = (number) => {
    const name = document.title.replace(/^\(\d+\) /, "");
    const title = number > 0 ? `(${number}) ${name}` : name;
    if (document.title !== title) document.title = title;
    const icon = document.getElementById("icon");
    const drawing = number > 0 ? icon.dataset.waiting : icon.dataset.calm;
    if (icon.getAttribute("href") !== drawing) icon.setAttribute("href", drawing);
  };
  document.addEventListener("htmx:afterSettle", () => {
    const news = document.getElementById("news");
    if (news) tell(Number(news.dataset.waiting));
  });

  // news that left before something newer was shown would show the table as it was: they are left out
  const numbers = (stamp) => stamp.split("-").map(Number);
  const isOlder = (one, other) => {
    const [length, said] = numbers(one);
    const [length2, said2] = numbers(other);
    return length < length2 || (length === length2 && said < said2);
  };
  let newest = "0-0";
  document.addEventListener("htmx:beforeRequest", (event) => {
    const asking = event.detail.elt; // it hears of the answer itself: it may be gone from the page by then
    const arrived = (answer) => {
      const waiting = answer.detail.xhr.getResponseHeader("X-Waiting"); // nothing is new at this table
      if (waiting) tell(Number(waiting));
      const stamp = answer.detail.xhr.getResponseHeader("X-Stamp");
      if (!stamp) return;
      if (!isOlder(stamp, newest)) newest = stamp;
      else if (asking.id === "news") answer.preventDefault();
    };
    asking.addEventListener("htmx:beforeOnLoad", arrived, { once: true });
  });

  // what comes anew stays unfolded, and keeps the focus: on the same thing, or on the head of its part
  const words = (element) => `${element.tagName} ${element.name || ""} ${element.value || element.textContent.trim()}`;
  const partOf = (element) => element.closest("#table-page [id]:is(section, div)");
  const folds = () => Array.from(document.querySelectorAll("#table-page details[id]"));
  let before = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const focused = document.activeElement;
    const part = focused && partOf(focused);
    before = {
      part: part && part.id,
      words: words(focused),
      open: new Map(folds().map((details) => [details.id, details.open])),
    };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    for (const details of folds()) details.open = before.open.get(details.id) ?? details.open;
    const part = before.part && document.activeElement === document.body && document.getElementById(before.part);
    if (!part) return;
    const all = Array.from(part.querySelectorAll("a, button, input, select, summary, textarea"));
    const same = all.find((one) => words(one) === before.words) || part.querySelector("h2, h3, summary");
    if (!same) return;
    if (same.matches("h2, h3")) same.tabIndex = -1;
    same.focus({ preventScroll: true });
  });

  // after an answer the eye and the screen reader go to the next question; to one that news bring, the eye alone
  const number = () => document.querySelector('.decision [name="decision"]')?.value;
  const isTyping = () => document.activeElement.matches('textarea, [type="text"]');
  const show = (question, isFirst) => {
    const { top, bottom } = question.getBoundingClientRect();
    if (!isFirst && top >= 0 && bottom <= innerHeight) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    question.scrollIntoView({ block: "start", behavior: isStill ? "instant" : "smooth" });
  };
  let shown = number();
  document.addEventListener("htmx:afterSettle", (event) => {
    const question = document.getElementById("decide");
    const isNew = number() !== shown;
    shown = number();
    if (event.detail.target.id === "table-page" && document.querySelector("#table-page[data-moved]")) {
      question.focus({ preventScroll: true });
      show(question, matchMedia("(max-width: 47.99rem)").matches); // elsewhere it stands beside the table
    } else if (isNew && shown && !isTyping()) show(question);
  });

  // the form of a single step takes the place of the whole turn: what is asked stays in view above it
  document.addEventListener("toggle", ({ target }) => target.id === "steps" && show(document.getElementById("decide")), true);

  // the bar of a phone marks the part that is looked at
  const mark = () => {
    const links = Array.from(document.querySelectorAll(".jump a"));
    const top = (link) => document.querySelector(link.hash)?.getBoundingClientRect().top ?? Infinity;
    const here = links.findLast((link) => top(link) < innerHeight / 2);
    for (const link of links) link === here ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  };
  document.addEventListener("scroll", mark, { passive: true });
  document.addEventListener("htmx:afterSettle", mark);
  mark();

  // at a desk the talk follows what all have even if the question beside them is longer, which no row of a grid can do
  const heights = new ResizeObserver(() => {
    const [question, side] = [".deciding", ".table-side"].map((one) => document.querySelector(one)?.offsetHeight ?? 0);
    document.querySelector(".board")?.style.setProperty("--early", `${Math.max(0, question - side)}px`);
  });
  const measure = () => {
    heights.disconnect();
    for (const part of document.querySelectorAll(".deciding, .table-side")) heights.observe(part);
  };
  document.addEventListener("htmx:afterSettle", measure);
  measure();

  // a move is chosen or written: the one takes the other away
  document.addEventListener("input", ({ target }) => {
    const form = target.closest(".decision-form");
    if (form?.elements.line && target.name === "move") form.elements.line.value = "";
    const row = form && target.name === "line" && target.value.trim() && form.querySelector('[name="move"]:checked');
    if (row) row.checked = false;
    if (form) repeat();
  });

  // the bar with Send repeats what is chosen
  const asBefore = new WeakMap(); // what the bar says as long as nothing is chosen
  function repeat() {
    const answer = document.getElementById("answer");
    if (!answer) return;
    if (!asBefore.has(answer)) asBefore.set(answer, answer.innerHTML);
    const filled = [...document.querySelectorAll(".decision-form :is(.stamp, .pick) input:checked")]
      .filter((one) => one.name !== "move" && one.checkVisibility())
      .map((one) => nameOf(one.labels[0]));
    const row = document.querySelector(".decision-form [name='move']:checked")?.labels[0];
    if (!row && !filled.length) {
      answer.innerHTML = asBefore.get(answer);
      return;
    }
    const name = document.createElement("b");
    name.textContent = filled.length ? filled.join(", ") : nameOf(row);
    const sums = row?.querySelector(".choice-end:has(.hidden)"); // other numbers only tell rows apart
    const said = sums ? [...sums.childNodes].map((one) => one.cloneNode(true)) : [];
    for (const one of said) one.classList?.remove("hidden"); // the column has its heading, the bar has none
    const kind = row?.closest("fieldset[data-list]")?.querySelector("legend").firstChild.textContent.trim();
    answer.replaceChildren(name, ...(said.length ? said : [kind ?? ""]));
  }
  // a row, a card or a stamp in a few words
  function nameOf(label) {
    return label.querySelector(".choice-what b, .hidden").textContent;
  }
  document.addEventListener("change", repeat);
  document.addEventListener("htmx:afterSettle", repeat);
  repeat();

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
