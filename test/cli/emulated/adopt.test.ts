import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newPod } from "../../support/account";
import { commandLine } from "../support/command-line";
import { project } from "../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ provision: 0, start: 0, strict: true });
});
afterEach(() => emulator.close());

/** A project whose stack `dev` is empty, and whose stack `prod` holds the pod `web`. */
async function twoStacks() {
  const web = await newPod(emulator, { name: "web" });
  const free = await newPod(emulator, { name: "free" });
  const { cwd, pulumi } = project({ dev: [], prod: [{ kind: "Pod", name: "web", id: web }] });
  const adopt = (...args: string[]) =>
    commandLine(["adopt", ...args, "--cwd", cwd, "--stack", "dev"], {
      env: { ...environmentOf(emulator), PATH: pulumi.path },
    });
  const record = (...resources: readonly object[]) =>
    writeFileSync(join(cwd, "adopted.import.json"), JSON.stringify({ resources }));
  return { cwd, pulumi, adopt, web, free, record };
}

const type = "podwright:index:Pod";
const writing = /^(import|up|config set)\b/m;
const calls = (pulumi: { readonly calls: () => readonly string[] }) => pulumi.calls().join("\n");

test("podwright adopt offers nothing that another stack holds, and says whose it is", async () => {
  const { adopt, web } = await twoStacks();
  const { out } = await adopt("--dry-run");
  expect(out).toContain("free");
  expect(out).toContain("Other stacks manage resources of this account");
  expect(out).toContain("shop/prod: 1 resource");
  for (const word of [web, "web"]) {
    const { exitCode, err } = await adopt("--yes", "--only", word);
    expect([exitCode, err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as web")]);
  }
});

test("podwright adopt --only refuses the logical name of another stack's resource, and shows how to move it", async () => {
  const id = await newPod(emulator, { name: "shop-1a2b3c4" });
  const { cwd, pulumi } = project({ dev: [], prod: [{ kind: "Pod", name: "api", id }] });
  const args = ["adopt", "--dry-run", "--only", "api", "--cwd", cwd, "--stack", "dev"];
  const { exitCode, err } = await commandLine(args, { env: { ...environmentOf(emulator), PATH: pulumi.path } });
  expect([exitCode, err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as api")]);
  expect(err).toContain("`pulumi state move --yes --source organization/shop/prod --dest organization/shop/dev");
});

test("podwright adopt --dry-run writes and imports nothing, also after an interrupted run", async () => {
  const { cwd, adopt, free, record, pulumi } = await twoStacks();
  record({ type, name: "free", id: free });
  const before = readFileSync(join(cwd, "Pulumi.yaml"), "utf8");
  const { exitCode, out } = await adopt("--dry-run");
  expect([exitCode, out]).toEqual([0, expect.stringContaining("The stack can adopt 1 resource.")]);
  expect(readdirSync(cwd).toSorted()).toEqual(["Pulumi.yaml", "adopted.import.json"]);
  expect(readFileSync(join(cwd, "Pulumi.yaml"), "utf8")).toBe(before);
  expect(calls(pulumi)).not.toMatch(writing);
});

test("podwright adopt continues an interrupted run only with resources that the stack may adopt", async () => {
  const { cwd, adopt, free, web, record, pulumi } = await twoStacks();
  const refusals: readonly (readonly [object, string])[] = [
    [{ type, name: "web", id: web }, "the stack shop/prod manages it as web"],
    [{ type, name: "gone", id: "gone" }, "the account has no such resource"],
    [{ type, name: "free", id: free, pluginDownloadUrl: "https://evil.invalid" }, "does not come from podwright adopt"],
    [{ type: "aws:s3:Bucket", name: "free", id: free }, "does not come from podwright adopt"],
    [{ type, name: "$(id)", id: free }, "does not come from podwright adopt"],
  ];
  for (const [resource, reason] of refusals) {
    record(resource);
    const { exitCode, err } = await adopt("--yes");
    expect([exitCode, err]).toEqual([1, expect.stringContaining(reason)]);
  }
  writeFileSync(join(cwd, "adopted.import.json"), "{");
  expect((await adopt("--yes")).err).toContain("does not come from podwright adopt");
  expect(calls(pulumi)).not.toMatch(writing);
});

test("podwright adopt refuses to go on if it cannot read a stack or a folder", async () => {
  const { cwd, adopt, pulumi } = await twoStacks();
  const nowhere = await adopt("--yes", "--also", "/");
  expect([nowhere.exitCode, nowhere.err]).toEqual([1, expect.stringContaining("--also / has no Pulumi project")]);
  pulumi.another("prod", "error: no access");
  const { exitCode, err } = await adopt("--yes");
  expect(exitCode).toBe(1);
  expect(err).toContain("it cannot read prod in");
  expect(err).toContain("Adopt nothing until Podwright can read these stacks");
  expect(calls(pulumi)).not.toMatch(writing);
  expect(existsSync(join(cwd, "adopted.import.json"))).toBe(false);
});

test("podwright adopt names the accounts of the stack that it does not search", async () => {
  const { adopt, pulumi } = await twoStacks();
  const there = "urn:pulumi:dev::shop::pulumi:providers:podwright::there";
  const inputs = { apiKey: "canary-other-key", baseUrl: emulator.url };
  pulumi.another("dev", {
    deployment: { resources: [{ urn: there, type: "pulumi:providers:podwright", id: "u1", custom: true, inputs }] },
  });
  const { out, err } = await adopt("--dry-run");
  expect(out).toMatch(/It did not search:\s+the account of provider there\n/);
  expect(out + err).not.toContain("canary");
});

test("podwright adopt refuses a mistyped folder in --also, although a folder above has a project", async () => {
  const { adopt, cwd } = await twoStacks();
  const { exitCode, err } = await adopt("--yes", "--also", join(cwd, "mistyped"));
  expect([exitCode, err]).toEqual([64, expect.stringContaining("mistyped")]);
});
