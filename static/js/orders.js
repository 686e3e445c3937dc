/* Orders that can be moved about. Without this file the lists are numbered by hand, and everything works. */
"use strict";
(() => {
  const root = document.documentElement;
  const EDGE = 80; // of the screen; the bar at the thumb is there too
  const PACE = 8;

  // --- moving a row: with buttons, or by its grip

  const say = (region, text) => { if (region) region.textContent = text; };

  const drag = (list, settle, prepare = () => {}) => {
    list.addEventListener("pointerdown", (event) => {
      const grip = event.target.closest("[data-grip]");
      if (!grip || event.button > 0) return;
      const row = grip.closest("li");
      event.preventDefault();
      prepare();
      grip.setPointerCapture(event.pointerId);
      row.classList.add("is-held");
      let at = event.clientY;
      let frame = 0;
      // the others make room: a row that is taken out of the page for a moment would slip from the finger
      const place = () => {
        const others = [...list.children].filter((other) => other !== row);
        const above = others.filter((other) => {
          const box = other.getBoundingClientRect();
          return at >= box.top + box.height / 2;
        });
        if (row.nextElementSibling === (others[above.length] || null)) return;
        row.before(...above);
        row.after(...others.slice(above.length));
      };
      // at the edge of the screen the page goes along, as far as the list goes
      const follow = () => {
        const { top, bottom } = list.getBoundingClientRect();
        if (at < EDGE && top < EDGE) window.scrollBy(0, -PACE);
        if (at > window.innerHeight - EDGE && bottom > window.innerHeight - EDGE) window.scrollBy(0, PACE);
        place();
        frame = requestAnimationFrame(follow);
      };
      const move = (to) => { at = to.clientY; };
      const end = () => {
        cancelAnimationFrame(frame);
        grip.removeEventListener("pointermove", move);
        place();
        row.classList.remove("is-held");
        settle(row);
      };
      grip.addEventListener("pointermove", move);
      grip.addEventListener("lostpointercapture", end, { once: true });
      follow();
    });
  };

  const swap = (list, row, up) => {
    const other = up ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return false;
    list.insertBefore(up ? row : other, up ? other : row);
    return true;
  };

  // --- a list by preference: what stands above the divider is numbered

  const rank = (list) => {
    const section = list.closest("section");
    const divider = section.querySelector("template[data-divider]").content.firstElementChild.cloneNode(true);
    const tools = section.querySelector("template[data-tools]").content.firstElementChild;
    const region = document.createElement("p");
    region.className = "hidden";
    region.setAttribute("role", "status");
    section.append(region);
    const rows = [...list.children];
    const input = (row) => row.querySelector("input");
    for (const row of rows) {
      const own = tools.cloneNode(true);
      for (const of of own.querySelectorAll("[data-of]")) of.textContent = row.dataset.name;
      row.append(own);
    }

    // what a row needs: to be added, or to be moved and taken off
    const number = (row) => parseInt(input(row).value, 10) || Infinity;
    const mark = () => { for (const row of rows) row.classList.toggle("is-listed", number(row) < Infinity); };

    // only while nobody writes in the list: a row that is moved loses the focus
    const sort = () => {
      const ranked = rows.filter((row) => number(row) < Infinity).sort((a, b) => number(a) - number(b));
      list.append(...ranked, divider, ...rows.filter((row) => !ranked.includes(row)));
      mark();
    };
    // what was written counts before a row is moved by hand
    const gather = () => {
      if (list.contains(document.activeElement)) document.activeElement.blur();
      sort();
    };
    const settle = (moved) => {
      let place = 0;
      let above = true;
      for (const row of list.children) {
        if (row === divider) above = false;
        else input(row).value = above ? ++place : "";
      }
      mark();
      const at = input(moved).value;
      say(region, (at ? list.dataset.at : list.dataset.off).replace("NAME", moved.dataset.name).replace("NUMBER", at));
    };
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-add], [data-up], [data-down], [data-drop]");
      if (!button) return;
      const row = button.closest("li");
      gather();
      if (button.matches("[data-add]")) divider.before(row);
      else if (button.matches("[data-drop]")) divider.after(row);
      else swap(list, row, button.matches("[data-up]"));
      settle(row);
      // the focus stays with the row, whose buttons change as it crosses the divider
      (button.checkVisibility() ? button : row.querySelector(input(row).value ? "[data-up]" : "[data-add]")).focus();
    });
    list.addEventListener("input", mark);
    // not under a finger: a press on a name gives the focus to the page around the list, or to nothing at first
    list.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (to && !list.contains(to) && !to.contains(list)) sort();
    });
    drag(list, settle, gather);
    sort();
  };

  // --- a plan

  const compose = (form) => {
    const list = form.querySelector("[data-steps]");
    const region = form.querySelector("[data-said]");
    const blank = form.closest("section").querySelector("template[data-step]").content.firstElementChild;
    const [step, or, free] = ["step", "or", "free"].map((name) => form.elements.namedItem(name));

    const settle = (row) => {
      [...list.children].forEach((one, number) => {
        for (const button of one.querySelectorAll("button[name=do]")) {
          button.value = `${button.value.split("-")[0]}-${number}`;
        }
      });
      form.querySelector("[data-empty]").hidden = list.children.length > 0;
      form.querySelector("[data-unsent]").hidden = false;
      form.querySelector("[data-doubt]")?.remove(); // it was about the plan as it stood; filing it asks again
      if (row) say(region, `${[...list.children].indexOf(row) + 1}. ${row.querySelector("[data-text]").textContent}`);
    };
    const told = (select) => select.selectedOptions[0].textContent.replace(/ \(\d+\)$/, "");
    const written = (select) => select.selectedOptions[0].dataset.written;
    const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);
    const add = () => {
      const row = blank.cloneNode(true);
      const line = [step.value, or.value].filter(Boolean).join(" or ");
      const text = or.value
        ? form.dataset.or.replace("FIRST", told(step)).replace("OTHER", small(told(or)))
        : `${told(step)}.`;
      row.querySelector("input").value = line;
      row.querySelector("[data-text]").textContent = text;
      row.querySelector("code").textContent = [step, or].filter((one) => one.value).map(written).join(` ${form.dataset.orWord} `);
      for (const of of row.querySelectorAll("[data-of]")) of.textContent = text;
      list.append(row);
      step.value = or.value = "";
      settle(row);
      step.focus();
    };
    const rearrange = (verb, row, button) => {
      const next = row.nextElementSibling || row.previousElementSibling;
      if (verb === "drop") {
        row.remove();
        settle();
        (next ? next.querySelector("button[value^=drop]") : step || free).focus();
        return;
      }
      swap(list, row, verb === "up");
      settle(row);
      button.focus();
    };

    form.addEventListener("click", (event) => {
      const button = event.target.closest("button[name=do]");
      if (!button) return;
      const verb = button.value.split("-")[0];
      if (["up", "down", "drop"].includes(verb)) {
        event.preventDefault();
        rearrange(verb, button.closest("li"), button);
      } else if (verb === "add" && step && step.value && !free.value.trim()) {
        event.preventDefault(); // what is written goes to the house, which knows the words
        add();
      }
    });
    drag(list, settle);
  };

  // one send is one order, however often the button is pressed
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });

  root.classList.add("with-script");
  for (const list of document.querySelectorAll("[data-ranking]")) rank(list);
  for (const form of document.querySelectorAll("[data-composer]")) compose(form);
})();
