import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actionlint } from "../../../toolchain/lib/test-tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import { steps } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";

const next = "9.9.0";
let made: string;
let printed: string;

const status = () => execFileSync("git", ["status", "--porcelain"], { cwd: repository }).toString();

beforeAll(() => {
  const before = status();
  made = mkdtempSync(join(tmpdir(), "podwright-released-"));
  const args = ["toolchain/release.mjs", next, "--dry-run", "--out", made];
  printed = execFileSync("node", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  expect(status()).toBe(before);
}, 900_000);
afterAll(() => rmSync(made, { recursive: true }));

test("a dry run makes every file that a release has, and prints the changelog's section", () => {
  const files = readFileSync(join(made, "SHA256SUMS"), "utf8").match(/(?<= {2}).*$/gm);
  expect(files).toEqual([
    `podwright-${next}.cdx.json`,
    `podwright-${next}.tgz`,
    expect.stringMatching(new RegExp(`^pulumi-podwright-${next}.tgz$`)),
    expect.stringMatching(new RegExp(`^pulumi-resource-podwright-v${next}-(linux|darwin)-(amd64|arm64).tar.gz$`)),
    `pulumi-resource-podwright-v${next}.tar.gz`,
    `pulumi_podwright-${next}-py3-none-any.whl`,
  ]);
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: made });
  expect(printed).toContain("### Added");
  const parts = JSON.parse(readFileSync(join(made, `podwright-${next}.cdx.json`), "utf8"));
  expect(parts).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { version: next } } });
  const names = (parts.components as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["undici", "zod"]));
  expect(names).not.toContain("vitest");
});

const golden = join(repository, "test/e2e/state/golden");

test.each(readdirSync(golden).filter((name) => name.endsWith("-plugin")))(
  "state and program of %s preview empty under the next version, and it takes all away",
  async (name) => {
    const account = join(temporaryFolder("account"), "account.json");
    copyFileSync(join(golden, name, "account.json"), account);
    const { emulator, stack } = await emulated({ state: account }, { host: "plugin" });
    const archive = join(made, `pulumi-resource-podwright-v${next}.tar.gz`);
    rmSync(join(stack.dir, "home/plugins"), { recursive: true });
    const install = await stack.pulumi("plugin", "install", "resource", "podwright", next, "--file", archive);
    expect(install.ok, install.text).toBe(true);
    emulator.advance(7 * 24 * 3_600_000);
    const file = join(stack.dir, "state.json");
    writeFileSync(file, readFileSync(join(golden, name, "state.json"), "utf8").replaceAll("{{url}}", emulator.url));
    const imported = await stack.pulumi("stack", "import", "--file", file, "--stack", "test");
    expect(imported.ok, imported.text).toBe(true);
    stack.declare(JSON.parse(readFileSync(join(golden, name, "program.json"), "utf8")));

    const preview = await stack.preview({ expectNoChanges: true });
    expect(preview.ok, preview.text).toBe(true);
    expect(steps(preview)).toEqual({});
    const destroyed = await stack.destroy();

    expect(destroyed.ok, destroyed.text).toBe(true);
    expect(stack.resources()).toEqual([]);
  },
);

test("the workflows pass actionlint", (context) => {
  const folder = join(repository, ".github/workflows");
  const workflows = readdirSync(folder).map((name) => join(folder, name));
  expect(workflows).not.toEqual([]);
  execFileSync(toolOrSkip(actionlint, context), workflows, { stdio: "pipe" });
});
