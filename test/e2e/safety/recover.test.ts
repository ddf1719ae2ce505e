import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp, podAndEndpoint, podOn, recover } from "../harness/kills/killed";
import { until } from "../harness/kills/processes";
import { StandIns } from "../harness/platform/stand-ins";
import { runPodwright } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed } from "../harness/stack/steps";

test("after a killed run, pulumi up with takeOver false refuses to create a second pod", async () => {
  const provision = 600_000;
  const { emulator, stack } = await emulated({ provision });
  await stack.configure("podwright:takeOver", "false");
  const killCreation = async () => {
    const before = emulator.state().pods.map(({ id }) => id);
    const providers = await killUp(stack, () => emulator.state().pods.length > before.length);
    await endedByThemselves(providers);
    await stack.cancel();
    return emulator.state().pods.find(({ id }) => !before.includes(id))?.id ?? "";
  };
  stack.declare([podOn("NVIDIA L4")]);
  const web = await killCreation();
  emulator.clearRequests();

  const refused = await mustFail(stack.up());
  expect(refused.text.replace(/\s+/g, " ")).toMatch(
    new RegExp(
      `RunPod already has pod ${web} \\(\\w+ old, \\$[\\d.]+ an hour\\) for the same resource, and no state contains it: ` +
        'a killed run of this stack created it\\. Run "[^"]* recover", which adds it to the state',
    ),
  );
  expect(emulator.counts().createPod).toBeUndefined();

  expect(await recover(stack)).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^web +Pod +adopted/m) });
  emulator.advance(provision);
  await mustSucceed(stack.up());
  expect(stack.resource("web").id).toBe(web);

  stack.declare([podOn("NVIDIA L4"), { ...podOn("NVIDIA L4"), name: "api" }]);
  const api = await killCreation();
  await send(emulator, "DELETE", `/v2/pods/${api}`);
  const upping = stack.start("up");
  await until("the other pod was created", () => emulator.state().pods.length === 2);
  emulator.advance(provision);
  await mustSucceed(upping.finished);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([web, stack.resource("api").id]);
});

test("if a killed run left an empty file in the backend, the command in the error deletes the file", async () => {
  const { stack } = await emulated();
  await deploy(stack, [podOn("NVIDIA L4")]);
  const file = join(stack.dir, "backend/.pulumi/stacks/e2e/test.json.attrs");
  writeFileSync(file, "");

  const { exitCode, err } = await runPodwright(stack, ["drift"]);
  expect(exitCode).toBe(1);
  const [, command = ""] = /Run `podwright (recover --yes)`, which deletes the empty file/.exec(err) ?? [];
  expect(await runPodwright(stack, ["recover"])).toMatchObject({ exitCode: 1, err: expect.stringContaining(command) });
  expect(existsSync(file)).toBe(true);

  expect(await runPodwright(stack, command.split(" "))).toMatchObject({ exitCode: 0 });

  expect(await runPodwright(stack, ["drift"])).toMatchObject({ exitCode: 0 });
});

test("podwright recover brings the resources of a killed run into the state even after a destroy", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 });
  const [, endpoint] = await podAndEndpoint(emulator);
  const compute = { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 };
  const train: Declared = { kind: "Cluster", name: "train", args: { type: "TRAINING", compute, image: "trainer" } };
  stack.declare([podOn("NVIDIA L4"), train, { ...endpoint, args: { ...endpoint?.args, workersMin: 1 } } as Declared]);
  emulator.addFault({ operation: "saveEndpoint", effect: { dropResponse: true } });
  emulator.addFault({ operation: "listEndpoints", times: 100, effect: { delayMs: 600_000 } });
  const created = () => [emulator.state().endpoints.length, emulator.state().pods.length].join();
  await endedByThemselves(await killUp(stack, () => created() === "1,3"));
  emulator.clearFaults();
  await stack.cancel();
  await mustSucceed(stack.destroy());
  expect(created()).toBe("1,3");

  expect(await recover(stack, "--dry-run")).toMatchObject({ exitCode: 0, err: "" });
  const { exitCode, out, err } = await recover(stack);

  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  for (const name of ["web +Pod", "train +Cluster", "answers +ServerlessEndpoint"])
    expect(out).toMatch(new RegExp(`^${name} +adopted`, "m"));
  await mustSucceed(stack.destroy());
  expect({ created: created(), held: stack.resources() }).toEqual({ created: "0,0", held: [] });
});

test("podwright recover finds a pod in the account of an explicit provider", async () => {
  const { emulator: other } = await emulated({ apiKey: "canary-other-key", provision: 600_000 });
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const properties = { apiKey: other.apiKey, baseUrl: other.url, serverlessUrl: other.url };
  stack.writeYaml({
    resources: {
      elsewhere: { type: "pulumi:providers:podwright", properties },
      web: {
        ...{ type: "podwright:Pod", properties: { image: "nginx:1", gpu: { id: "NVIDIA L4" } } },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the way YAML names another resource
        options: { provider: "${elsewhere}" },
      },
    },
  });

  await endedByThemselves(await killUp(stack, () => other.state().pods.length > 0));
  await stack.cancel();
  expect(await recover(stack)).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^web +Pod +adopted/m) });

  expect(stack.resource("web").id).toBe(other.state().pods[0]?.id);
  expect(stack.stateText()).not.toContain(other.apiKey);
  expect(emulator.counts().listPods).toBeUndefined();
});

test("the plugin cancels the running job of a killed pulumi up", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  await standIns.pairOfEndpoints();
  const endpointId = standIns.resolve("endpoint-a");
  emulator.handle(endpointId, () => new Promise(() => undefined));
  stack.declare([{ kind: "Job", name: "smoke", args: { endpointId, input: { prompt: "hello" } } }]);

  const providers = await killUp(stack, () => emulator.counts().status !== undefined);
  await endedByThemselves(providers);

  expect(emulator.counts()).toMatchObject({ run: 1, cancel: 1 });
  await stack.cancel();
  const { out } = await recover(stack);
  expect(out).toMatch(/^smoke +Job +dropped +RunPod does not list jobs, so the killed run may have submitted the job/m);
  emulator.handle(endpointId, () => ({ output: "fine" }));
  await mustSucceed(stack.up());
  expect(stack.resource("smoke").outputs).toMatchObject({ status: "COMPLETED", output: "fine" });
});
