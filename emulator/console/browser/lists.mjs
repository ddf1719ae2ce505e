import { firstLimit, hashOf } from "./address.mjs";
import { byId, element, link, part, setData, setText, showList } from "./elements.mjs";
import { age, count, counted, dollars, outOf, stateWord } from "./words.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */
/** @typedef {import("../row.js").Row} Item */
/** @typedef {ConsoleView["lists"][number]} List */

/**
 * Shows a panel for each list of the view.
 * @param {ConsoleView} view
 * @param {import("./address.mjs").Address} address
 */
export function showLists({ lists, totals }, address) {
  showList(byId("lists"), lists, panel(address, totals));
}

/**
 * @param {import("./address.mjs").Address} address
 * @param {ConsoleView["totals"]} totals
 * @returns {import("./elements.mjs").Row<List>}
 */
const panel = (address, totals) => ({
  key: ({ kind }) => `${kind} ${address.view === "overview"}`,
  create() {
    const made = element("section", "panel");
    const heading = element("h2", "title");
    heading.append(element("span", "words"), " ", element("small", "count"));
    made.append(heading);
    if (address.view !== "overview") made.append(filters(address));
    const list = element("ul", "rows");
    list.setAttribute("role", "list");
    made.append(list, element("p", "none"), link("more-rows", "#/", ""));
    return made;
  },
  update(section, { kind, title, states, opens, matching, rows }) {
    const isOverview = address.view === "overview";
    section.id = `list-${kind}`;
    section.setAttribute("aria-label", title);
    setText(part(section, "words"), title);
    const total = totals[kind] ?? 0;
    setText(part(section, "count"), outOf(rows.length, matching, total));
    showList(part(section, "rows"), rows, rowOf(kind, opens ? ({ id }) => ({ view: kind, id }) : undefined));
    setText(part(section, "none"), rows.length > 0 ? "" : total > 0 ? "No row matches." : `No ${title.toLowerCase()}.`);
    if (!isOverview) showFilters(section, states, address);
    const more = part(section, "more-rows");
    more.hidden = rows.length >= matching;
    const next = isOverview ? firstLimit : address.limit * 2;
    more.setAttribute("href", hashOf({ ...address, view: kind, limit: next }));
    setText(more, isOverview ? `Show all ${count(matching)}` : `Show ${count(Math.min(next, matching))}`);
  },
});

/**
 * Creates the search field and the choice of a state. Both change the address, so that each filtered list has its own address.
 * @param {import("./address.mjs").Address} address
 */
function filters(address) {
  const search = document.createElement("input");
  search.type = "search";
  search.className = "search";
  search.placeholder = "Search names, ids, places, owners";
  search.setAttribute("aria-label", "Search");
  search.value = address.search;
  const state = document.createElement("select");
  state.className = "states";
  state.setAttribute("aria-label", "State");
  const go = () => {
    const hash = hashOf({ view: address.view, search: search.value, state: state.value });
    history.replaceState(null, "", hash);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  search.addEventListener("input", go);
  state.addEventListener("change", go);
  return element("div", "filters", search, state);
}

/**
 * @param {HTMLElement} section
 * @param {readonly string[]} states
 * @param {import("./address.mjs").Address} address
 */
function showFilters(section, states, address) {
  const search = /** @type {HTMLInputElement} */ (part(section, "search"));
  if (search !== document.activeElement) search.value = address.search;
  const select = /** @type {HTMLSelectElement} */ (part(section, "states"));
  select.hidden = states.length === 0;
  if (select.options.length === 0)
    select.append(new Option("All states", ""), ...states.map((state) => new Option(stateWord(state), state)));
  select.value = address.state;
}

/**
 * Returns the rows of a kind. A row that opens an item is a link, so that keyboards and screen readers can use it.
 * @param {string} kind
 * @param {((item: Item) => Partial<import("./address.mjs").Address>) | undefined} addressOf
 * @returns {import("./elements.mjs").Row<Item>}
 */
export const rowOf = (kind, addressOf) => ({
  key: ({ id }) => id,
  create() {
    const name = addressOf ? link("name", "#/", "") : element("span", "name");
    const parts = ["status", "facts", "more", "owner", "amount"].map((one) => element("span", one));
    const workers = element("span", "workers", element("span", "marks"), element("span", "tally"));
    return element("li", `row ${kind}`, name, ...parts, element("time", "age"), workers);
  },
  update(row, item) {
    const { name, status, facts, more, owner, costPerHour, since, workers, workersTotal } = item;
    const title = part(row, "name");
    setText(title, name);
    if (addressOf) title.setAttribute("href", hashOf(addressOf(item)));
    showStatus(row, status);
    setText(part(row, "facts"), facts);
    setText(part(row, "more"), more);
    setText(part(row, "owner"), owner === undefined ? "" : `created by ${owner}`);
    setText(
      part(row, "amount"),
      costPerHour === undefined ? "" : costPerHour > 0 ? `${dollars(costPerHour)} / h` : "no cost",
    );
    setData(row, "costs", String((costPerHour ?? 0) > 0));
    setData(part(row, "age"), "since", since === undefined ? "" : String(since));
    showList(part(row, "marks"), workers ?? [], workerMark);
    setText(part(row, "tally"), workers === undefined ? "" : workersText(workers, workersTotal ?? 0));
  },
});

/** @type {import("./elements.mjs").Row<NonNullable<Item["workers"]>[number]>} */
const workerMark = {
  key: ({ id }) => id,
  create: () => {
    const mark = element("i", "worker");
    mark.setAttribute("aria-hidden", "true");
    return mark;
  },
  update(mark, { id, state }) {
    setData(mark, "state", state);
    mark.title = `worker ${id}: ${state}`;
  },
};

/**
 * Describes the marks in words.
 * @param {NonNullable<Item["workers"]>} workers
 * @param {number} total
 */
function workersText(workers, total) {
  const states = new Map();
  for (const { state } of workers) states.set(state, (states.get(state) ?? 0) + 1);
  const parts = [...states].map(([state, number]) => `${number} ${state}`);
  return total === 0 ? "no workers" : `${counted(total, "worker")}: ${parts.join(", ")}`;
}

/**
 * @param {HTMLElement} row
 * @param {string | undefined} status
 */
function showStatus(row, status = "") {
  setText(part(row, "status"), stateWord(status));
  const before = row.dataset.status;
  if (before === status) return;
  setData(row, "status", status);
  setData(row, "class", /^\d/.test(status) ? (status[0] ?? "") : status === "cut" ? "5" : "");
  if (before !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    row.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 900 });
  }
}

/**
 * Updates the ages of all rows to the platform's time.
 * @param {number} now
 */
export function showAges(now) {
  for (const time of document.querySelectorAll("time.age")) {
    const { since = "" } = /** @type {HTMLElement} */ (time).dataset;
    setText(time, since === "" ? "" : age(now - Number(since)));
  }
}
