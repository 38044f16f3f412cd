(() => {
  "use strict";
  const key = "mha-grader.lang";
  const root = document.documentElement;
  const radios = [...document.querySelectorAll('input[name="lang"]')];
  const recalled = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const remember = (lang) => { try { localStorage.setItem(key, lang); } catch { /* not allowed here */ } };
  const follow = () => { root.lang = radios.find((r) => r.checked)?.value ?? root.lang; };
  const wanted = radios.find((r) => r.value === recalled());
  if (wanted) wanted.checked = true;
  follow();
  for (const radio of radios) {
    radio.addEventListener("change", () => { follow(); remember(radio.value); });
  }

  for (const button of document.querySelectorAll("button.copy")) {
    const box = button.parentElement;
    const code = box.querySelector("code");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      try {
        await navigator.clipboard.writeText(code.textContent);
        box.querySelector('[role="status"]').textContent = button.dataset.done;
        button.classList.add("done");
      } catch { /* it is selected: the keyboard copies it */ }
    });
  }

  const reachable = () => {
    for (const box of document.querySelectorAll(".scroll, .matrices, .sides, .side")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  reachable();
  addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true);

  const unfold = () => {
    const fold = document.getElementById(location.hash.slice(1))?.closest("details");
    if (fold) fold.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => { for (const fold of opened) fold.open = false; });
})();
