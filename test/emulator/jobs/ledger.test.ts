import { expect, test } from "vitest";
import { runs as often } from "../../support/property";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 300 });

const kinds = ["plain", "streams", "fails", "breaks", "hangs", "short"] as const;
type Kind = (typeof kinds)[number];

/** What the test knows about a job from its requests and their answers. */
interface Entry {
  readonly n: number;
  readonly id: string;
  readonly kind: Kind;
  readonly chunks: string[];
  /** Ends of its runs, from its webhooks. */
  readonly ends: string[];
  /** State at the last read. */
  state: string;
  retries: number;
  purged: boolean;
  expiresAt: number;
}

interface Ledger {
  readonly endpoint: string;
  readonly entries: Entry[];
  readonly byId: Map<string, Entry>;
  /** The number of starts of each job. */
  readonly runs: Map<number, number>;
  /** The states of jobs at their retry requests. */
  readonly retried: Set<string>;
}

/** Largest number of workers of the endpoint. */
const most = 12;
const gone = "gone";
const failures = ["FAILED", "TIMED_OUT"];

/** Returns the same random numbers in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const answers = (n: number, run: number) => [1, 2, 3].map((part) => `job ${n} run ${run} part ${part}`);

/** Sets a handler whose jobs stream. Their first runs fail, break off in the middle, or never end. */
function employ(endpoint: string, runs: Map<number, number>): void {
  it.emulator.handle(endpoint, (input) => {
    const { n, kind } = input as { n: number; kind: Kind };
    const run = (runs.get(n) ?? 0) + 1;
    runs.set(n, run);
    const parts = answers(n, run);
    if (kind === "fails" && run === 1) throw new Error("not at the first time");
    if (kind === "hangs" && run === 1) return new Promise(() => undefined);
    if (kind !== "streams" && kind !== "breaks") return { output: parts };
    return (function* () {
      for (const [index, output] of parts.entries()) {
        if (kind === "breaks" && run === 1 && index === 2) throw new Error("broken off");
        yield { output };
      }
    })();
  });
}

async function submit({ endpoint, entries, byId }: Ledger, kind: Kind): Promise<void> {
  const n = entries.length;
  const ttl = kind === "short" ? 10_000 : 86_400_000;
  const policy = { executionTimeout: 5000, ttl };
  const webhook = "https://ledger.example.com/";
  const { body } = await it.send("POST", `/v2/${endpoint}/run`, { input: { n, kind }, policy, webhook });
  const own = { chunks: [], ends: [], retries: 0, purged: false, expiresAt: it.emulator.now() + ttl };
  const entry: Entry = { n, id: body.id, kind, state: body.status, ...own };
  entries.push(entry);
  byId.set(entry.id, entry);
}

async function look({ endpoint }: Ledger, entry: Entry, ttl?: number): Promise<void> {
  const { status, body } = await it.send(
    "GET",
    `/v2/${endpoint}/status/${entry.id}${ttl === undefined ? "" : `?ttl=${ttl}`}`,
  );
  entry.state = status === 404 ? gone : body.status;
  if (status === 200 && ttl !== undefined) entry.expiresAt = it.emulator.now() + ttl;
}

async function read({ endpoint }: Ledger, entry: Entry): Promise<void> {
  const { status, body } = await it.send("GET", `/v2/${endpoint}/stream/${entry.id}`);
  if (status === 200) entry.chunks.push(...body.map(({ output }: { output: string }) => output));
}

async function retry(ledger: Ledger, entry: Entry): Promise<void> {
  await look(ledger, entry);
  const mayBeRetried = failures.includes(entry.state);
  const { status, body } = await it.send("POST", `/v2/${ledger.endpoint}/retry/${entry.id}`);
  const refusal = entry.state === gone ? [404, "job not found"] : [400, "job is not in a retryable state"];
  expect([status, body.detail]).toEqual(mayBeRetried ? [200, undefined] : refusal);
  if (mayBeRetried) expect(body).toEqual({ id: entry.id, status: "IN_QUEUE" });
  if (mayBeRetried) entry.retries++;
  ledger.retried.add(entry.state);
}

async function purge(ledger: Ledger): Promise<void> {
  for (const entry of ledger.entries) await look(ledger, entry);
  const waiting = ledger.entries.filter(({ state }) => state === "IN_QUEUE");
  const { body } = await it.send("POST", `/v2/${ledger.endpoint}/purge-queue`);
  expect(body).toEqual({ removed: waiting.length, status: "completed" });
  for (const entry of waiting) entry.purged = true;
}

function takeWebhooks({ byId }: Ledger): void {
  for (const { jobId, body } of it.emulator.webhooks()) byId.get(jobId)?.ends.push((body as { status: string }).status);
  it.emulator.clearWebhooks();
}

