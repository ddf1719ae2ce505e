import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sharingAnswers } from "../../cli/stack/shared-answers";
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

/** A report on the stack `dev` of a file backend. Pulumi itself knows another state, so the answers tell who gave them. */
function report(files: Readonly<Record<string, string | Buffer>> = {}, url?: (folder: string) => string) {
  const cwd = temporaryFolder("store");
  for (const [name, content] of Object.entries({ ...usual, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const pulumi = new FakePulumi({ deployment: { resources: [] } });
  pulumi.stacks("dev");
  pulumi.allStacks("organization/shop/dev", "organization/other/prod");
  writeFileSync(join(pulumi.dir, "whoami.json"), JSON.stringify({ url: url?.(cwd) ?? `file://${cwd}` }));
  const context = sharingAnswers(quietContext({ env: { PATH: pulumi.path } }));
  return { cwd, pulumi, context, stack: new Stack({ cwd, stack: "dev" }, context) };
}

test("a report reads state, history, configuration and names of stacks from a file backend", async () => {
  const { stack, pulumi, cwd, context } = report();
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
  expect(pulumi.commands()).toEqual(["whoami --json", "stack ls"]);
});

test("a report reads a compressed state", async () => {
  const { stack, cwd } = report({ [`${state}.gz`]: gzipSync(JSON.stringify(checkpoint)) });
  rmSync(join(cwd, state));
  expect(await stack.state()).toEqual({ version: 3, deployment: latest });
});

test.each<[string, Readonly<Record<string, string | Buffer>>, ((folder: string) => string)?]>([
  ["another backend", {}, () => "s3://states"],
  ["a relative address", {}, () => "file://."],
  ["an address with a query", {}, (folder) => `file://${folder}?prefix=team/`],
  ["the layout without projects", { ".pulumi/meta.yaml": "version: 0\n" }],
  ["two forms of the state", { [`${state}.gz`]: gzipSync(JSON.stringify(checkpoint)) }],
  ["a newer version", { [state]: JSON.stringify({ ...checkpoint, version: 4, features: ["views"] }) }],
  ["an older version", { [state]: JSON.stringify({ latest }) }],
  ["a broken state", { [state]: "{" }],
  ["an empty file of attributes", { [`${state}.attrs`]: "" }],
])("a report asks Pulumi for the state in %s", async (_, files, url) => {
  const { stack, pulumi } = report(files, url);
  expect(await stack.state()).toEqual({ deployment: { resources: [] } });
  expect(pulumi.commands()).toContain("stack export");
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["a key of Podwright", { "Pulumi.dev.yaml": "config:\n  podwright:apiKey: { secure: v1:abc }\n" }],
  ["an imported environment", { "Pulumi.dev.yaml": "environment: [gpu]\n" }],
  ["a configuration in the project", { "Pulumi.yaml": "name: shop\nruntime: yaml\nconfig:\n  podwright:baseUrl: a\n" }],
])("a report asks Pulumi for a configuration with %s", async (_, files) => {
  const { stack, pulumi } = report(files);
  await stack.configuration();
  expect(pulumi.commands()).toContain("config --json");
});

test("a command that shares no answers asks Pulumi for everything", async () => {
  const { cwd, pulumi } = report();
  const stack = new Stack({ cwd, stack: "dev" }, quietContext({ env: { PATH: pulumi.path } }));
  await stack.state();
  await stack.history();
  await stack.configuration();
  expect(pulumi.commands()).toEqual(["stack export", "stack history", "config --json"]);
  expect(readFileSync(join(cwd, state), "utf8")).toBe(JSON.stringify(checkpoint));
});
