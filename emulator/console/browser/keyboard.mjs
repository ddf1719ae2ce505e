import { currentAddress, hashOf } from "./address.mjs";

/** Keys that work everywhere except in fields. A key with a modifier belongs to the browser. */
const actions = {
  "/": () => focus(document.querySelector("input.search")),
  j: () => moveBy(1),
  k: () => moveBy(-1),
};

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return goBack();
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const action = actions[/** @type {keyof typeof actions} */ (event.key)];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Goes from an item to its list, and from a list to the overview. */
function goBack() {
  const { view, id } = currentAddress();
  if (document.activeElement instanceof HTMLInputElement) return document.activeElement.blur();
  location.hash = hashOf(id === undefined ? {} : { view });
}

/** @param {number} step */
function moveBy(step) {
  const rows = [...document.querySelectorAll("a.name")];
  const current = document.activeElement === null ? -1 : rows.indexOf(document.activeElement);
  focus(
    rows[current === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))],
  );
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}
