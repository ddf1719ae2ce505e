import { byId, setData, setText } from "./elements.mjs";
import { Pulse } from "./pulse.mjs";
import { showAges, showSections } from "./sections.mjs";
import { count, counted, day, dollars, stateWord, timeOfDay } from "./words.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */

/** The emulator sends an event every two seconds at least. */
const silence = 7_000;
const newConnectionAfter = 2_000;

const pulse = new Pulse(byId("pulse"));
/** @type {ConsoleView | undefined} */
let view;
let viewAt = 0;
let heardAt = performance.now();
/** @type {ReadonlyMap<string, string>} */
let statuses = new Map();

setText(byId("address"), location.host);
setText(byId("base"), location.origin);
byId("copy").addEventListener("click", copyCommand);
connect();
setInterval(everySecond, 1_000);

function connect() {
  const events = new EventSource("/_emulator/console/events");
  heardAt = performance.now();
  events.addEventListener("message", ({ data }) => {
    heard();
    show(JSON.parse(data));
  });
  events.addEventListener("beat", heard);
  events.addEventListener("error", () => {
    lost();
    // The browser tries again by itself, unless the response was not from the emulator.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, newConnectionAfter);
  });
  const watch = setInterval(() => {
    if (events.readyState === EventSource.CLOSED) clearInterval(watch);
    else if (performance.now() - heardAt > silence) {
      lost();
      events.close();
      clearInterval(watch);
      connect();
    }
  }, 1_000);
}

function heard() {
  heardAt = performance.now();
  connection("live", "Live");
}

function lost() {
  connection("gone", "Gone, reconnecting");
}

/**
 * @param {"live" | "gone"} state
 * @param {string} words
 */
function connection(state, words) {
  setData(byId("connection"), "state", state);
  setText(byId("connection"), words);
  byId("gone").hidden = state === "live";
  byId("main").classList.toggle("stale", state === "gone");
}

/** @param {ConsoleView} next */
function show(next) {
  view = next;
  viewAt = performance.now();
  showFigures(next);
  showSections(next);
  showWelcome(next);
  tellNews(next);
  pulse.add(next.requests.total);
  showTime();
}

/** @param {ConsoleView} view */
function showFigures({ pods, costPerHour, workers, jobs, requests }) {
  figure("pods", count(pods.running), [
    pods.total === pods.running ? "" : `of ${count(pods.total)}`,
    pods.failed > 0 ? `${count(pods.failed)} failed` : "",
  ]);
  setText(byId("figure-cost"), dollars(costPerHour));
  figure("workers", count(workers.total), [workers.total > 0 ? `${count(workers.running)} busy` : ""]);
  figure("jobs", count(jobs.inProgress), [
    jobs.queued > 0 ? `${count(jobs.queued)} queued` : "",
    jobs.completed > 0 ? `${count(jobs.completed)} done` : "",
    jobs.failed > 0 ? `${count(jobs.failed)} failed` : "",
  ]);
  figure("requests", count(requests.total), []);
  document.title =
    pods.total > 0 ? `${counted(pods.running, "pod")} running – Podwright emulator` : "Podwright emulator";
}

/**
 * @param {string} name
 * @param {string} value
 * @param {readonly string[]} more
 */
function figure(name, value, more) {
  setText(byId(`figure-${name}`), value);
  setText(byId(`figure-${name}-more`), more.filter((text) => text !== "").join(" · "));
}

/** @param {ConsoleView} view */
function showWelcome({ pods, endpoints, requests, usesDefaultKey }) {
  byId("welcome").hidden = pods.total + endpoints.total > 0;
  byId("main").classList.toggle("empty", pods.total + endpoints.total + requests.total === 0);
  const key = usesDefaultKey ? "emulator-key" : "$PODWRIGHT_API_KEY";
  const pod = { name: "hello", image: "nginx", gpu: { id: "NVIDIA L4" } };
  setText(
    byId("command"),
    [
      `curl ${location.origin}/v2/pods`,
      `-H "Authorization: Bearer ${key}"`,
      `-H "Content-Type: application/json"`,
      `-d '${JSON.stringify(pod)}'`,
    ].join(" \\\n  "),
  );
}

/**
 * The text for a screen reader. The first view is no news.
 * @param {ConsoleView} view
 */
function tellNews({ pods }) {
  const changed = pods.shown.filter(({ id, status }) => (statuses.get(id) ?? "") !== status);
  const isFirst = heardBefore === false;
  heardBefore = true;
  statuses = new Map(pods.shown.map(({ id, status }) => [id, status]));
  if (isFirst || changed.length === 0) return;
  const [only] = changed;
  const text =
    only && changed.length === 1 ? `Pod ${only.name}: ${stateWord(only.status)}` : `${changed.length} pods changed`;
  setText(byId("news"), text);
}
let heardBefore = false;

function everySecond() {
  pulse.move();
  showTime();
}

/** The platform's time continues between two views, and stops without a connection. */
function showTime() {
  if (!view || byId("connection").dataset.state !== "live") return;
  const passed = performance.now() - viewAt;
  const now = view.now + passed;
  const spent = view.spent + (view.costPerHour * passed) / 3_600_000;
  setText(byId("figure-cost-more"), spent > 0 ? `${dollars(spent)} so far` : "");
  setText(byId("day"), day(now));
  setText(byId("clock"), `${timeOfDay(now)} UTC`);
  showAges(now);
}

async function copyCommand() {
  const button = byId("copy");
  await navigator.clipboard.writeText(byId("command").textContent ?? "").then(
    () => setText(button, "Copied"),
    () => setText(button, "Select it, then copy"),
  );
  setTimeout(() => setText(button, "Copy"), 2_000);
}
