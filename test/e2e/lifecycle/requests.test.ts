import { expect, test } from "vitest";
import type { Emulator, JournalEntry } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { longestPage } from "../harness/quick-emulator";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustSucceed } from "../harness/stack/steps";

/** The provider's real pace, because shortened intervals would distort the counts. */
const realTime = { env: { PODWRIGHT_TIME_SCALE: undefined } };

const pods = (count: number, args: Declared["args"] = {}): Declared[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: "Pod",
    name: `web-${index}`,
    args: { image: "nginx", gpu: { id: "NVIDIA L4" }, ...args },
  }));

test("the waits for 20 new pods share their status requests", async () => {
  const { emulator, stack } = await emulated({ provision: 400, start: 400, pageSize: longestPage }, realTime);
  await deploy(stack, pods(20));
  expect(emulator.state().pods.filter(({ status }) => status === "RUNNING")).toHaveLength(20);
  const { createPod, listPods = 0, getPod = 0, ...others } = emulator.counts();
  expect(createPod).toBe(20);
  // One list comes before the first create, and then at most one status request a second. The first status request
  // comes early. The engine runs 4 × cores creates at a time, in waves of a second or two. Without sharing, 20 pods
  // would send at least 20 requests.
  expect(listPods + getPod).toBeLessThanOrEqual(1 + secondsBetween(emulator.requests()) + 1);
  expect(others).toEqual({});
});

test("a refresh of 50 pods and 10 endpoints sends at most 3 requests", async () => {
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

test("Podwright never exceeds a limit of 60 requests a minute", async () => {
  const { emulator, stack } = await emulated({ rateLimit: "60/m", provision: 100, start: 100, pageSize: longestPage });
  const volumes = Array.from({ length: 30 }, (_, index): Declared => {
    const name = `models-${index}`;
    return { kind: "NetworkVolume", name, args: { name, size: 10, dataCenter: "US-KS-2" } };
  });
  // A volume with its own name takes two requests. A pod takes one request and its share of the status requests.
  stack.declare([...volumes, ...pods(8)]);

  const upping = stack.up();
  const sent = () => emulator.requests().length;
  await expect.poll(sent, { timeout: 60_000, interval: 5 }).toBeGreaterThan(40);
  // This leaves ten seconds of the window, so that the test does not wait for the whole minute.
  emulator.advance(opened(emulator) + 50_000 - emulator.now());
  const up = await mustSucceed(upping);
  expect(emulator.requests().filter(({ status }) => status === 429)).toEqual([]);
  const inWindow = emulator.requests().filter(({ at }) => Date.parse(at) < opened(emulator) + 60_000).length;
  expect(inWindow).toBeGreaterThan(50);
  expect(sent()).toBeGreaterThan(60);
  expect(up.text).toMatch(/(Waiting|Slowing down for about) \d+ s: RunPod's limit of requests per minute is/);
});

function secondsBetween(requests: readonly JournalEntry[]): number {
  const times = requests.map(({ at }) => Date.parse(at));
  return (Math.max(...times) - Math.min(...times)) / 1000;
}

/** The first window begins with the first request. */
function opened(emulator: Emulator): number {
  return Date.parse(emulator.requests()[0]?.at ?? "");
}
