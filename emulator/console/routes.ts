import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiResponse, controlRoutesOf, eventStream, type Handle, type Route } from "../http/route";
import type { Platform } from "../platform/platform";
import { consoleEvents } from "./events";

/** Only this origin, and no text ever becomes markup or script. */
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
  // A cached page of another version on the same port would not understand this version.
  "Cache-Control": "no-store",
} as const;

/** The files of `browser/`, by their media types. Tests and packages need no other list. */
const assets = {
  "style.css": "text/css",
  "icon.svg": "image/svg+xml",
  "main.mjs": "text/javascript",
  "elements.mjs": "text/javascript",
  "sections.mjs": "text/javascript",
  "words.mjs": "text/javascript",
  "pulse.mjs": "text/javascript",
} as const;

/** The page for people, which shows the account live. It changes nothing. */
export function consoleRoutes(platform: Platform): Route[] {
  return controlRoutesOf([
    ...readable("/", () => ({ status: 307, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator", () => ({ status: 308, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator/", () => asset("index.html", "text/html")),
    ...Object.entries(assets).flatMap(([name, type]) =>
      readable(`/_emulator/console/${name}`, () => asset(name, type)),
    ),
    ["GET /_emulator/console/events", () => eventStream(consoleEvents(platform))],
  ]);
}

/** With HEAD, which monitors and scripts use to check that a page exists. */
function readable(path: `/${string}`, handle: Handle) {
  return [
    [`GET ${path}`, handle],
    [`HEAD ${path}`, handle],
  ] as const;
}

/** The same files in the sources and in the build. */
function asset(name: string, type: string): ApiResponse {
  const text = readFileSync(join(__dirname, "browser", name), "utf8");
  return { status: 200, headers: { ...headers, "Content-Type": `${type}; charset=utf-8` }, text };
}