/** Compares the platform's counters and states with the test's own. */
async function balance(ledger: Ledger) {
  takeWebhooks(ledger);
  const { entries, endpoint } = ledger;
  for (const entry of entries) await look(ledger, entry);
  const now = it.emulator.now();
  const ends = (...states: string[]) => entries.flatMap((entry) => entry.ends.filter((end) => states.includes(end)));
  const showing = (state: string) => entries.filter((entry) => entry.state === state).length;
  const health = (await it.send("GET", `/v2/${endpoint}/health`)).body;
  const jobs: Record<"completed" | "failed" | "inProgress" | "inQueue" | "retried", number> = health.jobs;
  expect(jobs).toEqual({
    completed: ends("COMPLETED").length,
    failed: ends(...failures).length,
    inProgress: showing("IN_PROGRESS"),
    inQueue: showing("IN_QUEUE"),
    // Counts the jobs that the platform itself ran again. This test loses no worker, so there are none.
    retried: 0,
  });
  const { idle, running, initializing } = health.workers;
  expect(running).toBe(jobs.inProgress);
  expect(idle + running + initializing).toBeLessThanOrEqual(most);
  for (const { n, state, purged, expiresAt, ends: own, retries } of entries) {
    expect([n, state === gone]).toEqual([n, purged || now >= expiresAt]);
    // Each run ends once. Only a failed run has a successor, and the job shows the end of its last run.
    expect([n, own.slice(0, retries).filter((end) => !failures.includes(end))]).toEqual([n, []]);
    expect(own.length).toBeLessThanOrEqual(retries + 1);
    if (own.length > retries && state !== gone) expect([n, state]).toEqual([n, own.at(-1)]);
    if (own.length <= retries && state !== gone) expect(["IN_QUEUE", "IN_PROGRESS"]).toContain(state);
  }
  const expired = entries.filter(({ purged, expiresAt }) => !purged && now >= expiresAt).length;
  const purged = entries.filter((entry) => entry.purged).length;
  return { ...jobs, cancelled: ends("CANCELLED").length, purged, expired };
}

/** Checks that each run began once, and that every chunk came once and in order. */
async function audit(ledger: Ledger): Promise<void> {
  for (const entry of ledger.entries) {
    const { n, ends, retries, chunks } = entry;
    const runs = ledger.runs.get(n) ?? 0;
    const isCompleted = ends.at(-1) === "COMPLETED";
    if (isCompleted) expect([n, runs]).toEqual([n, retries + 1]);
    expect(runs).toBeLessThanOrEqual(retries + 1);
    const { state } = entry;
    await read(ledger, entry);
    const ofRun = (run: number) => chunks.filter((chunk) => chunk.includes(` run ${run} `));
    if (chunks.length > 0 && isCompleted && state !== gone) expect(ofRun(runs)).toEqual(answers(n, runs));
    for (let run = 1; run <= runs; run++) expect(answers(n, run).slice(0, ofRun(run).length)).toEqual(ofRun(run));
  }
}

test("the emulator neither loses a job nor runs a job twice", {
  timeout: 240_000,
}, async () => {
  const rounds = often(40);
  const endpoint = await it.endpoint({ workersMax: most, scalerType: "REQUEST_COUNT", scalerValue: 1 });
  const ledger: Ledger = { endpoint, entries: [], byId: new Map(), runs: new Map(), retried: new Set() };
  const { entries } = ledger;
  const roll = dice(20_260_601);
  employ(endpoint, ledger.runs);
  for (let round = 1; round <= rounds; round++) {
    for (let n = 0; n < 10; n++) await submit(ledger, kinds[roll(kinds.length)] ?? "plain");
    it.advance(200 + roll(900));
    const one = () => entries[entries.length - 1 - roll(Math.min(entries.length, 120))] as Entry;
    await it.send("POST", `/v2/${endpoint}/cancel/${one().id}`);
    for (let n = 0; n < 3; n++) await retry(ledger, entries[roll(entries.length)] as Entry);
    for (let n = 0; n < 5; n++) await read(ledger, one());
    if (roll(4) === 0) await look(ledger, one(), 1 + roll(3000));
    if (round === rounds / 2 || round === rounds - 2) await purge(ledger);
    takeWebhooks(ledger);
  }
  expect([...ledger.retried].sort()).toEqual([
    "CANCELLED",
    "COMPLETED",
    "FAILED",
    "IN_PROGRESS",
    "IN_QUEUE",
    "TIMED_OUT",
    gone,
  ]);
  await balance(ledger);
  it.advance(300_000);
  const before = await balance(ledger);
  expect(before).toMatchObject({ inQueue: 0, inProgress: 0 });
  for (const [kind, count] of Object.entries({ ...before, inQueue: 99, retried: 99, inProgress: 99 }))
    expect(count, kind).toBeGreaterThan(10);

  // Retries every second failed job. All of these jobs succeed now.
  const failed = entries.filter(({ state }) => failures.includes(state));
  const again = failed.filter((_, index) => index % 2 === 0);
  for (const entry of again) await retry(ledger, entry);
  it.advance(300_000);
  const after = await balance(ledger);
  expect(after.completed).toBe(before.completed + again.length);
  await audit(ledger);

  // Half an hour after the last job, only the counters remain.
  it.advance(30 * 60_000);
  for (const entry of entries) await look(ledger, entry);
  expect(entries.filter(({ state }) => state !== gone)).toEqual([]);
  const { completed, failed: failedInAll, retried } = after;
  expect((await it.send("GET", `/v2/${endpoint}/health`)).body).toMatchObject({
    jobs: { completed, failed: failedInAll, retried, inQueue: 0, inProgress: 0 },
    workers: { idle: 0, running: 0, initializing: 0 },
  });
});
