import { byId } from "./elements.mjs";

/** Largest number of lines that the page keeps. */
const most = 500;

/** @type {EventSource | undefined} */
let events;
let shown = "";

/**
 * Follows the log at a path. An empty path stops this. A repeated call with the same path has no effect.
 * @param {string} path
 */
export function followLog(path) {
  if (path === shown) return;
  shown = path;
  events?.close();
  byId("log").replaceChildren();
  byId("item-log").hidden = path === "";
  if (path === "") return;
  const source = new EventSource(path);
  events = source;
  source.addEventListener("message", ({ data }) => {
    if (source !== events) return;
    const { ts, source: from, line } = JSON.parse(data);
    append(`${String(ts).slice(11, 19)} ${from === "system" ? "· " : ""}${line}\n`);
  });
  // The stream ends when its container is gone. A new connection would get the same lines again.
  source.addEventListener("error", () => source.close());
}

/** @param {string} text */
function append(text) {
  const log = byId("log");
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 24;
  log.append(text);
  while (log.childNodes.length > most) log.firstChild?.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}
