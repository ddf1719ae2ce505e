import { Pool } from "undici";
import { emulatorProcess } from "./emulator-process";
import { median } from "./pairs";
import { processorOf } from "./process-tree";

const connections = 16;
const authorization = "Bearer emulator-key";
const pod = { name: "bench", image: "nginx", gpu: { id: "NVIDIA L4" }, env: { A: "1" } };
const endpoint = {
  name: "bench",
  image: "worker",
  type: "QUEUE",
  scaling: { type: "REQUEST_COUNT", requestCount: 1 },
  gpu: { pools: ["ADA_24"] },
  workers: { min: connections, max: connections },
};

type Send = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Record<string, unknown>>;

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A task of a client, and the number of its requests. */
interface Errand {
  readonly name: string;
  readonly requests: number;
  readonly run: () => Promise<unknown>;
}

/** Measures how many requests the emulator answers in a second of processor time, on one core. Works only on Linux. */
export async function emulatorThroughput(): Promise<string[]> {
  return withEmulator(async (send, pid) => {
    const figures: string[] = [];
    for (const errand of await errandsOn(send)) {
      await repeat(errand, 1_000);
      const before = processorOf(pid);
      await repeat(errand, 8_000);
      figures.push(`${errand.name} ${(8_000 / (processorOf(pid) - before)).toFixed(0)}`);
    }
    return [`emulator, requests per second of one core: ${figures.join("; ")}`];
  });
}

const manyPods = 1_000;
const manyJobs = 10_000;

/**
 * Measures the list of pods and the console's views in a large account. Compares them with the list of an account with
 * a tenth of the pods.
 */
export async function largeAccount(): Promise<string[]> {
  return withEmulator(async (send) => {
    await Promise.all(Array.from({ length: manyPods / 10 }, () => send("POST", "/v2/pods", pod)));
    const tenth = await middleOf(() => send("GET", "/v2/pods"));
    await Promise.all(Array.from({ length: manyPods - manyPods / 10 }, () => send("POST", "/v2/pods", pod)));
    const all = await middleOf(() => send("GET", "/v2/pods"));
    const { id } = await send("POST", "/v2/serverless", endpoint);
    const input = { prompt: "a prompt" };
    for (let job = 0; job < manyJobs; job += connections)
      await Promise.all(Array.from({ length: connections }, () => send("POST", `/v2/${id}/run`, { input })));
    const view = (query: string) => middleOf(() => send("GET", `/_emulator/console/view?${query}`));
    const [overview, search] = [await view("view=overview"), await view("view=jobs&search=zz")];
    return [
      `emulator, ${manyPods} pods: list ${all.toFixed(1)} ms, ${(all / tenth).toFixed(1)} times the list of a tenth`,
      `console, ${manyPods} pods and ${manyJobs} jobs: overview ${overview.toFixed(1)} ms, search in all jobs ${search.toFixed(1)} ms, ` +
        `${(overview / all).toFixed(2)} and ${(search / all).toFixed(2)} times that list`,
    ];
  });
}

/** Returns the median time in milliseconds. */
async function middleOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 25; round++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function withEmulator(measure: (send: Send, pid: number) => Promise<string[]>): Promise<string[]> {
  const emulator = await emulatorProcess();
  const pool = new Pool(emulator.url, { connections, pipelining: 1 });
  const send: Send = async (method, path, body) => {
    const answer = await pool.request({
      method,
      path,
      headers: { authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return read({ status: answer.statusCode, text: await answer.body.text() });
  };
  try {
    return await measure(send, emulator.pid);
  } finally {
    await pool.close();
    await emulator.stop();
  }
}

/** Returns the client's tasks. Their account has a hundred pods and an endpoint. */
async function errandsOn(send: Send): Promise<Errand[]> {
  const pods = await Promise.all(Array.from({ length: 100 }, () => send("POST", "/v2/pods", pod)));
  const { id } = await send("POST", "/v2/serverless", endpoint);
  return [
    { name: "read a pod", requests: 1, run: () => send("GET", `/v2/pods/${pods[0]?.id}`) },
    { name: "list 100 pods", requests: 1, run: () => send("GET", "/v2/pods") },
    {
      name: "create and delete a pod",
      requests: 2,
      run: async () => send("DELETE", `/v2/pods/${(await send("POST", "/v2/pods", pod)).id}`),
    },
    {
      name: "submit a job and ask for it",
      requests: 2,
      run: async () => {
        const job = await send("POST", `/v2/${id}/run`, { input: { prompt: "a prompt" } });
        return send("GET", `/v2/${id}/status/${job.id}`);
      },
    },
  ];
}

async function repeat({ requests, run }: Errand, count: number): Promise<void> {
  let left = count / requests;
  const client = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: connections }, client));
}

function read({ status, text }: Answered): Record<string, unknown> {
  if (status >= 400) throw new Error(`${status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
