import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";

// The emulator serves for weeks. Its journal, logs and job results are bounded, and only the bill grows.

const hour = 3_600_000;
const pod = { name: "web", image: "nginx", gpu: { id: "NVIDIA L4" }, env: { A: "1" } };
let emulator: Emulator;
let errands: readonly (() => Promise<unknown>)[];

beforeAll(async () => {
  emulator = await startEmulator();
  const pods = await Promise.all(Array.from({ length: 100 }, () => send("POST", "/v2/pods", pod)));
  const { id: endpoint } = await send("POST", "/v2/serverless", {
    ...{ name: "worker", image: "worker", type: "QUEUE", gpu: { pools: ["ADA_24"] } },
    scaling: { type: "REQUEST_COUNT", requestCount: 1 },
    workers: { min: 1, max: 1 },
  });
  errands = [
    () => send("GET", `/v2/pods/${pods[0]?.id}`),
    () => send("GET", "/v2/pods/not-there"),
    () => send("POST", "/v2/pods", { name: 1 }),
    () => send("POST", "/graphql", { query: "{ myself { endpoints { id name workersMax } } }" }),
    async () => {
      const { id } = await send("POST", `/v2/${endpoint}/run`, { input: { prompt: "a prompt" } });
      await send("GET", `/v2/${endpoint}/status/${id}`);
    },
  ];
});
afterAll(() => emulator.close());

test("the emulator's memory stays the same over 60,000 requests", { timeout: 900_000 }, async () => {
  const all = async () => {
    for (const errand of errands) await errand();
  };
  // Each errand sends two requests.
  const requests = errands.length + 1;
  await rounds(20_000 / requests, all);
  const first = heapMegabytes();
  await rounds(40_000 / requests, all);
  // The emulator trims bounded lists from time to time, so memory differs by a megabyte. A list with a line for each request
  // would have grown by ten or more.
  expect(heapMegabytes() - first).toBeLessThan(4);
});

test("after the delete of a pod, the emulator keeps only the pod's line of the bill in memory", {
  timeout: 300_000,
}, async () => {
  const pods = 5_000;
  const first = heapMegabytes();
  await rounds(pods, async () => send("DELETE", `/v2/pods/${(await send("POST", "/v2/pods", pod)).id}`));
  expect((heapMegabytes() - first) * 1e6).toBeLessThan(pods * 1_500);
});

async function rounds(count: number, round: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) {
    await round();
    // Without a new turn of the event loop, the runtime releases nothing.
    if (done % 10 === 0) await turn();
    // The emulator then drops the results of jobs.
    if (done % 250 === 0) emulator.advance(hour);
  }
  emulator.advance(hour);
  await turn();
}

async function send(method: "GET" | "POST" | "DELETE", url: string, payload?: object): Promise<{ id?: string }> {
  const headers = { authorization: "Bearer emulator-key" };
  const { payload: text } = await emulator.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return text === "" ? {} : (JSON.parse(text) as { id?: string });
}

function heapMegabytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}
