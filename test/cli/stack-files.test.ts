import { createHash } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { StackLockedError } from "../../cli/stack/failure";
import { Stack } from "../../cli/stack/stack";
import { temporaryFolder } from "../support/temporary-folder";
import { quietContext } from "./support/command-line";
import { FakePulumi } from "./support/fake-pulumi";

const latest = {
  resources: [{ urn: "urn:pulumi:dev::shop::podwright:index:Pod::web", type: "podwright:index:Pod", id: "web1" }],
};
const checkpoint = { version: 3, checkpoint: { stack: "organization/shop/dev", latest } };
const run = {
  kind: "update",
  startTime: 1_780_000_000,
  endTime: 1_780_000_060,
  result: "succeeded",
  resourceChanges: { create: 1 },
};
const state = ".pulumi/stacks/shop/dev.json";
const usual: Readonly<Record<string, string | Buffer>> = {
  "Pulumi.yaml": "name: shop\nruntime: yaml\n",
  "Pulumi.dev.yaml": "encryptionsalt: v1:abc\nconfig:\n  shop:size: 3\n",
  ".pulumi/meta.yaml": "version: 1\n",
  [state]: JSON.stringify(checkpoint),
  ".pulumi/history/shop/dev/dev-1.history.json": JSON.stringify(run),
  ".pulumi/history/shop/dev/dev-2.history.json": JSON.stringify({ ...run, kind: "destroy", result: "in-progress" }),
};

