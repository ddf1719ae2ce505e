import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { driftOf } from "../harness/stack/podwright";
import type { Declared, Kind } from "../harness/stack/stack";
import { deploy, mustChangeNothing } from "../harness/stack/steps";

test("an outside change stays drift after refreshes and updates, until its value returns, the program declares it or somebody accepts it", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const templates = await standIns.pairOfTemplates("jobs");
  const canary = "canary-of-a-hand";
  const program = (pod: object = {}, endpoint: object = {}): Declared[] => [
    { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" }, env: { MODE: "fast" }, ...pod } },
    {
      kind: "ServerlessEndpoint",
      name: "jobs",
      args: standIns.resolve({ gpuIds: "AMPERE_16", workersMax: 3, templateId: "template-a", ...endpoint }, templates),
    },
  ];
  const outside = (kind: Kind, name: string, change: object) =>
    changeOutside(emulator, kind, stack.resource(name).id ?? "", { ...change });
  const drift = async (...args: string[]) => {
    const { report, err, out } = await driftOf(stack, args);
    expect(out).not.toContain(canary);
    const [{ undeclared, resources, notes } = { undeclared: [], resources: [], notes: [] }] = report.stacks;
    expect({ resources, notes }).toEqual({ resources: [], notes: [] });
    const told = undeclared.map((one) => [
      `${one.name} ${one.path}`,
      one.secret ? "secret" : [one.state, one.platform],
    ]);
    return { result: report.result, undeclared, told: Object.fromEntries(told), err };
  };
  await deploy(stack, program());
  expect(await drift()).toMatchObject({ result: "in-sync", told: {} });

  const pod = () => emulator.state().pods.find(({ id }) => id === stack.resource("web").id);
  const { env } = pod() ?? { env: {} };
  await outside("Pod", "web", { disk: 80, env: { ...env, HAND: canary } });
  await outside("ServerlessEndpoint", "jobs", { workersMin: 2, idleTimeout: 900 });
  const changed = {
    "jobs idleTimeout": [10, 900],
    "jobs workersMin": [0, 2],
    "web disk": [50, 80],
    "web env.HAND": "secret",
  };
  expect(await drift()).toMatchObject({ result: "drift", told: changed });

  const line = /idleTimeout, workersMin changed outside Pulumi\./;
  expect((await mustChangeNothing(stack.refresh({ expectNoChanges: true }))).text).toMatch(line);
  expect(await drift()).toMatchObject({ result: "drift", told: changed });
  expect((await mustChangeNothing(stack.up({ refresh: true }))).text).not.toMatch(line);
  await deploy(stack, program({ name: "renamed" }, { workersMax: 4 }));
  expect(await drift()).toMatchObject({ result: "drift", told: changed });
  expect(stack.stateText()).not.toContain(canary);

  // An update without a refresh before it finds the change itself.
  await outside("Pod", "web", { args: "--loud", env: { ...env, HAND: `${canary}-2` } });
  await deploy(stack, program({ name: "again", disk: 80 }, { workersMax: 4 }));
  const { "web disk": _, ...others } = changed;
  expect(await drift()).toMatchObject({ told: { ...others, "web args": ["", "--loud"] } });

  await outside("Pod", "web", { args: "", env });
  await mustChangeNothing(stack.refresh());
  expect(await drift()).toMatchObject({ told: { "jobs idleTimeout": [10, 900], "jobs workersMin": [0, 2] } });

  expect((await drift("--accept", "jobs.workersMin")).err).toContain(
    "accepts jobs.workersMin of test: commit the file",
  );
  expect(await readFile(join(stack.dir, "podwright.drift.yaml"), "utf8")).toMatch(
    /property: workersMin, drift: undeclared, value: 2, severity: ignore/,
  );
  expect(await drift()).toMatchObject({ result: "in-sync" });
  await outside("ServerlessEndpoint", "jobs", { workersMin: 1 });
  expect(await drift()).toMatchObject({ result: "drift", told: { "jobs workersMin": [0, 1] } });
});
