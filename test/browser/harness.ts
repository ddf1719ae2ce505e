import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { chromium as tool } from "../../toolchain/lib/test-tools/tools.mjs";
import { requireTool } from "../e2e/harness/tools";

const quiet = [
  // Root may not use the sandbox, and the page under test is our own.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Chromium cannot reach its maker's servers.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** A headless Chromium with its own profile, and all requests and complaints of its pages. */
export class Browser {
  readonly requests: string[] = [];
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    private readonly profile: string,
  ) {
    context.on("request", (request) => this.requests.push(request.url()));
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
    });
    context.on("weberror", (error) => this.complaints.push(String(error.error())));
  }

  static async launch(options: { bypassCSP?: boolean } = {}): Promise<Browser> {
    const executablePath = requireTool(tool);
    const profile = mkdtempSync(join(tmpdir(), "podwright-browser-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: quiet,
      viewport: { width: 1360, height: 900 },
      ...options,
    });
    return new Browser(context, profile);
  }

  async open(url: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(url);
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, { recursive: true, force: true });
  }
}
