import { byId, element, part, setData, setText, showList } from "./elements.mjs";
import { age, count, counted, dollars, duration, outOf, stateWord, timeOfDay } from "./words.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */
/** @typedef {ConsoleView["pods"]["shown"][number]} Pod */
/** @typedef {ConsoleView["endpoints"]["shown"][number]} Endpoint */
/** @typedef {ConsoleView["jobs"]["shown"][number]} Job */
/** @typedef {ConsoleView["requests"]["shown"][number]} Request */

/**
 * The four lists.
 * @param {ConsoleView} view
 */
export function showSections({ pods, endpoints, jobs, requests }) {
  section("pods", pods, podRow);
  section("endpoints", endpoints, endpointRow);
  section("jobs", jobs, jobRow);
  section("requests", requests, requestRow);
}

/**
 * @template T
 * @param {string} name
 * @param {{ readonly total: number, readonly shown: readonly T[] }} content
 * @param {import("./elements.mjs").Row<T>} row
 */
function section(name, { total, shown }, row) {
  showList(byId(`${name}-list`), shown, row);
  setText(byId(`${name}-count`), outOf(shown.length, total));
  byId(`${name}-none`).hidden = total > 0;
  byId(`${name}-list`).hidden = total === 0;
}

/**
 * A row of parts by their classes, with a time at its end.
 * @param {string} kind
 * @param {string} parts
 * @param {string} [time]
 */
function newRow(kind, parts, time) {
  const made = element("li", `row ${kind}`, ...parts.split(" ").map((name) => element("span", name)));
  if (time) made.append(element("time", time));
  return made;
}

/** @type {import("./elements.mjs").Row<Pod>} */
const podRow = {
  key: ({ id }) => id,
  create: () => newRow("pod", "name status facts more amount", "age"),
  update(row, { name, status, hardware, dataCenterId, cloud, image, id, costPerHour, since }) {
    setText(part(row, "name"), name);
    showStatus(row, status);
    setText(part(row, "facts"), `${hardware} · ${dataCenterId} · ${cloud.toLowerCase()}`);
    setText(part(row, "more"), `${image} · ${id}`);
    setText(part(row, "amount"), costPerHour > 0 ? `${dollars(costPerHour)} / h` : "no cost");
    setData(row, "costs", String(costPerHour > 0));
    setData(part(row, "age"), "since", since === undefined ? "" : String(since));
  },
};

/** @type {import("./elements.mjs").Row<Endpoint>} */
const endpointRow = {
  key: ({ id }) => id,
  create() {
    const made = newRow("endpoint", "name facts more amount workers");
    part(made, "workers").append(element("span", "marks"), element("span", "tally"));
    return made;
  },
  update(row, endpoint) {
    const { name, type, hardware, id, workers, workersTotal, queued, inProgress, completed, failed, costPerHour } =
      endpoint;
    const kind = type === "LB" ? "load balancing" : "queue";
    setText(part(row, "name"), name);
    setText(
      part(row, "facts"),
      `${hardware} · ${kind} · ${endpoint.workersMin} to ${counted(endpoint.workersMax, "worker")}`,
    );
    setText(part(row, "more"), id);
    const facts = [`${count(queued)} queued`, `${count(inProgress)} running`, `${count(completed)} done`];
    if (failed > 0) facts.push(`${count(failed)} failed`);
    if (costPerHour > 0) facts.push(`${dollars(costPerHour)} / h`);
    setText(part(row, "amount"), facts.join(" · "));
    setData(row, "busy", String(queued > 0));
    showList(part(row, "marks"), workers, workerMark);
    setText(part(row, "tally"), workersText(workers, workersTotal));
  },
};

/** @type {import("./elements.mjs").Row<Endpoint["workers"][number]>} */
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
 * The marks in words.
 * @param {Endpoint["workers"]} workers
 * @param {number} total
 */
function workersText(workers, total) {
  const states = new Map();
  for (const { state } of workers) states.set(state, (states.get(state) ?? 0) + 1);
  const parts = [...states].map(([state, number]) => `${number} ${state}`);
  return total === 0 ? "no workers" : `${counted(total, "worker")}: ${parts.join(", ")}`;
}

/** @type {import("./elements.mjs").Row<Job>} */
const jobRow = {
  key: ({ id }) => id,
  create: () => newRow("job", "name status facts", "age"),
  update(row, { id, endpoint, status, submittedAt, startedAt, finishedAt }) {
    setText(part(row, "name"), endpoint);
    showStatus(row, status);
    const ran = startedAt === undefined || finishedAt === undefined ? "" : ` · ran ${duration(finishedAt - startedAt)}`;
    const waited = startedAt === undefined ? "" : ` · waited ${duration(startedAt - submittedAt)}`;
    setText(part(row, "facts"), `${id}${waited}${ran}`);
    setData(part(row, "age"), "since", String(finishedAt ?? startedAt ?? submittedAt));
  },
};

/** @type {import("./elements.mjs").Row<Request>} */
const requestRow = {
  key: ({ number, at }) => `${number} ${at}`,
  create: () =>
    element(
      "li",
      "row request",
      element("time", "at"),
      element("span", "method"),
      element("span", "path"),
      element("span", "operation"),
      element("span", "code"),
    ),
  update(row, { at, method, path, operation, status }) {
    setText(part(row, "at"), timeOfDay(Date.parse(at)));
    setText(part(row, "method"), method);
    setText(part(row, "path"), path);
    setText(part(row, "operation"), operation);
    setText(part(row, "code"), status === 0 ? "cut" : String(status));
    setData(row, "class", status === 0 ? "5" : (String(status)[0] ?? ""));
  },
};

/**
 * @param {HTMLElement} row
 * @param {string} status
 */
function showStatus(row, status) {
  setText(part(row, "status"), stateWord(status));
  const before = row.dataset.status;
  if (before === status) return;
  setData(row, "status", status);
  if (before !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    row.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 900 });
  }
}

/**
 * Everything that counts time, by the platform's clock.
 * @param {number} now
 */
export function showAges(now) {
  for (const time of document.querySelectorAll("time.age")) {
    const { since = "" } = /** @type {HTMLElement} */ (time).dataset;
    setText(time, since === "" ? "" : age(now - Number(since)));
  }
}
