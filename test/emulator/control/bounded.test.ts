import { afterAll, expect, test } from "vitest";
import { Journal, journalLength } from "../../../emulator/http/journal";
import { partsOf } from "../../../emulator/state/parts";
import { get, opening, post } from "../support/any-request";
import { gpu } from "../support/harness";
import { Machine } from "../support/machine";

const machine = new Machine({ releaseLag: 5000 });
afterAll(() => machine.server.close());

test("the request journal shows the latest 10,000 requests and counts all requests", () => {
  const journal = new Journal();
  const entry = (operation: string) => ({
    at: "",
    surface: "rest" as const,
    operation,
    method: "GET",
    path: "",
    status: 200,
  });
  for (let index = 0; index < 25_000; index++) journal.add(entry(index % 5 === 0 ? "getPod" : "listPods"));
  journal.add(entry("last"));
  expect(journal.list()).toHaveLength(journalLength);
  expect(journal.list().at(-1)?.operation).toBe("last");
  expect(journal.size).toBe(25_001);
  expect(journal.counts()).toEqual({ getPod: 5000, listPods: 20_000, last: 1 });
  journal.clear();
  expect([journal.size, journal.counts()]).toEqual([0, {}]);
});

test("deleted resources leave only their costs in the emulator's memory", async () => {
  for (const request of opening) await machine.send(request);
  machine.platform.clock.advance(25 * 3_600_000);
  const before = kept();
  const mounts = { network: [{ volumeId: "@volume", path: "/v" }] };
  for (let round = 0; round < 50; round++) {
    await send("POST", "/v2/pods", { name: "p", image: "x", gpu: { id: gpu }, registry: "@registry", mounts });
    await send("DELETE", "/v2/pods/:id", undefined, 1);
    for (const path of ["run", "run", "purge-queue"])
      await send("POST", `/v2/:endpointId/${path}`, { input: { round } });
    await send("POST", "/_emulator/script", { pods: { match: { name: "web-*" }, log: ["one"] } });
    await send("POST", "/_emulator/faults", { operation: "listPods", effect: { status: 503 } });
    await send("GET", "/v2/pods");
    machine.platform.clock.advance(500);
  }
  machine.platform.clock.advance(25 * 3_600_000);
  expect(kept()).toEqual(before);
  expect(machine.platform.released.size).toBeLessThan(5);
  expect(machine.platform.faults).toEqual({ planned: [], unseen: new Map() });
}, 30_000);

test("the emulator plans only one event for an endpoint, even after many jobs", async () => {
  machine.reset();
  const scaling = { type: "QUEUE_DELAY", queueDelay: 3600 };
  const workers = { max: 2, idleTimeout: 3600 };
  await send("POST", "/v2/serverless", {
    name: "e",
    image: "x",
    type: "QUEUE",
    gpu: { pools: ["ADA_24"] },
    scaling,
    workers,
  });
  for (let round = 0; round < 100; round++) {
    await send("POST", "/v2/:endpointId/run", { input: { round } });
    machine.platform.clock.advance(200);
  }
  const [endpoint] = machine.platform.endpoints.values();
  expect(endpoint?.counters.completed).toBeGreaterThan(90);
  const looks = machine.platform.clock.save().agenda.filter(({ due }) => due.kind === "endpoint");
  expect(looks).toHaveLength(1);
  machine.platform.clock.advance(2 * 3_600_000);
  expect(endpoint?.workers).toEqual([]);
  machine.reset();
});

test("a control call cannot set the emulator's time beyond the year 9999", async () => {
  const forward = post("/_emulator/clock", { advanceMs: 1e12 });
  let answer = await machine.send(forward);
  while (answer.status === 200) answer = await machine.send(forward);
  expect(JSON.parse(answer.text)).toEqual({ error: "the clock cannot go beyond the year 9999" });
  expect((await machine.send(get("/_emulator/state"))).status).toBe(200);
  expect((await machine.send(get("/v2/pods"))).status).toBe(200);
  machine.reset();
}, 30_000);

/** Returns the number of entries in each part of the platform. */
function kept() {
  const { clock, ledger: _bill, released: _recent, stock: _stock, ...parts } = partsOf(machine.platform);
  const { agenda } = clock as { agenda: unknown[] };
  const jobs = [...machine.platform.endpoints.values()].map((endpoint) => [endpoint.jobs.size, endpoint.queue.length]);
  const sizes = Object.entries(parts).map(([name, part]) => [
    name,
    part instanceof Map ? part.size : String(part).length,
  ]);
  return { agenda: agenda.length, jobs, sizes: Object.fromEntries(sizes.filter(([name]) => name !== "ids")) };
}

async function send(method: string, path: string, body?: object, pick = 0): Promise<void> {
  const { status, text } = await machine.send({ ...get(path), method, body: body && JSON.stringify(body), pick });
  if (status >= 400 && status !== 503) throw new Error(`${method} ${path}: ${status} ${text}`);
}
