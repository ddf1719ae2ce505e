import { byId, element, setText, showList } from "./elements.mjs";
import { fields, forms } from "./forms.mjs";

/** @typedef {NonNullable<import("../view.js").ConsoleView["control"]>} Control */

/**
 * A change that a button makes.
 * @typedef {object} Action
 * @property {string} words
 * @property {string} path path in the control API
 * @property {unknown} body
 * @property {string} [question] question that the user must confirm first
 */

const token = document.querySelector('meta[name="page-token"]')?.getAttribute("content") ?? "";

/**
 * Sends a change to the control API, and shows its outcome on the page.
 * @param {string} path
 * @param {unknown} body
 * @param {string} [method]
 */
export async function send(path, body, method = "POST") {
  const headers = { "x-emulator-page": token, "content-type": "application/json" };
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  try {
    const response = await fetch(path, request);
    const { error } = response.ok ? {} : await response.json();
    say(response.ok ? "Done." : `The emulator refused: ${error}`);
  } catch {
    say("The emulator does not respond.");
  }
}

/** @param {string} text */
function say(text) {
  const outcome = byId("outcome");
  setText(outcome, text);
  outcome.hidden = false;
}

/**
 * Returns the changes that another person or RunPod could make to an item.
 * @param {string} kind
 * @param {import("../row.js").Row} row
 * @returns {Action[]}
 */
export function actionsFor(kind, { id, name, status }) {
  if (!changeable.has(kind)) return [];
  const path = `/_emulator/${kind}/${encodeURIComponent(id)}`;
  const to = kind === "pods" ? podStates.filter(({ state }) => state !== status) : [];
  return [
    ...to.map(({ words, state }) => ({ words, path, body: { status: state } })),
    { words: "Delete it", path, body: { deleted: true }, question: `Delete ${name}, as another person could?` },
  ];
}

const changeable = new Set(["pods", "endpoints", "templates", "network-volumes", "registries", "secrets"]);
const podStates = [
  { words: "Run it", state: "RUNNING" },
  { words: "Stop it", state: "EXITED" },
  { words: "Let it fail", state: "ERROR" },
];

/** @param {Control | undefined} control */
export function showControls(control) {
  const section = byId("controls");
  section.hidden = control === undefined;
  if (control === undefined) return;
  if (section.childElementCount === 0)
    section.append(...Object.entries(forms).map(([id, form]) => formElement(id, form)));
  offer("hardware", control.hardware);
  offer("data-centers", control.dataCenters);
  showList(byId("planned"), control.faults, {
    key: ({ text, times }) => `${text} ${times}`,
    create: () => element("li", "planned"),
    update: (line, { text, times }) => setText(line, `${text}, ${times === 1 ? "once" : `${times} times`}`),
  });
}

/**
 * Sets the names that a field suggests.
 * @param {string} id
 * @param {readonly string[]} names
 */
function offer(id, names) {
  const list = byId(id);
  if (list.childElementCount !== names.length) list.replaceChildren(...names.map((name) => new Option(name, name)));
}

/**
 * @param {string} id
 * @param {import("./forms.mjs").Form} form
 */
function formElement(id, form) {
  const made = document.createElement("form");
  made.className = "panel control";
  made.id = id;
  const title = element("h2", "title");
  title.textContent = form.title;
  const about = element("p", "about");
  about.textContent = form.about;
  const button = document.createElement("button");
  button.textContent = form.button;
  made.append(title, about, ...fields(id, form.fields), button);
  for (const { words, path, body, method, question } of form.more ?? []) {
    const other = document.createElement("button");
    other.type = "button";
    other.textContent = words;
    other.addEventListener("click", () => {
      if (question === undefined || confirm(question)) void send(path, body, method);
    });
    made.append(other);
  }
  if (id === "faults") {
    const planned = element("ul", "plans");
    planned.id = "planned";
    planned.setAttribute("aria-label", "Planned faults");
    made.append(planned);
  }
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    let body;
    try {
      body = form.body(Object.fromEntries([...new FormData(made)].map(([name, value]) => [name, String(value)])));
    } catch (error) {
      return say(error instanceof Error ? error.message : String(error));
    }
    void send(form.path, body);
  });
  return made;
}
