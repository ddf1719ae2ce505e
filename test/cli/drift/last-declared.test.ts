import { describe, expect, test } from "vitest";
import { lastDeclared } from "../../../cli/drift/comparing/last-declared";
import { driftReport } from "../../../cli/drift/report";
import type { StateResource } from "../../../cli/stack/state";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const type = "podwright:index:Pod";
const urnOf = (name: string) => `urn:pulumi:dev::app::${type}::${name}`;
const root = { urn: "urn:pulumi:dev::app::pulumi:pulumi:Stack::app-dev", type: "pulumi:pulumi:Stack" };
/** A resource without an id, so drift does not look it up on RunPod. */
const web = { urn: urnOf("web"), type };
const began = { startTime: "2026-03-01T10:00:00.000Z", endTime: "2026-03-01T10:05:00.000Z" };
const partial = { environment: { "pulumi.flag.target": "[]" } };

async function drift(pulumi: FakePulumi) {
  const { out, exitCode } = await commandLine(["drift", "--stack", "dev", "-o", "json"], {
    env: { PATH: pulumi.path },
  });
  const [stack] = driftReport.parse(JSON.parse(out)).stacks;
  if (stack === undefined) throw new Error("no stack was reported");
  return { ...stack, exitCode };
}

const stateOf = (resources: readonly StateResource[], more: object = {}) => ({
  version: 3,
  deployment: { manifest: { time: began.endTime }, resources, ...more },
});

describe("podwright drift", () => {
  const failed =
    "The last update, which began at 2026-03-01T10:00:00.000Z, failed: `pulumi up --stack dev` tries it again.";
  const wholeFailed = failed.replace("update", "update of the whole stack");
  const killed = "is in progress or was killed";
  const steps = (last = "up") =>
    `If it was killed, run \`pulumi cancel --yes --stack dev\`, then \`podwright recover --stack dev\`, then \`pulumi ${last} --stack dev\``;

  test.each([
    ["failed", [{ result: "failed" }], failed],
    ["failed before a successful refresh", [{ kind: "refresh" }, { result: "failed" }], failed],
    ["failed before a successful update of only some resources", [partial, { result: "failed" }], wholeFailed],
    ["covered only some resources and failed", [{ ...partial, result: "failed" }, {}], failed],
    ["has no end in the backend's history", [{ result: "in-progress", endTime: undefined }, {}], killed],
  ])("reports an update as unfinished if the update %s", async (_, runs, sentence) => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    pulumi.record(...runs.map((run) => ({ ...began, ...run })));

    const { exitCode, unfinished } = await drift(pulumi);

    expect(unfinished).toEqual([expect.stringContaining(sentence)]);
    expect(exitCode).toBe(2);
  });

  test("leads from a killed destroy to a destroy", async () => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    pulumi.record({ ...began, kind: "destroy", result: "in-progress", endTime: undefined }, began);

    expect((await drift(pulumi)).unfinished).toEqual([expect.stringContaining(`${killed}. ${steps("destroy")}: `)]);
  });

  test("reports a failed destroy as unfinished", async () => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    pulumi.record({ ...began, kind: "destroy", result: "failed" }, began);

    expect((await drift(pulumi)).unfinished).toEqual([
      "The last destroy, which began at 2026-03-01T10:00:00.000Z, failed: `pulumi destroy --stack dev` tries it again.",
    ]);
  });

  test("reports the pending operations of a killed run", async () => {
    const pending = ["creating", "updating"].map((operation) => ({ type: operation, resource: web }));
    const pulumi = new FakePulumi(stateOf([root], { pending_operations: pending }));
    pulumi.record(began);

    const { exitCode, unfinished } = await drift(pulumi);

    expect(unfinished).toEqual([
      expect.stringMatching(`^A run ${killed} while creating web, updating web. ${steps()}: the first ends its lock, `),
    ]);
    expect(exitCode).toBe(2);
  });

  test("recognises a killed run by a state that is newer than the last finished run", async () => {
    const written = (time: string) => {
      const pulumi = new FakePulumi(stateOf([root, web], { manifest: { time } }));
      pulumi.record(began);
      return drift(pulumi);
    };

    expect((await written("2026-03-01T10:05:01.5Z")).unfinished).toEqual([]);
    expect((await written("2026-03-01T10:07:00Z")).unfinished).toEqual([
      expect.stringMatching(`^A run ${killed}. ${steps()}: `),
    ]);
  });

  test("reports the resources that a failed run did not finish", () => {
    const foreign = { urn: "urn:pulumi:dev::app::aws:s3:Bucket::logs", type: "aws:s3:Bucket", delete: true };
    const broken = { ...web, id: "p1", initErrors: ["not RUNNING after 10 minutes"] };
    const resources = [root, broken, { ...web, id: "p0", urn: urnOf("old"), delete: true }, foreign];

    const { unfinished } = lastDeclared({ state: stateOf(resources), runs: [], commandLine: (line) => line });

    expect(unfinished).toEqual([
      "The last run did not finish its work on web (p1): `pulumi up` continues with it.",
      "old (p0) was replaced but not deleted: `pulumi up` deletes it.",
    ]);
  });
});

