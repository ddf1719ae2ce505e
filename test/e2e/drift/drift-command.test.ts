import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { driftOf, runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed } from "../harness/stack/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };

test("podwright drift compares several stacks and lists unmanaged resources in one run", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "podwright-elsewhere-"));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  await mustSucceed(stack.pulumi("stack", "init", "other"));
  await deploy(stack, [{ kind: "Pod", name: "web", args: pod }]);
  await mustSucceed(stack.pulumi("up", "--yes", "--skip-preview", "--stack", "other"));
  const { id } = await send(emulator, "POST", "/v2/pods", { ...pod, name: "forgotten" });

  const all = await driftOf(stack, ["--stack", "other", "--unmanaged"]);
  const text = await runPodwright(stack, ["drift", "--all", "--unmanaged"]);
  const backend = await runPodwright(stack, ["drift", "--backend", "--cwd", elsewhere]);
  const inProject = await runPodwright(stack, ["drift", "--backend"]);
  const one = await driftOf(stack, ["--unmanaged"]);
  const none = await driftOf(stack, ["--stack", "nobody", "--unmanaged"]);

  const { stacks, unmanaged, result } = all.report;
  expect({ result, code: all.exitCode }).toEqual({ result: "drift", code: 2 });
  expect(stacks.map(({ stack: name, checked }) => [name, checked])).toEqual([
    ["test", 1],
    ["other", 1],
  ]);
  const cost = emulator.state().pods.find((one) => one.id === id)?.cost;
  expect(unmanaged).toEqual([
    expect.objectContaining({ id, costPerHour: cost, import: `pulumi import podwright:index:Pod forgotten ${id}` }),
  ]);
  expect(text.out).toMatch(new RegExp(`^forgotten +Pod +${id} +RUNNING +\\d+[mhd] +\\$${cost}`, "m"));
  expect(text.out).toMatch(/^2 stacks: 2 in sync\nin sync: other, test\nin no stack: 1 resource, /);
  // No folder has the project there, so Podwright reads the stacks in an empty project.
  expect(backend).toMatchObject({ exitCode: 0, err: "" });
  expect(backend.out).toBe("2 stacks: 2 in sync\nin sync: organization/e2e/other, organization/e2e/test\n");
  expect(inProject).toEqual(backend);
  const { unmanaged: alone = [] } = one.report;
  expect(alone.map((stray) => stray.import)).toContainEqual(
    `pulumi import podwright:index:Pod forgotten ${id} --stack test`,
  );
  expect(alone).toHaveLength(2);
  // The unreadable stack may hold them.
  expect(none.report.unmanaged).toHaveLength(2);
  for (const stray of none.report.unmanaged ?? []) {
    expect(stray).toMatchObject({ uncertain: true });
    expect(stray).not.toHaveProperty("import");
  }
  expect(none.report.unmanagedError).toBe(
    "Podwright could not list the resources that no stack manages: Podwright could not read nobody",
  );
  expect(none.report.stacks[0]).toMatchObject({ stack: "test", checked: 1 });
  expect(none.err).toMatch(/^error: nobody: .*\nerror: Podwright could not list the resources that no stack manages/);
  expect(none.exitCode).toBe(1);

  const keyless = await runPodwright(stack, ["drift", "--stack", "test", "--unmanaged"], {
    PODWRIGHT_API_KEY: undefined,
    RUNPOD_API_KEY: undefined,
  });
  expect(keyless.out).toContain("incomplete: Podwright could not list the resources that no stack manages: ");
});

