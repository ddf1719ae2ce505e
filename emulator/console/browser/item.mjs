import { hashOf } from "./address.mjs";
import { actionsFor, send } from "./controls.mjs";
import { byId, element, part, setText, showList } from "./elements.mjs";
import { rowOf } from "./lists.mjs";
import { followLog } from "./log.mjs";

/** @typedef {import("../item.js").ItemView} ItemView */

/**
 * Shows the page of one item, or hides it.
 * @param {ItemView | null | undefined} item null if the item no longer exists, undefined for another view
 * @param {import("./address.mjs").Address} address
 */
export function showItem(item, address) {
  byId("item").hidden = item === undefined;
  if (item === undefined) return followLog("");
  const back = byId("item-back");
  back.setAttribute("href", hashOf({ view: address.view }));
  setText(back, `← All ${address.view.replace("-", " ")}`);
  byId("item-gone").hidden = item !== null;
  if (item === null) {
    setText(byId("item-gone"), "It does not exist, or it is gone.");
    setText(byId("item-name"), address.id ?? "");
    setText(byId("item-kind"), "");
    for (const id of ["item-row", "item-facts", "item-parts", "item-actions"]) byId(id).replaceChildren();
    return followLog("");
  }
  const { kind, title, row, facts, parts } = item;
  setText(byId("item-name"), row.name);
  setText(byId("item-kind"), title);
  showList(byId("item-row"), [row], rowOf(kind, undefined));
  showList(byId("item-actions"), actionsFor(kind, row), actionButton);
  showList(byId("item-facts"), facts, fact);
  showList(byId("item-parts"), parts, list(row.id));
  followLog(logPath(item, address));
}

/**
 * @param {ItemView} item
 * @param {import("./address.mjs").Address} address
 */
function logPath({ kind, row }, { worker }) {
  const id = encodeURIComponent(row.id);
  if (kind === "pods") return `/_emulator/console/pods/${id}/log`;
  if (worker === undefined) return "";
  return `/_emulator/console/endpoints/${id}/workers/${encodeURIComponent(worker)}/log`;
}

/** @type {import("./elements.mjs").Row<readonly [label: string, value: string]>} */
const fact = {
  key: ([label]) => label,
  create: () => element("div", "fact", element("dt", "label"), element("dd", "value")),
  update(line, [label, value]) {
    setText(part(line, "label"), label);
    setText(part(line, "value"), value);
  },
};

/**
 * @param {string} id id of the item
 * @returns {import("./elements.mjs").Row<ItemView["parts"][number]>}
 */
const list = (id) => ({
  key: ({ kind }) => kind,
  create() {
    const rows = element("ul", "rows scroll");
    rows.setAttribute("role", "list");
    rows.tabIndex = 0;
    return element("div", "part", element("h3", "title"), rows, element("p", "none"));
  },
  update(section, { title, kind, rows }) {
    setText(part(section, "title"), title);
    part(section, "rows").setAttribute("aria-label", title);
    part(section, "rows").hidden = rows.length === 0;
    showList(part(section, "rows"), rows, rowOf(kind, addresses(id)[kind]));
    setText(part(section, "none"), rows.length === 0 ? "None." : "");
  },
});

/**
 * Returns the addresses that the rows of each part open.
 * @param {string} id
 * @returns {Readonly<Partial<Record<string, (row: import("../row.js").Row) => Partial<import("./address.mjs").Address>>>>}
 */
const addresses = (id) => ({
  jobs: (row) => ({ view: "jobs", id: row.id }),
  workers: (row) => ({ view: "endpoints", id, worker: row.id }),
});

/** @type {import("./elements.mjs").Row<import("./controls.mjs").Action>} */
const actionButton = {
  key: ({ words, path }) => `${words} ${path}`,
  create() {
    const button = document.createElement("button");
    button.type = "button";
    return button;
  },
  update(button, { words, path, body, question }) {
    setText(button, words);
    button.onclick = () => {
      if (question === undefined || confirm(question)) void send(path, body);
    };
  },
};
