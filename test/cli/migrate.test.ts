import { expect, test } from "vitest";
import { migrate } from "../../cli/migrate/migrate";
import { migrationPlan } from "../../cli/migrate/plan";
import { table } from "../../cli/migrate/render";
import type { Stack } from "../../cli/stack/stack";
import manifest from "../../package.json";
import { quietContext } from "./support/command-line";

const dynamic = "pulumi-nodejs:dynamic/podwright:Pod";
const plugin = "podwright:index:Pod";
const step = (op: string, type: string, name = "web", diffs?: readonly string[]) => ({
  op,
  type,
  urn: `urn:pulumi:dev::project::${type}::${name}`,
  old: { id: `${name}-id` },
  ...(diffs === undefined ? {} : { diffs }),
});

test("podwright migrate moves only resources that the program declares with the plugin", () => {
  const plan = migrationPlan([
    step("same", "pulumi:pulumi:Stack", "project-dev"),
    step("create", "pulumi:providers:podwright", "default"),
    step("same", plugin, "moved"),
    step("same", dynamic, "left"),
    step("delete", "pulumi:providers:pulumi-nodejs", "default"),
  ]);
  expect(plan).toEqual({
    plugin: [{ name: "moved", kind: "Pod", id: "moved-id" }],
    dynamic: ["left"],
    beyond: [],
  });
});

test.each([
  [[step("create", plugin)], ["web (Pod) would be created"]],
  [[step("delete", dynamic)], ["web (Pod) would be deleted"]],
  [
    [step("create-replacement", plugin), step("replace", plugin), step("delete-replaced", plugin)],
    ["web (Pod) would be replaced"],
  ],
  [[step("update", plugin, "web", ["image", "env"])], ["web (Pod) would be updated: image, env"]],
  [[step("import", plugin)], ['web (Pod) would be subject to "import"']],
  [[step("create", "aws:s3:Bucket", "logs")], ["logs (aws:s3:Bucket) would be created"]],
  [
    [step("update", "aws:rds/instance:Instance", "db", ["instanceClass"])],
    ["db (aws:rds/instance:Instance) would be updated: instanceClass"],
  ],
])("podwright migrate reports each planned change of a resource once: %j", (steps, beyond) => {
  expect(migrationPlan(steps).beyond).toEqual(beyond);
});

test("a preview of podwright migrate ends with the command that moves the resources", () => {
  const moved = [
    { name: "web", kind: "Pod", id: "p1" },
    { name: "answers", kind: "ServerlessEndpoint", id: "e1" },
  ];
  expect(table({ moved, left: ["late"], official: 0, done: false }, "podwright migrate --stack dev", {})).toBe(
    [
      "NAME     KIND                ID",
      "web      Pod                 p1",
      "answers  ServerlessEndpoint  e1",
      "The program still declares these resources as dynamic resources: late.",
      "2 resources can move to the plugin without a change on RunPod: `podwright migrate --stack dev --yes` moves them.",
      "",
    ].join("\n"),
  );
});

test("podwright migrate tells the user how to finish an interrupted update", async () => {
  const ctrlC = new AbortController();
  const resource = { urn: `urn:pulumi:dev::project::${dynamic}::web`, type: dynamic, id: "web-id" };
  const stack = {
    state: async () => ({ version: 3, deployment: { resources: [resource] } }),
    plugins: async () => [manifest.version],
    preview: async () => [step("same", plugin)],
    up: async () => {
      ctrlC.abort(new Error("interrupted"));
      throw new Error("`pulumi up` failed: update canceled");
    },
    commandLine: (command: string) => `${command} --stack dev`,
  } as unknown as Stack;
  const context = quietContext({ signal: ctrlC.signal });
  const steps: string[] = [];

  await expect(migrate(stack, { context, yes: true, onStep: (what) => steps.push(what) })).rejects.toThrow(
    "the update was interrupted: finish it with `pulumi up`, then run `podwright migrate --yes --stack dev` again (`pulumi up` failed: update canceled)",
  );
  expect(steps).toEqual(["previewing the program", "moving the resources"]);
});

test.each([
  ["with another id", { type: plugin, id: "other-id" }],
  ["under another name", { type: plugin, id: "web-id", name: "api" }],
  ["as another kind", { type: "podwright:index:Template", id: "web-id" }],
  ["still as a dynamic resource", { type: dynamic, id: "web-id" }],
])(
  "podwright migrate fails if the state contains the resource %s after the update",
  async (_, { type, id, ...after }) => {
    const resource = (kind: string, name = "web", own = "web-id") => ({
      ...{ urn: `urn:pulumi:dev::project::${kind}::${name}`, type: kind, id: own },
    });
    let resources = [resource(dynamic)];
    const stack = {
      state: async () => ({ version: 3, deployment: { resources } }),
      plugins: async () => [manifest.version],
      preview: async () => [step("same", plugin)],
      up: async () => {
        resources = [resource(type, "name" in after ? after.name : "web", id)];
      },
      commandLine: (command: string) => `${command} --stack dev`,
    } as unknown as Stack;
    const migration = migrate(stack, { context: quietContext(), yes: true, onStep: () => undefined });
    await expect(migration).rejects.toThrow(
      "the plugin does not manage web (Pod, web-id) with the same id: check `pulumi stack export --stack dev`",
    );
  },
);
