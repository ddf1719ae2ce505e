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

/** Time stands still unless a test moves it: what a test sees does not depend on how fast the machine is. */
async function start(options: EmulatorOptions = {}): Promise<void> {
  const now = Date.UTC(2026, 5, 1, 12);
  emulator = await startEmulator({ now: () => now, port: await freePort(), ...options });
  page = await browser.open(`${emulator.url}/_emulator/`);
}

const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

describe("the console page", () => {
  test("shows a pod that the API creates, and each state it reaches, without being loaded again", async () => {
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
    await page.getByText("No pods.").waitFor();
    expect(await page.evaluate("performance.timeOrigin")).toBe(loaded);
  });

  test.each([1360, 900, 700, 360])("keeps its place on a page %i wide while its figures grow", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await newPod(emulator, { name: "web" });
    await row("web").waitFor();
    const height = () => page.locator(".figures").evaluate((figures) => figures.getBoundingClientRect().height);
    const before = await height();
    emulator.advance(100_000 * 3_600_000);
    await page.locator("#figure-cost-more", { hasText: /^\$\d+,\d+\.\d+ so far$/ }).waitFor();
    expect(await height()).toBe(before);
  });

  test("shows an endpoint's queue, its workers by their state, and each job's state", async () => {
    const id = await newEndpoint(emulator, "embeddings");
    await row("embeddings").getByText("0 queued · 0 running · 0 done").waitFor();
    for (let job = 0; job < 5; job++) await send(emulator, "POST", `/v2/${id}/run`, { input: { prompt: "private" } });
    await row("embeddings").getByText("5 queued").waitFor();
    emulator.advance(10_000);
    await row("embeddings").getByText("0 queued · 0 running · 5 done").waitFor();
    await row("embeddings")
      .getByText(/^\d workers?: \d idle$/)
      .waitFor();
    expect(await page.locator("#jobs-list").getByText("COMPLETED").count()).toBe(5);
    expect(await page.content()).not.toContain("private");
  });

  test("lists requests as they come, newest first, with their results", async () => {
    await page.getByText("No requests since the start").waitFor({ state: "attached" });
    await refusedPod();
    await page.locator("#requests-list").getByText("422").waitFor();
    emulator.addFault({ operation: "listPods", effect: { dropRequest: true } });
    await expect(
      fetch(`${emulator.url}/v2/pods`, { headers: { authorization: "Bearer emulator-key" } }),
    ).rejects.toThrow();
    await page.locator("#requests-list li").first().getByText("cut").waitFor();
    await page.locator("#figure-requests", { hasText: "2" }).waitFor();
    expect(await page.locator("#requests-list li").first().innerText()).toContain("listPods");
  });

  test("shows hostile names as text, and executes none of them", async () => {
    const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await newPod(emulator, { name: hostile, image: `"><svg onload=alert(1)>`, env: { TOKEN: "canary-secret" } });
    await newPod(emulator, { name: "javascript:alert(1)" });
    await page.locator("#pods-list .name", { hasText: "<script>" }).waitFor();
    expect(await page.locator("#pods-list .name").last().textContent()).toBe(hostile);
    expect(await page.locator("#main img, #main script").count()).toBe(0);
    expect(await page.title()).not.toContain("owned");
    expect(browser.complaints).toEqual([]);
  });

  test("shows and receives no environment, no key and nothing of a job's content", async () => {
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

  test("suggests a first command while the account is empty, and the command works unchanged", async () => {
    await page.getByRole("heading", { name: "Nothing here yet" }).waitFor();
    const command = (await page.locator("#command").textContent()) ?? "";
    const [, url = "", body = ""] = /^curl (\S+)[\s\S]*-d '(.*)'$/.exec(command) ?? [];
    const authorization = /"Authorization: ([^"]+)"/.exec(command)?.[1] ?? "";
    const answer = await fetch(url, { method: "POST", body, headers: { authorization } });
    expect(answer.status).toBe(201);
    await row("hello").waitFor();
    expect(await page.getByRole("heading", { name: "Nothing here yet" }).isVisible()).toBe(false);
  });

  test("says when the emulator is gone, and goes on by itself when it is back", async () => {
    await newPod(emulator, { name: "before" });
    await row("before").waitFor();
    expect(browser.complaints).toEqual([]);
    const port = Number(new URL(emulator.url).port);
    await emulator.close();
    await page.locator("#connection", { hasText: "Gone, reconnecting" }).waitFor();
    await page.getByText("The emulator does not respond").waitFor();
    expect(await row("before").isVisible()).toBe(true);
    emulator = await startEmulator({ port });
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    await page.getByText("No pods.").waitFor({ state: "attached" });
    await newPod(emulator, { name: "after" });
    await row("after").waitFor();
  });

  test("loads from the emulator alone and stays out of its journal", async () => {
    await newPod(emulator, { name: "web" });
    await row("web").waitFor();
    expect(browser.requests.length).toBeGreaterThan(5);
    expect(new Set(browser.requests.map((url) => new URL(url).origin))).toEqual(new Set([emulator.url]));
    expect(emulator.counts()).toEqual({ createPod: 1 });
    expect(browser.complaints).toEqual([]);
  });

  test("fits 400 pixels, and follows the system's colour scheme", async () => {
    await populate();
    await row("notebook").waitFor();
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.setViewportSize({ width: 400, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
    expect(await ground()).not.toBe(light);
  });

  test("keeps the keyboard's place in a list while the list changes", async () => {
    await newPod(emulator, { name: "web" });
    await row("web").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the pods");
    await page.locator("#requests-list").focus();
    await newPod(emulator, { name: "other" });
    await row("other").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("requests-list");
  });
});

describe("the console page for people without sight or with low vision", () => {
  test("breaks no WCAG rule, empty or full, light or dark, wide or narrow", async () => {
    // The rules run as a script in the page, which its own policy would refuse.
    const inspector = await Browser.launch({ bypassCSP: true });
    try {
      const inspected = await inspector.open(`${emulator.url}/_emulator/`);
      await inspected.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await inspected.evaluate(readFileSync(join(__dirname, "../../node_modules/axe-core/axe.min.js"), "utf8"));
      expect(await violations(inspected)).toEqual([]);
      await populate();
      await inspected.getByText("notebook").first().waitFor();
      expect(await violations(inspected)).toEqual([]);
      await inspected.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await inspected.setViewportSize({ width: 400, height: 800 });
      expect(await violations(inspected)).toEqual([]);
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

async function populate(): Promise<void> {
  emulator.scriptPods({ match: { name: "broken" }, outcome: "error" });
  for (const name of ["web", "broken", "stopped"]) await newPod(emulator, { name });
  const id = await newEndpoint(emulator, "embeddings");
  emulator.advance(3_000);
  emulator.changePod(podId("stopped"), { status: "EXITED" });
  for (let job = 0; job < 12; job++) await send(emulator, "POST", `/v2/${id}/run`, { input: { n: 1 } });
  emulator.advance(4_500);
  await refusedPod();
  await newPod(emulator, { name: "notebook" });
}

async function refusedPod(): Promise<void> {
  await expect(send(emulator, "POST", "/v2/pods", {})).rejects.toThrow("422");
}

function podId(name: string): string {
  return emulator.state().pods.find((pod) => pod.name === name)?.id ?? "";
}

/** What the page is sent first, as it comes over the wire. */
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
