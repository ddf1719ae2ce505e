import { expect, test } from "vitest";
import type { Emulator, FaultEffect } from "../../../emulator";
import { saveEndpoint, send } from "../../support/account";
import { emulated } from "../harness/emulated";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustSucceed } from "../harness/stack/steps";

const gpu = { id: "NVIDIA L4" };
const serverless = { image: "worker", serverless: true };
const volume = { size: 10, dataCenter: "US-KS-2" };
const robot = { username: "robot", password: "none" };
const token = { value: "none" };
const endpoint = { gpuIds: "AMPERE_16", workersMax: 1 };

const idOf = (name: string) => `\${${name}.id}`;

/** Comes after the previous resource of its kind, so that it is certain which request meets which fault. */
const after = (name: string) => ({ options: { dependsOn: [name] } });

/** Two of each kind: one with a generated name, one with the user's own name. */
const program: readonly Declared[] = [
  { kind: "Pod", name: "pod", args: { image: "nginx", gpu } },
  { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu }, ...after("pod") },
  { kind: "Template", name: "template", args: serverless },
  { kind: "Template", name: "named-template", args: { ...serverless, name: "worker" }, ...after("template") },
  { kind: "NetworkVolume", name: "volume", args: volume },
  { kind: "NetworkVolume", name: "named-volume", args: { ...volume, name: "models" }, ...after("volume") },
  { kind: "RegistryCredential", name: "credential", args: robot },
  { kind: "RegistryCredential", name: "named-credential", args: { ...robot, name: "ghcr" }, ...after("credential") },
  { kind: "Secret", name: "secret", args: token },
  { kind: "Secret", name: "named-secret", args: { ...token, name: "hub" }, ...after("secret") },
  { kind: "ServerlessEndpoint", name: "endpoint", args: { ...endpoint, templateId: idOf("template") } },
  {
    kind: "ServerlessEndpoint",
    name: "named-endpoint",
    args: { ...endpoint, name: "answers", templateId: idOf("named-template") },
    ...after("endpoint"),
  },
];

const creates = [
  "createPod",
  "createTemplate",
  "createNetworkVolume",
  "createRegistry",
  "createSecret",
  "saveEndpoint",
] as const;

interface Fault {
  readonly effect: FaultEffect;
  /** The number of requests for a creation. */
  readonly sent: number;
  /** The message to the user. */
  readonly text: RegExp;
}

/** Hits the first request of two successive creates that take `sent` requests each. */
function addFaultTo2Creates(
  emulator: Emulator,
  operation: string,
  { effect, sent }: { effect: FaultEffect; sent: number },
): void {
  emulator.addFault({ operation, effect });
  emulator.addFault({ operation, effect, skip: sent - 1 });
}

/** Resources of other users with the names in this program. Returns their ids. */
async function lookAlikes(emulator: Emulator): Promise<string[]> {
  const create = async (url: string, payload: object) => (await send(emulator, "POST", url, payload)).id;
  const templateId = await create("/v2/templates", { ...serverless, name: "others" });
  return [
    templateId,
    await create("/v2/pods", { name: "web", image: "nginx", gpu }),
    await create("/v2/network-volumes", { ...volume, name: "models" }),
    await create("/v2/registries", { ...robot, name: "ghcr" }),
    await saveEndpoint(emulator, { ...endpoint, name: "answers", templateId }),
  ];
}

/** The account holds exactly the resources in the state and the unrelated resources. */
function expectRecorded(emulator: Emulator, stack: TestStack, unrelated: readonly string[]): void {
  const { pods, templates, endpoints, networkVolumes, registries, secrets } = emulator.state();
  const there = [pods, templates, endpoints, networkVolumes, registries, secrets].flat().map(({ id }) => id);
  const recorded = stack.resources().map(({ id }) => id);
  expect(there.sort()).toEqual([...recorded, ...unrelated].sort());
  expect(pods.every(({ status }) => status === "RUNNING")).toBe(true);
}

test.each<Fault & { readonly title: string }>([
  {
    title: "the response to a create is lost",
    effect: { dropResponse: true },
    sent: 1,
    text: /: continuing with it/,
  },
  {
    title: "a create is cut off before it arrives",
    effect: { dropRequest: true },
    sent: 2,
    text: /was not found; sending the create once more/,
  },
])("exactly one of each resource exists and is in the state if $title", async (fault) => {
  const { emulator, stack } = await emulated();
  const unrelated = await lookAlikes(emulator);
  emulator.clearRequests();
  for (const operation of creates) addFaultTo2Creates(emulator, operation, fault);
  const up = await deploy(stack, program);
  expect(up.text).toMatch(fault.text);
  expectRecorded(emulator, stack, unrelated);
  for (const operation of creates) expect(emulator.counts()[operation], operation).toBe(2 * fault.sent);
});

test("a replacement with a lost create never mistakes the old pod for the new pod", async () => {
  const { emulator, stack } = await emulated();
  const declare = (id: string) =>
    stack.declare([
      { kind: "Pod", name: "pod", args: { image: "nginx", gpu: { id } } },
      { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu: { id } }, ...after("pod") },
    ]);
  declare("NVIDIA L4");
  await mustSucceed(stack.up());
  const replaced = stack.resources().map(({ id }) => id);
  addFaultTo2Creates(emulator, "createPod", { effect: { dropRequest: true }, sent: 2 });
  declare("NVIDIA A40");

  await mustSucceed(stack.up());
  expectRecorded(emulator, stack, []);
  expect(emulator.state().pods).toMatchObject(Array(2).fill({ gpu: { id: "NVIDIA A40" } }));
  expect(stack.resources().some(({ id }) => replaced.includes(id))).toBe(false);
});

test("a create that is refused twice for the rate limit waits as long as RunPod asks, and creates exactly one resource", async () => {
  const { emulator, stack } = await emulated();
  for (const operation of creates) emulator.addFault({ operation, times: 2, effect: { status: 429 } });
  await deploy(
    stack,
    program.filter(({ name }) => !name.startsWith("named-")),
  );
  expectRecorded(emulator, stack, []);
  for (const operation of creates) expect(emulator.counts()[operation], operation).toBe(3);
});
