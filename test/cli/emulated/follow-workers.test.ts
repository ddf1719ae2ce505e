import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { VirtualClock } from "../../support/virtual-clock";
import { commandLine } from "../support/command-line";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 0, strict: true });
});
afterEach(() => emulator.close());

/** The lines of a worker that starts, without its place. */
const started = ["allocating worker", "pulling image worker", "worker is ready"];
const stopped = "worker stopped";

const scale = (id: string, workers: number) =>
  emulator.changeEndpoint(id, { workersMin: workers, workersMax: workers });

/** Follows a log. The command's clock stands still until `listWorkers`. */
function follow(id: string, ...flags: readonly string[]) {
  const clock = new VirtualClock();
  const ending = new AbortController();
  let [out, err, pauses] = ["", "", 0];
  emulator.clearRequests();
  const args = ["logs", id, "--follow", "--output", "json", ...flags, "--cwd", temporaryFolder("elsewhere")];
  const ended = commandLine(args, {
    env: environmentOf(emulator),
    clock,
    signal: ending.signal,
    onOutput: (printed, warned) => {
      [out, err] = [printed, warned];
    },
  });
  const printed = () =>
    out.split("\n").flatMap((text) => (text === "" ? [] : [JSON.parse(text) as Record<"worker" | "line", string>]));
  /** Waits until the command pauses, and ends the pause. */
  const endPause = async () => {
    pauses += 1;
    await expect.poll(() => clock.slept.filter((ms) => ms === 5_000)).toHaveLength(pauses);
    clock.advance(5_000);
  };
  return {
    ended,
    endPause,
    interrupt: () => ending.abort(new Error("interrupted")),
    /** Waits until the command pauses, ends the pause, and waits for the next list. */
    listWorkers: async () => {
      await endPause();
      await expect.poll(() => emulator.counts().listEndpointWorkers).toBe(pauses + 1);
    },
    untilNote: (note: string) => expect.poll(() => err).toContain(note),
    untilLines: (count: number) => expect.poll(printed).toHaveLength(count),
    /** Returns the lines of each worker. */
    lines: () => {
      const lines = new Map<string, string[]>();
      for (const { worker, line } of printed())
        lines.set(worker, [...(lines.get(worker) ?? []), line.replace(/ in .*/, "")]);
      return [...lines.values()];
    },
  };
}

test("podwright logs --follow prints the lines of each worker that starts later", async () => {
  const id = await newEndpoint(emulator, "api", { workersMax: 2 });
  const following = follow(id);
  await following.untilNote(
    `note: endpoint api (${id}) has no workers now. Podwright follows each worker that starts.\n`,
  );
  scale(id, 2);
  await following.listWorkers();
  await following.untilLines(6);
  scale(id, 0);
  await following.untilLines(8);
  await following.listWorkers();
  scale(id, 1);
  await following.listWorkers();
  await following.untilLines(11);
  emulator.changeEndpoint(id, { deleted: true });
  await following.listWorkers();
  const { exitCode, err } = await following.ended;
  expect([exitCode, err.split("\n").at(-2)]).toEqual([
    0,
    `note: RunPod no longer has endpoint api (${id}), so there will be no more lines.`,
  ]);
  expect(following.lines()).toEqual([0, 1, 2].map(() => [...started, stopped]));
  expect(emulator.counts()).toMatchObject({ listEndpointWorkers: 5, getWorkerLogs: 3 });
});

test("podwright logs --follow --tail limits only the lines of workers that exist at the start", async () => {
  const id = await newEndpoint(emulator, "api", { workersMin: 1, workersMax: 2 });
  const following = follow(id, "--tail", "1");
  await following.untilLines(1);
  scale(id, 2);
  await following.listWorkers();
  await following.untilLines(1 + started.length);
  following.interrupt();
  expect(await following.ended).toMatchObject({ exitCode: 0, err: "" });
  expect(following.lines()).toEqual([started.slice(-1), started]);
});

test("podwright logs --follow continues with the next line after RunPod closes the log of a running worker", async () => {
  const id = await newEndpoint(emulator, "api", { workersMin: 1 });
  const ts = new Date(emulator.now()).toISOString().replace(/\..*/, "Z");
  const body = `id: ${ts}/000000000001\ndata: ${JSON.stringify({ ts, source: "system", line: started[0] })}\n\n`;
  emulator.addFault({ operation: "getWorkerLogs", effect: { status: 200, body } });
  const following = follow(id);
  await following.untilLines(1);
  await following.listWorkers();
  await following.untilLines(started.length);
  following.interrupt();
  expect(await following.ended).toMatchObject({ exitCode: 0, err: "" });
  expect(following.lines()).toEqual([started]);
});

test("podwright logs --follow --source leaves out the other lines of workers that start later, too", async () => {
  const id = await newEndpoint(emulator, "api", { workersMax: 1 });
  const following = follow(id, "--source", "container");
  await following.untilNote("has no workers now");
  scale(id, 1);
  await following.listWorkers();
  await expect.poll(() => emulator.counts().getWorkerLogs).toBe(1);
  emulator.changeEndpoint(id, { deleted: true });
  await following.listWorkers();
  expect(await following.ended).toMatchObject({ exitCode: 0 });
  expect(following.lines()).toEqual([["worker is ready"]]);
});

test("podwright logs --follow waits five seconds for the last lines of a deleted endpoint, and no longer", async () => {
  const id = await newEndpoint(emulator, "api", { workersMin: 1 });
  emulator.addFault({ operation: "getWorkerLogs", effect: { delayMs: 20_000 } });
  const following = follow(id);
  await expect.poll(() => emulator.counts().getWorkerLogs).toBe(1);
  emulator.changeEndpoint(id, { deleted: true });
  await following.listWorkers();
  await following.endPause();
  expect(await following.ended).toMatchObject({ exitCode: 0, err: expect.stringContaining("no more lines") });
});

test("podwright logs --follow --worker prints only the lines of the named worker", async () => {
  const id = await newEndpoint(emulator, "api", { workersMin: 2, workersMax: 2 });
  const { workers } = await send<{ workers: { id: string }[] }>(emulator, "GET", `/v2/serverless/${id}/workers`);
  const following = follow(id, "--worker", workers[1]?.id ?? "");
  await following.untilLines(started.length);
  scale(id, 0);
  expect(await following.ended).toMatchObject({ exitCode: 0, err: "" });
  expect(following.lines()).toEqual([[...started, stopped]]);
  expect(emulator.counts()).not.toHaveProperty("listEndpointWorkers");
});