/** The stack `dev` of a file backend. Pulumi itself knows another state, so the answers tell who gave them. */
function project(files: Readonly<Record<string, string | Buffer>> = {}, url?: (folder: string) => string) {
  const cwd = temporaryFolder("store");
  for (const [name, content] of Object.entries({ ...usual, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const pulumi = new FakePulumi({ deployment: { resources: [] } });
  pulumi.stacks("dev");
  pulumi.allStacks("organization/shop/dev", "organization/other/prod");
  const env = { PATH: pulumi.path, PULUMI_BACKEND_URL: url?.(cwd) ?? `file://${cwd}` };
  const context = quietContext({ env });
  return { cwd, pulumi, env, context, stack: new Stack({ cwd, stack: "dev" }, context) };
}

/** Selects a stack as Pulumi does, in its home folder `home` in the project. */
function select(cwd: string, selection: object): { readonly PULUMI_HOME: string } {
  const hash = createHash("sha1").update(join(cwd, "Pulumi.yaml")).digest("hex");
  mkdirSync(join(cwd, "home/workspaces"), { recursive: true });
  writeFileSync(join(cwd, `home/workspaces/shop-${hash}-workspace.json`), JSON.stringify(selection));
  return { PULUMI_HOME: join(cwd, "home") };
}

test("a command reads state, history, configuration and names of stacks from a file backend", async () => {
  const { stack, pulumi, cwd, context } = project({ ".pulumi/stacks/other/prod.json.gz": "", [`${state}.bak`]: "" });
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
  expect(await stack.history()).toEqual([
    { version: 0, kind: "destroy", startTime: "2026-05-28T20:26:40.000Z", result: "in-progress" },
    {
      version: 0,
      kind: "update",
      startTime: "2026-05-28T20:26:40.000Z",
      endTime: "2026-05-28T20:27:40.000Z",
      result: "succeeded",
      resourceChanges: { create: 1 },
    },
  ]);
  expect((await stack.configuration()).get("podwright:apiKey")).toBeUndefined();
  expect(await new Stack({ cwd }, context).names("shop")).toEqual(["dev"]);
  expect(await new Stack({ cwd }, context).names("other")).toEqual(["prod"]);
  expect(pulumi.commands()).toEqual([]);
});

test.each<[string, (cwd: string) => object]>([
  ["of this backend", (cwd) => ({ stacks: { [`file://${cwd}`]: "organization/shop/dev" } })],
  ["of an older Pulumi", () => ({ stack: "dev" })],
])("a command finds the selected stack %s", async (_, selection) => {
  const { cwd, pulumi, env } = project({ ".pulumi/stacks/other/prod.json": JSON.stringify(checkpoint) });
  const stack = new Stack({ cwd }, quietContext({ env: { ...env, ...select(cwd, selection(cwd)) } }));
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
  expect(await stack.fullName()).toBe("organization/shop/dev");
  expect(await stack.siblings()).toEqual([{ name: "dev", current: true }]);
  expect(await stack.allOfBackend()).toEqual([
    { name: "organization/other/prod", current: false },
    { name: "organization/shop/dev", current: true },
  ]);
  expect(pulumi.commands()).toEqual([]);
});

test("a command finds the selected stack of a folder below the project, which the shell calls by another name", async () => {
  const { cwd, pulumi, env } = project();
  mkdirSync(join(cwd, "below"));
  const link = join(temporaryFolder("link"), "shop");
  symlinkSync(cwd, link);
  const home = select(link, { stack: "dev" });
  const PWD = join(link, "below");
  const stack = new Stack({ cwd: join(cwd, "below") }, quietContext({ env: { ...env, ...home, PWD } }));
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
  expect(pulumi.commands()).toEqual([]);
});

test("a command knows without Pulumi that a fresh clone has no selected stack, unless another folder of the project has one", async () => {
  const { cwd, pulumi, env } = project();
  const fresh = quietContext({ env: { ...env, PULUMI_HOME: join(cwd, "fresh") } });
  mkdirSync(join(cwd, "fresh/plugins"), { recursive: true });
  expect(await new Stack({ cwd }, fresh).siblings()).toEqual([{ name: "dev", current: false }]);
  const listed = await new Stack({ cwd }, fresh).allOfBackend();
  expect(listed).toEqual([{ name: "organization/shop/dev", current: false }]);
  expect(pulumi.commands()).toEqual([]);
  mkdirSync(join(cwd, "fresh/workspaces"), { recursive: true });
  writeFileSync(join(cwd, "fresh/workspaces/shopping-1-workspace.json"), "{}");
  await new Stack({ cwd }, fresh).siblings();
  expect(pulumi.commands()).toEqual([]);
  writeFileSync(join(cwd, "fresh/workspaces/shop-of-another-folder-workspace.json"), "{}");
  await new Stack({ cwd }, fresh).siblings();
  expect(pulumi.commands()).toEqual(["stack ls"]);
  // Pulumi never ran with this home, so a script around it may choose another one.
  const unused = quietContext({ env: { ...env, PULUMI_HOME: join(cwd, "unused") } });
  await new Stack({ cwd }, unused).siblings();
  expect(pulumi.commands()).toEqual(["stack ls", "stack ls"]);
});

test("a command finds the backend of the project and of the last log-in", async () => {
  const { cwd, pulumi } = project();
  const home = join(cwd, "home");
  mkdirSync(home);
  writeFileSync(join(home, "credentials.json"), JSON.stringify({ current: `file://${cwd}` }));
  const context = quietContext({ env: { PATH: pulumi.path, PULUMI_HOME: home } });
  expect(await new Stack({ cwd, stack: "dev" }, context).state()).toEqual({ version: 3, deployment: latest });
  writeFileSync(join(home, "credentials.json"), JSON.stringify({ current: "https://api.pulumi.com" }));
  writeFileSync(
    join(cwd, "Pulumi.yaml"),
    JSON.stringify({ name: "shop", runtime: "yaml", backend: { url: `file://${cwd}` } }),
  );
  expect(await new Stack({ cwd, stack: "dev" }, context).state()).toEqual({ version: 3, deployment: latest });
  expect(pulumi.commands()).toEqual([]);
});

test.each<[string, (cwd: string) => object, Readonly<Record<string, string>>?]>([
  ["with two selections of one folder", (cwd) => ({ stack: "old", stacks: { [`file://${cwd}`]: "dev" } })],
  ["selected for another backend only", () => ({ stacks: { "https://api.pulumi.com": "acme/shop/dev" } })],
  ["selected by a name of Pulumi's service", () => ({ stack: "acme/shop/dev" })],
  ["that a variable of Pulumi's flags selects", () => ({ stack: "dev" }), { PULUMI_OPTION_STACK: "dev" }],
])("a command asks Pulumi for the stack %s", async (_, selection, more = {}) => {
  const { cwd, pulumi, env } = project();
  const stack = new Stack({ cwd }, quietContext({ env: { ...env, ...select(cwd, selection(cwd)), ...more } }));
  await stack.state();
  await stack.siblings();
  expect(pulumi.commands()).toEqual(["stack export", "stack ls"]);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["two files of one stack", { [`${state}.gz`]: "" }],
  ["the layout without projects", { ".pulumi/meta.yaml": "version: 0\n" }],
  ["a name that Pulumi would not give", { ".pulumi/stacks/shop/a b.json": "{}" }],
  ["a state in YAML", { ".pulumi/stacks/shop/other.yaml": "{}" }],
  ["an empty file of attributes", { ".pulumi/stacks/shop/other.json.attrs": "" }],
])("a command asks Pulumi for the stacks of a backend with %s", async (_, files) => {
  const { stack, pulumi } = project(files);
  await stack.allOfBackend(undefined, { anyFolder: true });
  expect(pulumi.commands()).toEqual(["stack ls"]);
});

test("a running update locks the stack for a write, and a command still reads the state", async () => {
  const { stack, pulumi } = project({ ".pulumi/locks/organization/shop/dev/1.json": "{}" });
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
  pulumi.fail("stack import", "error: the stack is currently locked by 1 lock(s)");
  await expect(stack.import("{}")).rejects.toThrow(StackLockedError);
  expect(pulumi.commands()).toEqual(["stack import"]);
});

test("a state that Podwright will write again comes from Pulumi", async () => {
  const { stack, pulumi } = project();
  expect(JSON.parse(await stack.export())).toEqual({ deployment: { resources: [] } });
  expect(pulumi.commands()).toEqual(["stack export"]);
});

test("a command reads a compressed state", async () => {
  const { stack, cwd } = project({ [`${state}.gz`]: gzipSync(JSON.stringify(checkpoint)) });
  rmSync(join(cwd, state));
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
});

test.each<[string, Readonly<Record<string, string | Buffer>>, ((folder: string) => string)?]>([
  ["another backend", {}, () => "s3://states"],
  ["a relative address", {}, () => "file://./states"],
  ["an address with a query", {}, (folder) => `file://${folder}?prefix=team/`],
  ["the layout without projects", { ".pulumi/meta.yaml": "version: 0\n" }],
  ["two forms of the state", { [`${state}.gz`]: gzipSync(JSON.stringify(checkpoint)) }],
  ["a newer version", { [state]: JSON.stringify({ ...checkpoint, version: 4, features: ["views"] }) }],
  ["an older version", { [state]: JSON.stringify({ latest }) }],
  ["a broken state", { [state]: "{" }],
  ["an empty file of attributes", { [`${state}.attrs`]: "" }],
])("a command asks Pulumi for the state in %s", async (_, files, url) => {
  const { stack, pulumi } = project(files, url);
  expect(await stack.state()).toEqual({ deployment: { resources: [] } });
  expect(pulumi.commands()).toContain("stack export");
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["a key of Podwright", { "Pulumi.dev.yaml": "config:\n  podwright:apiKey: { secure: v1:abc }\n" }],
  ["an imported environment", { "Pulumi.dev.yaml": "environment: [gpu]\n" }],
  ["a configuration in the project", { "Pulumi.yaml": "name: shop\nruntime: yaml\nconfig:\n  podwright:baseUrl: a\n" }],
])("a command asks Pulumi for a configuration with %s", async (_, files) => {
  const { stack, pulumi } = project(files);
  await stack.configuration();
  expect(pulumi.commands()).toContain("config --json");
});
