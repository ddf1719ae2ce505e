import { queryOf } from "./address.mjs";
import { byId, setData, setText } from "./elements.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */

/** The emulator sends an event at least every two seconds. */
const silence = 7_000;
const newConnectionAfter = 2_000;

/** @type {EventSource | undefined} */
let events;
let heardAt = performance.now();
let reconnect = () => {};

/**
 * Shows the views of an address from now on, and stays connected.
 * @param {import("./address.mjs").Address} address
 * @param {(view: ConsoleView) => void} show
 */
export function follow(address, show) {
  events?.close();
  const source = new EventSource(`/_emulator/console/events?${queryOf(address)}`);
  events = source;
  heardAt = performance.now();
  reconnect = () => follow(address, show);
  source.addEventListener("message", ({ data }) => {
    if (source !== events) return;
    heard();
    show(JSON.parse(data));
  });
  source.addEventListener("beat", heard);
  source.addEventListener("error", () => {
    if (source !== events) return;
    lost();
    // Browsers reconnect by themselves, except after a response that did not come from the emulator.
    if (source.readyState === EventSource.CLOSED)
      setTimeout(() => {
        if (source === events) reconnect();
      }, newConnectionAfter);
  });
}

setInterval(() => {
  if (events === undefined || events.readyState === EventSource.CLOSED) return;
  if (performance.now() - heardAt <= silence) return;
  lost();
  reconnect();
}, 1_000);

export function isLive() {
  return byId("connection").dataset.state === "live";
}

function heard() {
  heardAt = performance.now();
  connection("live", "Live");
}

function lost() {
  connection("gone", "Disconnected, reconnecting");
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