test("podwright drift lists no unmanaged resources if a stack is unreadable", async () => {
  const pulumi = new FakePulumi(stateOf([root, web]));
  pulumi.record({ ...began, result: "failed" });
  const unreadable = new FakePulumi(stateOf([root]));
  unreadable.fail("stack export", "error: passphrase must be set");
  const args = ["drift", "--stack", "dev", "--unmanaged", "-o", "json"];

  const ended = await commandLine(args, { env: { PATH: unreadable.path } });

  const report = driftReport.parse(JSON.parse(ended.out));
  expect(report).toMatchObject({ result: "error", stacks: [{ stack: "dev", checked: 0, resources: [] }] });
  expect(report.stacks[0]?.error).toContain("passphrase must be set");
  // The resources of this stack would look unmanaged.
  expect(report).not.toHaveProperty("unmanaged");
  expect(ended.err).toMatch(
    /^error: dev: .*passphrase must be set\nerror: Podwright could not list the resources that no stack manages: Podwright could not read dev\n$/,
  );
  expect(ended.exitCode).toBe(1);
  expect((await commandLine(args.slice(0, 3), { env: { PATH: pulumi.path } })).exitCode).toBe(2);
});

describe("a resource removed by a refresh", () => {
  const refresh = { ...began, kind: "refresh", resourceChanges: { delete: 1, same: 1 } };

  test("is reported without a name if the backend records no names", async () => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    pulumi.record(refresh, { ...refresh, resourceChanges: { same: 2 } }, partial, began);

    const { exitCode, unfinished } = await drift(pulumi);

    expect(unfinished).toEqual([
      expect.stringMatching(/removed 1 resource from the state, and no update has succeeded/),
    ]);
    expect(exitCode).toBe(2);
  });

  test("does not count as missing after a later update or destroy", async () => {
    for (const since of [{}, { kind: "destroy" }]) {
      const pulumi = new FakePulumi(stateOf([root, web]));
      pulumi.record({ ...began, ...since }, refresh, began);

      expect(await drift(pulumi)).toMatchObject({ exitCode: 0, unfinished: [], resources: [] });
    }
  });

  test("does not count as missing if it was replaced and only waited for its deletion", async () => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    const replaced = { ...web, urn: urnOf("old"), id: "p1", delete: true };
    pulumi.record(
      { ...refresh, version: 3, left: stateOf([root]) },
      { ...began, version: 2, left: stateOf([root, replaced]) },
    );

    expect(await drift(pulumi)).toMatchObject({ exitCode: 0, unfinished: [], resources: [] });
  });

  test("does not count as missing if the current state contains the resource again", async () => {
    const pod = { ...web, id: "p1" };
    const again = { ...web, urn: urnOf("web") };
    const pulumi = new FakePulumi(stateOf([root, again]));
    pulumi.record(
      { ...refresh, version: 3, left: stateOf([root]) },
      { ...began, version: 2, left: stateOf([root, pod]) },
    );

    expect(await drift(pulumi)).toMatchObject({ exitCode: 0, unfinished: [], resources: [] });
    expect(pulumi.calls().filter((call) => call.includes("--version"))).toHaveLength(2);
  });
});

describe("podwright drift", () => {
  test("prints a note if the backend refuses to show the history of a stack", async () => {
    const pulumi = new FakePulumi(stateOf([root, web]));
    pulumi.fail("stack history", "error: getting history: access denied");

    const { exitCode, notes } = await drift(pulumi);

    expect(notes).toEqual([
      expect.stringMatching(/^Podwright cannot tell whether the last update succeeded: .*access denied$/),
    ]);
    expect(exitCode).toBe(0);
  });

  test("prints a note if the backend has no history of the stack", async () => {
    const { notes } = await drift(new FakePulumi(stateOf([root, web])));

    expect(notes).toEqual([
      "Podwright cannot tell whether the last update succeeded: the backend has no history of this stack.",
    ]);
  });

  test("prints no note about the history for a stack that was never deployed", async () => {
    expect(await drift(new FakePulumi({ version: 3, deployment: null }))).toMatchObject({ notes: [], exitCode: 0 });
  });
});
