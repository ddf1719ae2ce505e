import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, test as anyTest, beforeAll, beforeEach, describe, expect } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/index";
import { chromium } from "../../toolchain/lib/test-tools/tools.mjs";
import { isMissing } from "../e2e/harness/tools";
import { newEndpoint, newPod, send } from "../support/account";
import { freePort } from "../support/free-port";
import { Browser } from "./harness";

const test = anyTest.skipIf(isMissing(chromium));

let browser: Browser;
let emulator: Emulator;
let page: Page;

beforeAll(async () => {
  browser = await Browser.launch();
});
afterAll(() => browser?.close());

beforeEach(() => start());
afterEach(async () => {
  await page?.close();
  await emulator?.close();
  browser.requests.length = 0;
  browser.complaints.length = 0;
});

/** Time stands still unless a test moves it, so the speed of the machine has no effect. */
async function start(options: EmulatorOptions = {}): Promise<void> {
  const now = Date.UTC(2026, 5, 1, 12);
  emulator = await startEmulator({ now: () => now, port: await freePort(), ...options });
  page = await browser.open(`${emulator.url}/_emulator/`);
}

const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

describe("the emulator's console page", () => {
  test("shows each new state of a pod without a reload of the page", async () => {
    const loaded = await page.evaluate("performance.timeOrigin");
    await newPod(emulator, { name: "web" });
    await row("web").getByText("PROVISIONING").waitFor();
    emulator.advance(1000);
    await row("web").getByText("STARTING").waitFor();
    emulator.advance(1000);
    await row("web").getByText("RUNNING").waitFor();
    expect(await page.locator("#figure-pods").textContent()).toBe("1");
    expect(await page.locator("#figure-cost").textContent()).toMatch(/^\$0\.\d+/);
    expect(await page.locator("#news").textContent()).toBe("Pod web: RUNNING");
    emulator.advance(10 * 3_600_000);
    await page.locator("#figure-cost-more", { hasText: /^\$[1-9]\d*\.\d+ so far$/ }).waitFor();
    emulator.changePod(podId("web"), { status: "EXITED" });
    await row("web").getByText("EXITED").waitFor();
    await page.locator("#figure-cost", { hasText: "$0.00" }).waitFor();
    emulator.changePod(podId("web"), { deleted: true });
    await row("web").waitFor({ state: "detached" });
    expect(await page.evaluate("performance.timeOrigin")).toBe(loaded);
  });

  test.each([1360, 900, 700, 360])(
    "keeps the same height for larger numbers if the page is %i pixels wide",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await newPod(emulator, { name: "web" });
      await row("web").waitFor();
      const height = () => page.locator(".figures").evaluate((figures) => figures.getBoundingClientRect().height);
      const before = await height();
      emulator.advance(100_000 * 3_600_000);
      await page.locator("#figure-cost-more", { hasText: /^\$\d+,\d+\.\d+ so far$/ }).waitFor();
      expect(await height()).toBe(before);
    },
  );

  test("shows the state of each worker and job of an endpoint", async () => {
    const id = await newEndpoint(emulator, "embeddings");
    await row("embeddings").getByText("0 queued · 0 running · 0 done").waitFor();
    for (let job = 0; job < 5; job++) await send(emulator, "POST", `/v2/${id}/run`, { input: { prompt: "private" } });
    await row("embeddings").getByText("5 queued").waitFor();
    emulator.advance(10_000);
    await row("embeddings").getByText("0 queued · 0 running · 5 done").waitFor();
    await row("embeddings")
      .getByText(/^\d workers?: \d idle$/)
      .waitFor();
    expect(await page.locator("#list-jobs").getByText("COMPLETED").count()).toBe(5);
    expect(await page.content()).not.toContain("private");
  });

  test("lists the newest request first", async () => {
    await refusedPod();
    await page.locator("#list-requests").getByText("422").waitFor();
    emulator.addFault({ operation: "listPods", effect: { dropRequest: true } });
    await expect(
      fetch(`${emulator.url}/v2/pods`, { headers: { authorization: "Bearer emulator-key" } }),
    ).rejects.toThrow();
    await page.locator("#list-requests li").first().getByText("cut").waitFor();
    await page.locator("#figure-requests", { hasText: "2" }).waitFor();
    expect(await page.locator("#list-requests li").first().innerText()).toContain("listPods");
  });

  test("shows a hostile name as text", async () => {
    const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await newPod(emulator, { name: hostile, image: `"><svg onload=alert(1)>`, env: { TOKEN: "canary-secret" } });
    await newPod(emulator, { name: "javascript:alert(1)" });
    await page.locator("#list-pods .name", { hasText: "<script>" }).waitFor();
    expect(await page.locator("#list-pods .name").last().textContent()).toBe(hostile);
    expect(await page.locator("#main img, #main script").count()).toBe(0);
    expect(await page.title()).not.toContain("owned");
    expect(browser.complaints).toEqual([]);
  });

  test("contains no environment variables and no API key", async () => {
    await page.close();
    await emulator.close();
    await start({ apiKey: "canary-key" });
    const command = await page.locator("#command").textContent();
    expect(command).toContain("Bearer $PODWRIGHT_API_KEY");
    await newPod(emulator, { name: "web", env: { TOKEN: "canary-env" } });
    await row("web").waitFor();
    expect(await page.content()).not.toMatch(/canary/);
    expect(await firstView()).not.toMatch(/canary|TOKEN/);
  });

  test("suggests a first command that works unchanged", async () => {
    await page.getByRole("heading", { name: "Nothing here yet" }).waitFor();
    const command = (await page.locator("#command").textContent()) ?? "";
    const [, url = "", body = ""] = /^curl (\S+)[\s\S]*-d '(.*)'$/.exec(command) ?? [];
    const authorization = /"Authorization: ([^"]+)"/.exec(command)?.[1] ?? "";
    const answer = await fetch(url, { method: "POST", body, headers: { authorization } });
    expect(answer.status).toBe(201);
    await row("hello").waitFor();
    expect(await page.getByRole("heading", { name: "Nothing here yet" }).isVisible()).toBe(false);
  });

  test("shows new resources after the emulator was stopped and started again", async () => {
    await newPod(emulator, { name: "before" });
    await row("before").waitFor();
    expect(browser.complaints).toEqual([]);
    const port = Number(new URL(emulator.url).port);
    await emulator.close();
    await page.locator("#connection", { hasText: "Disconnected, reconnecting" }).waitFor();
    await page.getByText("The emulator does not respond").waitFor();
    expect(await row("before").isVisible()).toBe(true);
    emulator = await startEmulator({ port });
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    await row("before").waitFor({ state: "detached" });
    await newPod(emulator, { name: "after" });
    await row("after").waitFor();
  });

  test("loads files only from the emulator", async () => {
    await newPod(emulator, { name: "web" });
    await row("web").waitFor();
    expect(browser.requests.length).toBeGreaterThan(5);
    expect(new Set(browser.requests.map((url) => new URL(url).origin))).toEqual(new Set([emulator.url]));
    expect(emulator.counts()).toEqual({ createPod: 1 });
    expect(browser.complaints).toEqual([]);
  });

  test("fits a screen that is 360 pixels wide in every view", async () => {
    const views = await populate();
    await row("notebook").waitFor();
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const view of views) {
      await show(page, view);
      expect([view, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([view, 360]);
    }
    expect(await ground()).not.toBe(light);
  });

  test("gives each view a separate address", async () => {
    await populate();
    await page.getByRole("link", { name: /^pods \d/i }).click();
    await page.getByRole("searchbox").fill("NO");
    await page.locator("#list-pods .count", { hasText: "1 of 4 match" }).waitFor();
    expect(await names()).toEqual(["notebook"]);
    await page.reload();
    await page.locator("#list-pods .count", { hasText: "1 of 4 match" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("NO");
    await page.getByRole("searchbox").fill("");
    await page.locator("#list-pods .count", { hasText: "of 4 match" }).waitFor({ state: "hidden" });
    await page.getByLabel("State").selectOption("ERROR");
    await page.locator("#list-pods .count", { hasText: "1 of 4 match" }).waitFor();
    expect(await names()).toEqual(["broken"]);
    await row("broken").getByRole("link").click();
    await page.locator("#log", { hasText: "out of memory" }).waitFor();
    const address = page.url();
    await page.goBack();
    await page.locator("#list-pods .count", { hasText: "1 of 4 match" }).waitFor();
    await page.goto(address);
    await page.locator("#item-name", { hasText: "broken" }).waitFor();
  });

  test("shows the owner, the fields, the log and the requests of a pod", async () => {
    const owner = "acme/shop/prod%2Feu/web/k3j9";
    await newPod(emulator, { name: "web", env: { PODWRIGHT_CREATED_BY: owner, TOKEN: "canary-env" } });
    await newPod(emulator, { name: "other" });
    await send(emulator, "PATCH", `/v2/pods/${podId("web")}`, { name: "renamed" });
    await page.goto(`${emulator.url}/_emulator/#/pods/${podId("renamed")}`);
    await page.getByText("created by shop/prod/eu/web").waitFor();
    await page.locator(".fact", { hasText: "env" }).getByText("2 variables").waitFor();
    const requests = page.locator("#item-parts .requests");
    expect(await requests.locator(".facts").allTextContents()).toEqual(["updatePod", "createPod"]);
    emulator.advance(5_000);
    await page.locator("#log", { hasText: "container is ready" }).waitFor();
    expect(await page.content()).not.toMatch(/canary|TOKEN/);
    emulator.changePod(podId("renamed"), { deleted: true });
    await page.getByText("It does not exist, or it is gone.").waitFor();
  });

  test("shows the log of an endpoint's worker", async () => {
    const id = await newEndpoint(emulator, "embeddings");
    await newEndpoint(emulator, "other");
    await send(emulator, "POST", `/v2/${id}/run`, { input: { n: 1 } });
    emulator.advance(10_000);
    await page.goto(`${emulator.url}/_emulator/#/endpoints/${id}`);
    const requests = page.locator("#item-parts .requests");
    await requests.first().waitFor();
    expect(await requests.locator(".facts").allTextContents()).toEqual(["run", "saveEndpoint"]);
    await page.locator("#item-parts .workers a").first().click();
    await page.locator("#log", { hasText: /\d\d:\d\d:\d\d/ }).waitFor();
  });

  test("lets a user control the emulator's clock, faults, stock and scripts", async () => {
    await page.goto(`${emulator.url}/_emulator/#/control`);
    const control = (title: string) =>
      page.locator("form", { has: page.getByRole("heading", { name: title, exact: true }) });
    const done = async (title: string, button: string) => {
      await control(title).getByRole("button", { name: button }).click();
      await page.locator("#outcome", { hasText: "Done." }).waitFor();
    };
    const before = emulator.now();
    await control("Clock").getByLabel("How long").fill("2");
    await control("Clock").getByLabel("Unit").selectOption("hours");
    await done("Clock", "Advance");
    await expect.poll(() => emulator.now()).toBe(before + 2 * 3_600_000);
    await control("Faults").getByLabel("Effect").selectOption("status 503");
    await done("Faults", "Add the fault");
    await page.locator("#planned", { hasText: 'createPod: {"status":503}, once' }).waitFor();
    await expect(newPod(emulator, { name: "web" })).rejects.toThrow("503");
    await control("Pod script").getByLabel("Outcome").selectOption("error");
    await done("Pod script", "Set the outcome");
    await newPod(emulator, { name: "web" });
    emulator.advance(5_000);
    expect(emulator.state().pods[0]?.status).toBe("ERROR");
    await done("Stock", "Set the stock");
    await expect(newPod(emulator, { name: "late" })).rejects.toThrow("400");
    await page.goto(`${emulator.url}/_emulator/#/pods/${podId("web")}`);
    await page.getByRole("button", { name: "Run it" }).click();
    await expect.poll(() => emulator.state().pods[0]?.status).toBe("RUNNING");
    await page.goto(`${emulator.url}/_emulator/#/control`);
    await control("Job script").getByLabel("Output as JSON").fill("{");
    await control("Job script").getByRole("button", { name: "Set the result" }).click();
    await page.locator("#outcome", { hasText: /JSON/ }).waitFor();
  });

  test("draws a limited number of rows for 300 pods and 1,000 jobs", async () => {
    for (let pod = 0; pod < 300; pod++) await newPod(emulator, { name: `pod-${pod}` });
    const id = await newEndpoint(emulator, "embeddings");
    let last = "";
    for (let job = 0; job < 1_000; job++)
      last = (await send<{ id: string }>(emulator, "POST", `/v2/${id}/run`, { input: { n: job } })).id;
    await page.locator("#list-jobs .count", { hasText: "newest 8 of 1,000" }).waitFor();
    expect(await page.locator("li.row").count()).toBeLessThan(40);
    await page.goto(`${emulator.url}/_emulator/#/pods?search=pod-2`);
    await page.locator("#list-pods .count", { hasText: "111 of 300 match" }).waitFor();
    expect(await page.locator("li.row").count()).toBe(100);
    await page.getByRole("link", { name: "Show 111" }).click();
    await expect.poll(() => page.locator("li.row").count()).toBe(111);
    await page.goto(`${emulator.url}/_emulator/#/jobs?search=${last}`);
    await page.locator("#list-jobs .count", { hasText: "1 of 1,000 match" }).waitFor();
  });

  test("can be used by keyboard alone", async () => {
    for (const name of ["older", "newer"]) await newPod(emulator, { name });
    await row("newer").waitFor();
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focused()).toBe("older");
    await newPod(emulator, { name: "newest" });
    await row("newest").waitFor();
    expect(await focused()).toBe("older");
    await page.keyboard.press("Enter");
    await page.locator("#item-name", { hasText: "older" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("newe");
    await page.locator("#list-pods .count", { hasText: "2 of 3 match" }).waitFor();
  });

  test("breaks no accessibility rule of WCAG in any view", async () => {
    // The rules run as a script in the page, which the page's own policy would refuse.
    const inspector = await Browser.launch({ bypassCSP: true });
    try {
      const inspected = await inspector.open(`${emulator.url}/_emulator/`);
      await inspected.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await inspected.evaluate(readFileSync(join(__dirname, "../../node_modules/axe-core/axe.min.js"), "utf8"));
      expect(await violations(inspected)).toEqual([]);
      const views = await populate();
      for (const view of views) {
        await inspected.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await inspected.setViewportSize({ width: 1360, height: 900 });
        await show(inspected, view);
        expect([view, await violations(inspected)]).toEqual([view, []]);
        await inspected.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
        await inspected.setViewportSize({ width: 360, height: 800 });
        expect([view, await violations(inspected)]).toEqual([view, []]);
      }
    } finally {
      await inspector.close();
    }
  });
});

async function violations(inspected: Page): Promise<string[]> {
  return await inspected.evaluate(async () => {
    interface Result {
      readonly id: string;
      readonly help: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Result[] }> } };
    const result = await axe.run();
    return result.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => `${n.html} ${n.failureSummary}`).join("; ")}`,
    );
  });
}

/** Opens a view of the page without loading the page again. */
async function show(inspected: Page, view: string): Promise<void> {
  await inspected.evaluate(`location.hash = ${JSON.stringify(view)}`);
  await inspected.locator("#lists .panel, #item:not([hidden]), #controls:not([hidden])").first().waitFor();
}

const names = () => page.locator("#lists .name").allTextContents();

/** Fills the account, and returns the address of each kind of view. */
async function populate(): Promise<readonly string[]> {
  emulator.scriptPods({ match: { name: "broken" }, outcome: "error", log: ["out of memory"] });
  for (const name of ["web", "broken", "stopped"]) await newPod(emulator, { name });
  const id = await newEndpoint(emulator, "embeddings");
  emulator.advance(3_000);
  emulator.changePod(podId("stopped"), { status: "EXITED" });
  for (let job = 0; job < 12; job++) await send(emulator, "POST", `/v2/${id}/run`, { input: { n: 1 } });
  emulator.advance(4_500);
  await refusedPod();
  await newPod(emulator, { name: "notebook" });
  return ["#/", "#/pods", `#/pods/${podId("web")}`, `#/endpoints/${id}`, "#/jobs", "#/requests", "#/control"];
}

async function refusedPod(): Promise<void> {
  await expect(send(emulator, "POST", "/v2/pods", {})).rejects.toThrow("422");
}

function podId(name: string): string {
  return emulator.state().pods.find((pod) => pod.name === name)?.id ?? "";
}

/** The bytes that the page loads first, as the network carries them. */
async function firstView(): Promise<string> {
  const abort = new AbortController();
  const { body } = await fetch(`${emulator.url}/_emulator/console/events`, { signal: abort.signal });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array);
    if (/data: .*\n\n/.test(text)) break;
  }
  abort.abort();
  return text;
}
