import { expect, test } from "vitest";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killPlugin, killReplacement, killUp, recover } from "../harness/kills/killed";
import { until } from "../harness/kills/processes";
import type { Declared } from "../harness/stack/stack";
import { deploy, idsOf, mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";

const provision = 600_000;
const cluster = {
  type: "TRAINING",
  image: "trainer",
  compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
};

test("after a killed plugin, pulumi up continues with the pod, the cluster and the component's endpoint, and creates none of them again", async () => {
  const { emulator, stack } = await emulated({ provision, workerStart: provision }, { host: "plugin" });
  // Over GraphQL, RunPod does not report when it created an endpoint.
  await stack.configure("podwright:endpointTransport", "rest");
  const resources = {
    web: { type: "podwright:index:Pod", properties: { image: "nginx", gpu: { id: "NVIDIA L4" } } },
    train: { type: "podwright:index:Cluster", properties: cluster },
    chat: {
      type: "podwright:index:ModelServer",
      properties: { image: "server:1", gpuIds: "AMPERE_16", workersMin: 1 },
    },
  };
  stack.writeYaml({ resources });
  const account = () => {
    const { pods, clusters, endpoints } = emulator.state();
    return [pods, clusters, endpoints].map((items) => items.map(({ id }) => id).sort());
  };
  await killPlugin(
    stack,
    () =>
      account().join() !== "" &&
      account()
        .map((ids) => ids.length)
        .join() === "3,1,1",
  );
  const made = account();
  emulator.advance(provision);

  const { text } = await mustSucceed(stack.up());

  for (const what of ["pod", "cluster", "endpoint"])
    expect(text).toMatch(new RegExp(`took over ${what} \\w+ \\(.*\\), which a failed run of this stack created`));
  expect(account()).toEqual(made);
  expect(Object.values(idsOf(stack))).toEqual(expect.arrayContaining([made[1]?.[0], made[2]?.[0]]));
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));
  await mustSucceed(stack.destroy());
  expect(account()).toEqual([[], [], []]);
});

test("after a killed plugin, pulumi up on the same machine continues with a volume and an endpoint whose time RunPod does not report, and another machine leaves them alone", async () => {
  const { emulator, stack } = await emulated({ provision, workerStart: provision }, { host: "plugin" });
  emulator.addFault({ operation: "updateNetworkVolume", effect: { delayMs: provision } });
  const templateId = String(
    (await send(emulator, "POST", "/v2/templates", { name: "worker", image: "worker", serverless: true })).id,
  );
  stack.declare([
    { kind: "NetworkVolume", name: "data", args: { name: "datasets", size: 10, dataCenter: "EU-RO-1" } },
    {
      kind: "ServerlessEndpoint",
      name: "answers",
      args: { gpuIds: "AMPERE_16", templateId, workersMin: 1, workersMax: 1 },
    },
  ]);
  const account = () => {
    const { networkVolumes, endpoints } = emulator.state();
    return [networkVolumes, endpoints].map((items) => items.map(({ id }) => id));
  };
  await killPlugin(stack, () => account().every((ids) => ids.length === 1));
  // The plugin may have died before its request about the volume, and the fault would then delay the next run.
  emulator.clearFaults();
  const made = account();
  emulator.advance(provision);
  const { XDG_STATE_HOME: state } = stack.env;

  stack.env.XDG_STATE_HOME = `${state}/other`;
  const { text: elsewhere } = await mustFail(stack.up());
  for (const [id] of made)
    expect(elsewhere.replace(/\s+/g, " ")).toMatch(
      new RegExp(`${id} .* this machine has no note of its creation, and no pending creation in the state names it`),
    );
  expect(account()).toEqual(made);

  stack.env.XDG_STATE_HOME = state;
  const { text } = await mustSucceed(stack.up());
  for (const what of ["network volume", "endpoint"])
    expect(text).toMatch(new RegExp(`took over ${what} \\w+ \\(.*\\), which a failed run of this stack created`));
  expect(account()).toEqual(made);
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));
});

test("after a plugin that was killed during a replacement, pulumi up continues with the new pod, deletes the old pod, and corrects the output", async () => {
  const { emulator, stack } = await emulated({ provision: 5 }, { host: "plugin" });
  const { old, made } = await killReplacement({ emulator, stack });
  const shownId = async () => (await mustSucceed(stack.pulumi("stack", "output", "podId", "--stack", "test"))).text;
  expect(await shownId()).toContain(old);

  const { text } = await mustSucceed(stack.up());

  expect(text).toContain(`took over pod ${made} (`);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([made]);
  expect(stack.resource("web").id).toBe(made);
  expect(await shownId()).toContain(made);
});

test("after a killed engine, pulumi up leaves no second template, secret and registry credential", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([
    { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
    { kind: "Secret", name: "token", args: { value: "hf-1" } },
    { kind: "RegistryCredential", name: "registry", args: { username: "u", password: "p" } },
  ]);
  const operations = ["createTemplate", "createSecret", "createRegistry"];
  for (const operation of operations) emulator.addFault({ operation, effect: { delayMs: 1_500 } });
  await endedByThemselves(await killUp(stack, () => operations.every((one) => emulator.counts()[one] === 1)));
  await until("the platform has done what was under way", () =>
    emulator.requests().every(({ status }) => status !== 0),
  );
  const account = () => {
    const { templates, secrets, registries } = emulator.state();
    return [templates, secrets, registries].map((items) => items.map(({ id }) => id));
  };
  const made = account();
  expect(made.map((ids) => ids.length)).toEqual([1, 1, 1]);
  await stack.cancel();

  const { text } = await mustSucceed(stack.up());

  expect(text).toMatch(/took over template/);
  expect(text).toMatch(/deleted secret/);
  expect(text).toMatch(/deleted registry credential/);
  expect(account()).toEqual(
    [["worker"], ["token"], ["registry"]].map((names) => names.map((name) => stack.resource(name).id)),
  );
  expect(account()[0]).toEqual(made[0]);
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));
});

test("after a killed run, pulumi destroy names the unfinished endpoint that uses a template at once, and the printed command deletes it", async () => {
  const { emulator, stack } = await emulated({ workerStart: provision });
  const worker: Declared = { kind: "Template", name: "worker", args: { image: "worker", serverless: true } };
  await deploy(stack, [worker]);
  const templateId = stack.resource("worker").id ?? "";
  const endpoint = { gpuIds: "AMPERE_16", templateId, workersMin: 1, workersMax: 1 };
  stack.declare([worker, { kind: "ServerlessEndpoint", name: "answers", args: endpoint }]);
  await endedByThemselves(await killUp(stack, () => emulator.state().endpoints.length === 1));
  const [made] = emulator.state().endpoints;
  await stack.cancel();
  emulator.clearRequests();

  const { text } = await mustFail(stack.destroy());

  const said = text.replace(/\s+/g, " ");
  expect(said).toContain(`template ${templateId} could not be deleted: endpoint ${made?.id} (`);
  expect(said).toMatch(/uses it, which a killed run of this stack created and no state contains\. Run "[^"]*recover /);
  expect(said).toContain(`recover --delete-unrecorded ${made?.id}", which deletes it`);
  expect(emulator.counts().deleteTemplate).toBe(1);
  expect(await recover(stack, "--delete-unrecorded", made?.id ?? "", "--yes")).toMatchObject({ exitCode: 0 });
  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ endpoints: [], templates: [] });
});
