import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Route } from "../http";
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
    get("", () => ({ status: 308, headers: { Location: "/_emulator/" } })),
    get("/", () => asset("text/html", page)),
    get("/console/style.css", () => asset("text/css", style)),
    get("/console/icon.svg", () => asset("image/svg+xml", icon)),
    ...scripts.map((name) => get(`/console/${name}`, () => asset("text/javascript", script(name)))),
    get("/console/events", () => ({ status: 200, headers: eventHeaders, events: consoleEvents(platform) })),
  ];
}

function get(path: string, handle: Route["handle"]): Route {
  return { surface: "control", method: "GET", path: `/_emulator${path}`, operation: "control", handle };
}

function asset(type: string, text: string): Answer {
  return { status: 200, headers: { ...headers, "Content-Type": `${type}; charset=utf-8` }, text };
}

/** Plain JavaScript, the same file in the sources and in the build. */
function script(name: (typeof scripts)[number]): string {
  return readFileSync(join(__dirname, "browser", name), "utf8");
}
