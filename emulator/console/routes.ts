import { logResponse } from "../areas/logs/events";
import { podLog, workerLog } from "../areas/logs/logged";
import { type ApiResponse, controlRoutesOf, eventStream, type Handle, ok, type Route } from "../http/route";
import type { Platform } from "../platform/platform";
import { consoleAddress } from "./address";
import { consoleEvents } from "./events";
import { readPageFile } from "./files";
import { viewOf } from "./view";

/** The browser loads all parts of the page only from this origin, and never treats a text as markup or script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const headers = {
  "Content-Security-Policy": policy,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  // Forbids caching, because another emulator version on the same port may serve other files.
  "Cache-Control": "no-store",
} as const;

/** Files in `browser/` with their media types. Tests and packages use this list too. */
const assets = {
  "style.css": "text/css",
  "icon.svg": "image/svg+xml",
  "main.mjs": "text/javascript",
  "address.mjs": "text/javascript",
  "controls.mjs": "text/javascript",
  "elements.mjs": "text/javascript",
  "figures.mjs": "text/javascript",
  "forms.mjs": "text/javascript",
  "item.mjs": "text/javascript",
  "keyboard.mjs": "text/javascript",
  "lists.mjs": "text/javascript",
  "live.mjs": "text/javascript",
  "log.mjs": "text/javascript",
  "pulse.mjs": "text/javascript",
  "words.mjs": "text/javascript",
} as const;

/** Routes of the console, a page that shows the account live. The controls of the page use the control API. */
export function consoleRoutes(platform: Platform): Route[] {
  return controlRoutesOf([
    ...readable("/", () => ({ status: 307, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator", () => ({ status: 308, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator/", () => page(platform)),
    ...Object.entries(assets).flatMap(([name, type]) =>
      readable(`/_emulator/console/${name}`, () => asset(name, type)),
    ),
    ["GET /_emulator/console/events", ({ query }) => eventStream(consoleEvents(platform, consoleAddress(query)))],
    ["GET /_emulator/console/view", ({ query }) => ok(viewOf(platform, consoleAddress(query)))],
    ["GET /_emulator/console/pods/:id/log", (call) => logResponse(platform, call, podLog)],
    ["GET /_emulator/console/endpoints/:id/workers/:workerId/log", (call) => logResponse(platform, call, workerLog)],
  ]);
}

function page({ pageToken }: Platform): ApiResponse {
  const response = asset("index.html", "text/html");
  return { ...response, text: response.text?.replace("{{page-token}}", pageToken) };
}

/** Returns a route for GET and a route for HEAD. Monitors and scripts use HEAD to check that a page exists. */
function readable(path: `/${string}`, handle: Handle) {
  return [
    [`GET ${path}`, handle],
    [`HEAD ${path}`, handle],
  ] as const;
}

function asset(name: string, type: string) {
  const text = readPageFile(name);
  return { status: 200, headers: { ...headers, "Content-Type": `${type}; charset=utf-8` }, text };
}
