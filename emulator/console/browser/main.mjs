import { currentAddress, hashOf } from "./address.mjs";
import { showControls } from "./controls.mjs";
import { byId, element, link, part, setText, showList } from "./elements.mjs";
import { forgetNews, showFigures, showWelcome, tellNews } from "./figures.mjs";
import { showItem } from "./item.mjs";
import { listenToKeys } from "./keyboard.mjs";
import { showAges, showLists } from "./lists.mjs";
import { follow, isLive } from "./live.mjs";
import { Pulse } from "./pulse.mjs";
import { count, day, dollars, timeOfDay } from "./words.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */

const pulse = new Pulse(byId("pulse"));
let address = currentAddress();
/** @type {ConsoleView | undefined} */
let view;
let viewAt = 0;

setText(byId("address"), location.host);
setText(byId("base"), location.origin);
byId("copy").addEventListener("click", copyCommand);
addEventListener("hashchange", go);
listenToKeys();
go();
setInterval(everySecond, 1_000);

/** Shows the view that the page's address names. */
function go() {
  const before = address;
  address = currentAddress();
  if (before.view !== address.view || before.id !== address.id) scrollTo(0, 0);
  forgetNews();
  follow(address, show);
}

/** @param {ConsoleView} next */
function show(next) {
  view = next;
  viewAt = performance.now();
  showViews(next);
  showFigures(next);
  showWelcome(next, address.view === "overview");
  showLists(next, address);
  showItem(next.item, address);
  showControls(next.control);
  tellNews(next);
  pulse.add(next.figures.requests);
  showTime();
}

/**
 * Shows links to all views, each with its number of items.
 * @param {ConsoleView} view
 */
function showViews({ totals }) {
  const views = [
    { view: "overview", total: undefined },
    ...Object.entries(totals).map(([name, total]) => ({ view: name, total })),
    { view: "control", total: undefined },
  ];
  showList(byId("views"), views, {
    key: ({ view: name }) => name,
    create: () => element("li", "view", link("open", "#/", "")),
    update(item, { view: name, total }) {
      const open = part(item, "open");
      open.setAttribute("href", hashOf({ view: name }));
      if (name === address.view) open.setAttribute("aria-current", "page");
      else open.removeAttribute("aria-current");
      const words = name === "control" ? "controls" : name.replace("-", " ");
      setText(open, total === undefined ? words : `${words} ${count(total)}`);
    },
  });
}

function everySecond() {
  pulse.move();
  showTime();
}

/** Shows the platform's time. The shown time advances between two views, and stops without a connection. */
function showTime() {
  if (!view || !isLive()) return;
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
    () => setText(button, "Select the command, then copy it"),
  );
  setTimeout(() => setText(button, "Copy"), 2_000);
}
