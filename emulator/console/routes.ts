import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Route } from "../http/route";
import type { Platform } from "../platform";
import { consoleEvents, eventHeaders } from "./events";
import { icon, page } from "./page";
import { style } from "./style";

/** Nothing but this origin, and no text ever becomes markup or script. */
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
  // The page of another version on the same port would not understand this one.
  "Cache-Control": "no-store",
} as const;

const scripts = ["main.mjs", "elements.mjs", "sections.mjs", "words.mjs", "pulse.mjs"] as const;

/** The page for people: what there is, live. It reads, and changes nothing. */
export function consoleRoutes(platform: Platform): Route[] {
  return [
    ...readable("/", () => ({ status: 307, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator", () => ({ status: 308, headers: { Location: "/_emulator/" } })),
    ...readable("/_emulator/", () => asset("text/html", page)),
    ...readable("/_emulator/console/style.css", () => asset("text/css", style)),
    ...readable("/_emulator/console/icon.svg", () => asset("image/svg+xml", icon)),
    ...scripts.flatMap((name) => readable(`/_emulator/console/${name}`, () => asset("text/javascript", script(name)))),
    route("GET", "/_emulator/console/events", () => ({
      status: 200,
      headers: eventHeaders,
      events: consoleEvents(platform),
    })),
  ];
}

/** With HEAD, by which monitors and scripts look whether something is there. */
function readable(path: string, handle: Route["handle"]): Route[] {
  return [route("GET", path, handle), route("HEAD", path, handle)];
}

function route(method: Route["method"], path: string, handle: Route["handle"]): Route {
  return { surface: "control", method, path, operation: "control", handle };
}

function asset(type: string, text: string): Answer {
  return { status: 200, headers: { ...headers, "Content-Type": `${type}; charset=utf-8` }, text };
}

/** Plain JavaScript, the same file in the sources and in the build. */
function script(name: (typeof scripts)[number]): string {
  return readFileSync(join(__dirname, "browser", name), "utf8");
}
