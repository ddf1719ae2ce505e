import { element } from "./elements.mjs";

/**
 * A field of a form. With `choices`, the user chooses from a list. `list` is the id of the suggestions for a text field.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {readonly (readonly [value: string, words: string])[]} [choices]
 * @property {string} [list]
 * @property {"number"} [type]
 * @property {string} [value]
 * @property {string} [hint]
 */

/**
 * A form for one path of the control API.
 * @typedef {object} Form
 * @property {string} title
 * @property {string} about
 * @property {string} button
 * @property {string} path
 * @property {readonly Field[]} fields
 * @property {(values: Readonly<Record<string, string>>) => unknown} body
 * @property {readonly { words: string, path: string, body?: unknown, method?: string, question?: string }[]} [more]
 */

const minute = 60_000;
const hour = 60 * minute;

const units = /** @type {const} */ ([
  [String(minute), "minutes"],
  [String(hour), "hours"],
  [String(24 * hour), "days"],
]);

/** Effects of a fault that people use most. The control API has more effects. */
const effects = {
  "no capacity": { noCapacity: true },
  "status 500": { status: 500 },
  "status 503": { status: 503 },
  "connection cut before the work": { dropRequest: true },
  "connection cut after the work": { dropResponse: true },
  "half of the response": { cutResponse: true },
  "no JSON": { malformed: true },
  "five seconds late": { delayMs: 5_000 },
};

/** @type {Readonly<Record<string, Form>>} */
export const forms = {
  clock: {
    title: "Clock",
    about: "Moves the platform's time forward. Every event on the way happens at its own time.",
    button: "Advance",
    path: "/_emulator/clock",
    fields: [
      { name: "count", label: "How long", type: "number", value: "1" },
      { name: "unit", label: "Unit", choices: units },
    ],
    body: ({ count, unit }) => ({ advanceMs: Number(count) * Number(unit) }),
  },
  faults: {
    title: "Faults",
    about: "Makes the next requests of an operation fail.",
    button: "Add the fault",
    path: "/_emulator/faults",
    fields: [
      {
        name: "operation",
        label: "Operation",
        value: "createPod",
        hint: "RunPod's name, such as createPod, or * for all",
      },
      { name: "effect", label: "Effect", choices: Object.keys(effects).map((words) => [words, words]) },
      { name: "times", label: "Number of requests", type: "number", value: "1" },
    ],
    body: ({ operation, effect, times }) => ({
      operation,
      times: Number(times),
      effect: effects[/** @type {keyof typeof effects} */ (effect)],
    }),
    more: [{ words: "Remove all faults", path: "/_emulator/faults", method: "DELETE" }],
  },
  stock: {
    title: "Stock",
    about: "Sets the free GPUs of a type, or the free pods of a CPU flavor. An empty field matches everything.",
    button: "Set the stock",
    path: "/_emulator/stock",
    fields: [
      { name: "hardware", label: "GPU type or CPU flavor", list: "hardware" },
      { name: "dataCenter", label: "Data center", list: "data-centers" },
      { name: "count", label: "Free units", type: "number", value: "0" },
    ],
    body: ({ hardware = "", dataCenter, count }) => ({
      ...(hardware === "" ? {} : { [hardware.startsWith("cpu") ? "cpu" : "gpu"]: hardware }),
      ...(dataCenter ? { dataCenter } : {}),
      count: Number(count),
    }),
  },
  pods: {
    title: "Pod script",
    about: "Sets what happens to the next containers of pods with a matching name.",
    button: "Set the outcome",
    path: "/_emulator/script",
    fields: [
      { name: "name", label: "Name of the pods", value: "*", hint: "* stands for any text" },
      {
        name: "outcome",
        label: "Outcome",
        choices: [
          ["", "runs"],
          ["error", "fails at its start"],
          ["stuck", "never starts"],
          ["exit", "runs and exits at once"],
        ],
      },
      { name: "log", label: "Line in its log" },
    ],
    body: ({ name, outcome, log }) => ({
      pods: { match: { name }, ...(outcome ? { outcome } : {}), ...(log ? { log: [log] } : {}) },
    }),
  },
  jobs: {
    title: "Job script",
    about: "Sets the result of an endpoint's next jobs.",
    button: "Set the result",
    path: "/_emulator/script",
    fields: [
      { name: "endpoint", label: "Endpoint", value: "*", hint: "id, or name with * for any text" },
      { name: "output", label: "Output as JSON", hint: "empty: the job's input" },
      { name: "error", label: "Error", hint: "a text makes the jobs fail" },
      { name: "seconds", label: "Seconds that a job runs", type: "number", value: "1" },
    ],
    body: ({ endpoint, output, error, seconds }) => ({
      jobs: {
        endpoint,
        durationMs: Number(seconds) * 1000,
        ...(output ? { output: JSON.parse(output) } : {}),
        ...(error ? { error } : {}),
      },
    }),
  },
  balance: {
    title: "Account",
    about: "Sets the money that the account has left, in US dollars.",
    button: "Set the balance",
    path: "/_emulator/account",
    fields: [{ name: "balance", label: "Balance", type: "number", value: "100" }],
    body: ({ balance }) => ({ balance: Number(balance) }),
    more: [
      {
        words: "Empty the account",
        path: "/_emulator/reset",
        question: "Delete every item of the emulated account, and all planned faults?",
      },
    ],
  },
};

/**
 * @param {string} form
 * @param {readonly Field[]} descriptions
 */
export function fields(form, descriptions) {
  return descriptions.map(({ name, label, choices, list, type, value, hint }) => {
    const field = document.createElement(choices === undefined ? "input" : "select");
    field.name = name;
    field.id = `${form}-${name}`;
    if (field instanceof HTMLSelectElement)
      field.append(...(choices ?? []).map(([one, words]) => new Option(words, one)));
    else {
      field.type = type ?? "text";
      field.value = value ?? "";
      if (type === "number") Object.assign(field, { min: "0", step: "any", required: true });
      if (list !== undefined) field.setAttribute("list", list);
      if (hint !== undefined) field.placeholder = hint;
    }
    const words = document.createElement("label");
    words.htmlFor = field.id;
    words.textContent = label;
    return element("div", "field", words, field);
  });
}
