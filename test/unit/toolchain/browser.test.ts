import path from "node:path";
import { describe, expect, test } from "vitest";
import { ensureBrowser } from "../../../toolchain/lib/browser/ensure.mjs";
import { downloadFolder, findBrowser } from "../../../toolchain/lib/browser/find.mjs";
import { getBrowser } from "../../../toolchain/lib/browser/get.mjs";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

/** A machine where some programs are a Chromium, and installing may put another one there. */
class BrowserMachine extends FakeMachine {
  readonly chromiums = new Set<string>();
  readonly ran: string[] = [];
  onInstall: (command: string) => void = () => undefined;

  constructor() {
    super();
    this.context.run = async (command, args) => {
      if (args[0] === "--version") return this.chromiums.has(command) ? yes("Chromium 156.0\n") : no("not a browser");
      this.ran.push([path.basename(command), ...args.filter((word) => !word.startsWith("-"))].join(" "));
      this.onInstall(path.basename(command));
      return no("Error: no network");
    };
  }

  /** @returns the program */
  have(name: string, folder = this.bin): string {
    const file = path.join(folder, name);
    executable(file);
    this.chromiums.add(file);
    return file;
  }
}

describe("a browser that the machine has", () => {
  test("on the search path is used, and nothing is installed", async () => {
    const machine = new BrowserMachine();
    const chrome = machine.have("google-chrome");
    expect(await ensureBrowser(machine.context)).toBe(chrome);
    const chromium = machine.have("chromium");
    expect(await ensureBrowser(machine.context)).toBe(chromium);
    expect(machine.ran).toEqual([]);
  });

  test("is passed over when it only says how to install one", async () => {
    const machine = new BrowserMachine();
    executable(path.join(machine.bin, "chromium-browser"));
    expect(await findBrowser(machine.context)).toBeUndefined();
  });

  test("named by the user is used or refused, never passed over", async () => {
    const machine = new BrowserMachine();
    machine.have("chromium");
    machine.context.env = { ...machine.context.env, PODWRIGHT_CHROMIUM: "/opt/mine" };
    await expect(ensureBrowser(machine.context)).rejects.toThrow("PODWRIGHT_CHROMIUM names /opt/mine");
    machine.chromiums.add("/opt/mine");
    expect(await ensureBrowser(machine.context)).toBe("/opt/mine");
  });

  test("may be what an earlier run downloaded", async () => {
    const machine = new BrowserMachine();
    const folder = path.join(downloadFolder(machine.context), "chromium_headless_shell-1", "linux64");
    const shell = machine.have("chrome-headless-shell", folder);
    expect(await findBrowser(machine.context)).toBe(shell);
  });
});

describe("a browser that the machine lacks", () => {
  test("comes as Debian's package where packages may be installed", async () => {
    const machine = new BrowserMachine();
    executable(path.join(machine.bin, "apt-get"));
    machine.onInstall = () => machine.have("chromium");
    const browser = await getBrowser(machine.context, { mayInstallPackages: true });
    expect(browser).toBe(path.join(machine.bin, "chromium"));
    expect(machine.ran).toEqual(["apt-get update", "apt-get DPkg::Lock::Timeout=120 install chromium"]);
  });

  test("comes as playwright's download where they may not", async () => {
    const machine = new BrowserMachine();
    executable(path.join(machine.context.repositoryFolder, "node_modules/playwright-core/cli.js"));
    machine.onInstall = () => machine.have("chrome-headless-shell", path.join(downloadFolder(machine.context), "1"));
    const browser = await getBrowser(machine.context, { mayInstallPackages: false });
    expect(browser).toBe(path.join(downloadFolder(machine.context), "1/chrome-headless-shell"));
    expect(machine.ran).toEqual([expect.stringMatching(/cli\.js install chromium-headless-shell$/)]);
  });

  test("and cannot get is an error that says what was tried and what to do", async () => {
    const machine = new BrowserMachine();
    executable(path.join(machine.bin, "apt-get"));
    executable(path.join(machine.context.repositoryFolder, "node_modules/playwright-core/cli.js"));
    const failure = await getBrowser(machine.context, { mayInstallPackages: true }).catch(String);
    expect(failure).toMatch(/apt-get install chromium: Error: no network/);
    expect(failure).toMatch(/playwright-core install chromium-headless-shell: Error: no network/);
    expect(failure).toMatch(/install Chromium or Chrome, or set PODWRIGHT_CHROMIUM/);
  });
});