test.each(["plugin", "dynamic"] as const)(
  "podwright drift names the keys of env that differ, under the %s host",
  async (host) => {
    const { emulator, stack } = await emulated({}, { host });
    await deploy(stack, [
      { kind: "Pod", name: "web", args: { ...pod, env: { MODE: "canary-a", "MY-KEY": "canary-b", KEPT: "canary-c" } } },
      { kind: "Template", name: "worker", args: { image: "worker", env: { GONE: "canary-d", KEPT: "canary-e" } } },
    ]);
    const [web = "", worker = ""] = ["web", "worker"].map((name) => stack.resource(name).id);
    const env = emulator.state().pods.find(({ id }) => id === web)?.env;
    await changeOutside(emulator, "Pod", web, { env: { ...env, MODE: "canary-f", "MY-KEY": "canary-g" } });
    await changeOutside(emulator, "Template", worker, { env: { KEPT: "canary-e" } });

    const { report } = await driftOf(stack);
    expect(report.stacks[0]?.resources.map(({ name, properties }) => [name, properties])).toEqual([
      ["web", ["env.MODE", 'env["MY-KEY"]'].map((path) => ({ path, secret: true }))],
      ["worker", [{ path: "env.GONE", secret: true }]],
    ]);
    for (const format of ["table", "sarif"]) {
      const { out, err } = await runPodwright(stack, ["drift", "--stack", "test", "--output", format]);
      for (const key of ["env.MODE", "MY-KEY", "env.GONE"]) expect(out, format).toContain(key);
      expect(out + err).not.toContain("canary");
      expect(err).not.toMatch(/cannot name/);
    }
  },
);

test("podwright drift ignores the resources of other providers", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  await deploy(stack, [{ kind: "Pod", name: "web", args: pod }]);
  await addForeignResource(stack);
  emulator.clearRequests();

  const ended = await runPodwright(stack, ["drift", "--stack", "test"], {
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_OPTION_YES: "true",
  });

  expect(ended).toEqual({ exitCode: 0, out: "Stack test: in sync, 1 resource compared\n", err: "" });
});

test("podwright drift still reports a deleted resource after a refresh", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const declare = (...names: string[]) => stack.declare(names.map((name) => ({ kind: "Pod", name, args: pod })));
  const drift = async () => {
    const { exitCode, report } = await driftOf(stack);
    const { resources = [], unfinished = [], lastUpdate } = report.stacks[0] ?? {};
    const found = resources.map(({ name, drift: what }) => `${name} ${what}`);
    return { code: exitCode, found, unfinished, last: lastUpdate && `${lastUpdate.kind} ${lastUpdate.result}` };
  };
  const asDeclared = { code: 0, found: [], unfinished: [], last: "update succeeded" };
  const delist = (name: string) => changeOutside(emulator, "Pod", stack.resource(name).id ?? "", { deleted: true });
  declare("a", "b", "c");
  await mustSucceed(stack.up());
  expect(await drift()).toEqual(asDeclared);

  await delist("a");
  await delist("b");
  await mustSucceed(stack.refresh());
  const lost = { ...asDeclared, code: 2, found: ["a lost", "b lost"] };
  expect(await drift()).toEqual(lost);
  await mustSucceed(stack.up({ target: ["urn:pulumi:test::e2e::podwright:index:Pod::a"] }));
  expect(await drift()).toEqual({ ...lost, found: ["b lost"] });

  // Resources that the program itself removed are not missing.
  declare("a", "c");
  await mustSucceed(stack.up());
  expect(await drift()).toEqual(asDeclared);

  emulator.addFault({ operation: "createPod", effect: { status: 400 } });
  declare("a", "c", "d");
  await mustFail(stack.up());
  const failed = { ...asDeclared, code: 2, last: "update failed" };
  const sentence = /^The last update, which began at 2\d{3}-\S+Z, failed: `pulumi up --stack test` tries it again\.$/;
  expect(await drift()).toEqual({ ...failed, unfinished: [expect.stringMatching(sentence)] });
  await mustSucceed(stack.refresh());
  expect(await drift()).toEqual({ ...failed, unfinished: [expect.stringMatching(sentence)] });
});

/** Adds a resource of a provider that is not installed here. */
async function addForeignResource(stack: TestStack): Promise<void> {
  const type = "random:index/randomPet:RandomPet";
  const provider = "urn:pulumi:test::e2e::pulumi:providers:random::default";
  const custom = { custom: true, inputs: {}, outputs: {} };
  await stack.rewriteState((resources) => {
    resources.push({ ...custom, urn: provider, type: "pulumi:providers:random", id: "r1" });
    resources.push({
      ...custom,
      urn: `urn:pulumi:test::e2e::${type}::pet`,
      type,
      id: "cat",
      provider: `${provider}::r1`,
    });
  });
}
