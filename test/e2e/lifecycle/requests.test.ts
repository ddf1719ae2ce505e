import { expect, test } from "vitest";
import type { Emulator, JournalEntry } from "../../../emulator";
import { emulated, longestPage } from "../harness/emulated";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustSucceed } from "../harness/stack/steps";

/** The provider's own pace: what is counted here must not be the doing of a shortened interval. */
const realTime = { env: { PODWRIGHT_TIME_SCALE: undefined } };

const pods = (count: number, args: Declared["args"] = {}): Declared[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: "Pod",
    name: `web-${index}`,
    args: { image: "nginx", gpu: { id: "NVIDIA L4" }, ...args },
  }));

test("creating 20 pods sends 20 creates, and their waits share their looks at the platform", async () => {
  const { emulator, stack } = await emulated({ provision: 400, start: 400, pageSize: longestPage }, realTime);
  await deploy(stack, pods(20));
  expect(emulator.state().pods.filter(({ status }) => status === "RUNNING")).toHaveLength(20);
  const { createPod, listPods = 0, getPod = 0, ...others } = emulator.counts();
  expect(createPod).toBe(20);
  // One list before the first create, and then one look a second at most, the first of them early. With 4 × cores creates
  // under way at a time they go in waves of a second or two. Unshared, each pod would take a look of its own, 20 at least.
  expect(listPods + getPod).toBeLessThanOrEqual(1 + secondsBetween(emulator.requests()) + 1);
  expect(others).toEqual({});
});

test("refreshing 50 pods and 10 endpoints sends at most 3 requests", async () => {
  const { emulator, stack } = await emulated({ pageSize: longestPage }, realTime);
  const endpoints = Array.from({ length: 10 }, (_, index): readonly Declared[] => [
    { kind: "Template", name: `worker-${index}`, args: { image: "worker", serverless: true } },
    {
      kind: "ServerlessEndpoint",
      name: `llm-${index}`,
      args: { gpuIds: "AMPERE_16", templateId: `\${worker-${index}.id}`, workersMin: 1, workersMax: 1 },
    },
  ]);
  await deploy(stack, [...pods(50, { skipAwait: true }), ...endpoints.flat()]);
  emulator.clearRequests();

  const refreshed = await mustSucceed(stack.refresh());
  expect(refreshed.text).toContain("71 unchanged");
  expect(emulator.requests().length).toBeLessThanOrEqual(3);
});

test("with 60 requests a minute, none of ours is ever refused for the limit, and the wait is told", async () => {
  const { emulator, stack } = await emulated({ rateLimit: "60/m", provision: 100, start: 100, pageSize: longestPage });
  const volumes = Array.from({ length: 30 }, (_, index): Declared => {
    const name = `models-${index}`;
    return { kind: "NetworkVolume", name, args: { name, size: 10, dataCenter: "US-KS-2" } };
  });
  // A volume with a name of its own takes two requests, a pod one and its share of the looks.
  stack.declare([...volumes, ...pods(8)]);

  const upping = stack.up();
  const sent = () => emulator.requests().length;
  await expect.poll(sent, { timeout: 60_000, interval: 5 }).toBeGreaterThan(40);
  // Ten seconds are left of the window then, so that its end need not be sat out.
  emulator.advance(opened(emulator) + 50_000 - emulator.now());
  const up = await mustSucceed(upping);
  expect(emulator.requests().filter(({ status }) => status === 429)).toEqual([]);
  const inWindow = emulator.requests().filter(({ at }) => Date.parse(at) < opened(emulator) + 60_000).length;
  expect(inWindow).toBeGreaterThan(50);
  expect(sent()).toBeGreaterThan(60);
  expect(up.text).toMatch(/(Waiting|Slowing down for about) \d+ s: the platform's limit of requests a minute is/);
});

function secondsBetween(requests: readonly JournalEntry[]): number {
  const times = requests.map(({ at }) => Date.parse(at));
  return (Math.max(...times) - Math.min(...times)) / 1000;
}

/** When the first window began: with the first request. */
function opened(emulator: Emulator): number {
  return Date.parse(emulator.requests()[0]?.at ?? "");
}
