(() => {
  "use strict";
  const table = document.querySelector("table.class");
  const form = document.querySelector("form.filters");
  if (!table || !form) return;
  const body = table.tBodies[0];
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = [...body.rows].map((tr, n) => {
    const bug = tr.dataset.g ?? "";
    return {
      tr, n, bug,
      text: fold(`${tr.cells[0].textContent} ${tr.cells[1].textContent}`),
      tags: new Set(tr.dataset.t.split(" ")),
      checks: new Set(tr.cells[5].className === "ids" ? tr.cells[5].textContent.split(/[ ,]+/) : []),
      mistakes: new Set(bug.split("|")[0].split("+")),
    };
  });
  /* A browser lays out a hundred rows at once, and two thousand not: the rest comes when asked for. */
  const FIRST = 100;
  let most = FIRST;
  const more = document.querySelector(".more-rows");
  const fields = ["q", "outcome", "check", "mistake"];
  const shown = document.querySelector(".shown");
  const nobody = document.querySelector(".nobody");
  for (const element of document.querySelectorAll(".scripted")) element.hidden = false;

  /* The columns' titles become buttons. */
  const heads = [...table.tHead.rows[0].cells];
  const order = Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  let sorted = "", current = rows;
  const key = {
    text: (row, n) => row.tr.cells[n].textContent,
    number: (row, n) => { const v = parseFloat(row.tr.cells[n].textContent); return isNaN(v) ? null : v; },
  };
  const sort = (wanted) => {
    sorted = wanted;
    const n = Math.abs(parseInt(wanted, 10)) - 1, down = wanted.startsWith("-");
    heads.forEach((head, at) => {
      if (wanted && at === n) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    let found = rows.map((row) => [row, null]);
    if (wanted && heads[n]) {
      const kind = heads[n].dataset.sort, sign = down ? -1 : 1;
      const compare = kind === "text" ? order.compare : (a, b) => a - b;
      const none = (value) => value === null || value === "";
      found = rows.map((row) => [row, key[kind](row, n)]);
      /* Who has no value comes last, whichever way round. */
      found.sort(([a, x], [b, y]) => none(x) - none(y) || (none(x) ? 0 : sign * compare(x, y)) || a.n - b.n);
    }
    current = found.map(([row]) => row);
  };
  heads.forEach((head, n) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = String(n + 1);
      /* Numbers are looked at from the top, words from A. */
      const first = head.dataset.sort === "number" ? `-${now}` : now;
      const second = head.dataset.sort === "number" ? now : `-${now}`;
      sort(sorted === first ? second : first);
      filter();
      keep();
    });
  });

  const filter = () => {
    const [q, outcome, check, mistake] = fields.map((name) => form.elements[name]?.value ?? "");
    const words = fold(q).split(/\s+/).filter(Boolean);
    const found = current.filter((row) => words.every((word) => row.text.includes(word))
      && (!outcome || row.tags.has(outcome)) && (!check || row.checks.has(check))
      && (!mistake || row.bug === mistake || row.mistakes.has(mistake)));
    const count = found.length;
    body.replaceChildren(...found.slice(0, most).map((row) => row.tr));
    shown.textContent = String(count);
    nobody.hidden = count > 0;
    more.hidden = count <= most;
    for (const number of more.querySelectorAll("b")) number.textContent = String(count);
  };
  more.addEventListener("click", () => {
    most = Infinity;
    filter();
    body.rows[FIRST]?.querySelector("a")?.focus();
  });
  addEventListener("beforeprint", () => { most = Infinity; filter(); });

  /* The address keeps the state, so that it can be sent to somebody and be gone back to. */
  const keep = () => {
    const state = new URLSearchParams();
    for (const name of fields) if (form.elements[name]?.value) state.set(name, form.elements[name].value);
    if (sorted) state.set("sort", sorted);
    history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
  };
  const recall = () => {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) return false;
    const state = new URLSearchParams(hash);
    for (const name of fields) {
      const field = form.elements[name];
      if (!field) continue;
      field.value = state.get(name) ?? "";
      if (field.selectedIndex === -1) field.value = "";
    }
    const wanted = state.get("sort") ?? "";
    const known = /^-?[1-9]$/.test(wanted) && heads[Math.abs(wanted) - 1] ? wanted : "";
    if (known !== sorted) sort(known);
    most = FIRST;
    filter();
    return Boolean(hash);
  };
  form.addEventListener("input", () => { most = FIRST; filter(); keep(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { setTimeout(() => { most = FIRST; sort(""); filter(); keep(); }); });
  addEventListener("hashchange", () => {
    if (!recall()) return;
    const students = document.getElementById("students");
    students.scrollIntoView();
    students.focus({ preventScroll: true });
  });

  const follow = () => {
    const lang = document.documentElement.lang;
    for (const option of form.querySelectorAll("option[data-en]")) option.textContent = option.dataset[lang] ?? option.dataset.en;
  };
  for (const radio of document.querySelectorAll('input[name="lang"]')) radio.addEventListener("change", follow);
  follow();
  recall();
  table.classList.add("ready");
})();
