import { afterAll, test as anyTest, beforeAll, expect } from "vitest";
import { postgres } from "../../../toolchain/lib/test-tools/tools.mjs";
import { Chance } from "../harness/kills/chance";
import { endAll, endedByThemselves, killEngine } from "../harness/kills/kill";
import { type Moment, roundOf } from "../harness/kills/kill-round";
import { until } from "../harness/kills/processes";
import { PostgresBackend } from "../harness/remote/postgres";
import { heldBy, heldOn, locksIn, sharedState } from "../harness/remote/runner";
import { type Shared, sharedStack } from "../harness/remote/shared-stack";
import type { EngineProcess, EngineRun } from "../harness/stack/engine";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { isMissing } from "../harness/tools";

const test = anyTest.skipIf(isMissing(postgres));

/*
 * Two runners deploy one stack at once, again and again, and tests kill them. Odd and even rounds run under different hosts.
 * PODWRIGHT_KILL_ROUNDS is the number of rounds of both hosts together, 2 or more. The round's number and
 * PODWRIGHT_KILL_SEED determine a round.
 */
const rounds = Math.max(2, Number(process.env.PODWRIGHT_KILL_ROUNDS ?? 2));
const seed = Number(process.env.PODWRIGHT_KILL_SEED ?? 1);
const turn = process.env.PODWRIGHT_E2E_HOST === "plugin" ? 0 : 1;
const mine = Array.from({ length: rounds }, (_, index) => index + 1).filter((round) => round % 2 === turn);

/** Providers that survived a kill, to check at the end that they have ended. */
const left: number[] = [];
let shared: Shared;

beforeAll(async () => {
  shared = await sharedStack(() => PostgresBackend.start(), { provision: 100 });
});
afterAll(() => shared.end());

test.each(mine)(
  "after kills during two simultaneous runs, the account has exactly the resources in the state (round %i)",
  { timeout: 300_000 },
  async (number) => {
    const { emulator, backend, first, second } = shared;
    const round = roundOf(new Chance(seed * 1_000 + number), number);
    for (const runner of [first, second]) runner.declare(round.program);
    emulator.clearFaults();
    const { slow: effect } = round;
    if (effect !== undefined)
      for (const operation of ["createPod", "saveEndpoint"]) emulator.addFault({ operation, effect });

    const [moment, ...further] = round.kills;
    emulator.clearRequests();
    const early = first.start("up");
    await new Promise((resume) => setTimeout(resume, round.lateMs));
    const late = second.start("up");
    if (moment !== undefined) await killAt(moment, [early, late]);
    const told: string[] = [early.text(), late.text()];
    for (const again of further) told.push(...(await takeOver(second, again)));
    told.push(...(await takeOver(first)));

    const story = told.join("\n----\n");
    const state = await sharedState(backend);
    expect(state.pending, story).toEqual([]);
    expect(heldBy(state), story).toEqual(heldOn(emulator));
    const names = state.resources.map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2));
    expect(names, story).toEqual(expect.arrayContaining(round.program.map(({ name }) => name)));
    expect(Object.values(heldBy(state)).flat(), story).toHaveLength(round.program.length);
    expect(
      state.resources.filter((resource) => resource.delete === true || resource.initErrors !== undefined),
      story,
    ).toEqual([]);
    expect(
      emulator.state().pods.filter(({ status }) => status !== "RUNNING"),
      story,
    ).toEqual([]);
    expect(await locksIn(backend)).toEqual([]);
    await endedByThemselves(left.splice(0));
  },
);

/** The guide's steps after a kill. The `up` may also be killed; otherwise it must succeed. */
async function takeOver(runner: TestStack, moment?: Moment): Promise<string[]> {
  const { emulator } = shared;
  const cancel = await runner.cancel();
  const recover = await runPodwright(runner, ["recover", "--stack", "test"]);
  expect(recover).toMatchObject({ exitCode: 0 });
  emulator.clearRequests();
  const run = runner.start("up");
  if (moment !== undefined) await killAt(moment, [run]);
  const { ok, text } = await ended(run);
  const told = [cancel.text, recover.out, recover.err, text];
  if (moment === undefined) expect(ok, told.join("\n----\n")).toBe(true);
  return told;
}

/**
 * Kills every engine that still works at that moment. A finished engine, or an engine without the lock, has ended.
 */
async function killAt({ requests, afterMs, machine }: Moment, engines: readonly EngineProcess[]): Promise<void> {
  const over = new Set<EngineProcess>();
  for (const engine of engines) void engine.finished.then(() => over.add(engine));
  const { emulator } = shared;
  await until(
    "the moment of the kill",
    () => over.size === engines.length || emulator.requests().length >= requests,
    120_000,
  );
  await new Promise((resume) => setTimeout(resume, afterMs));
  for (const engine of engines.filter((each) => !over.has(each))) {
    const { providers } = await killEngine(engine);
    if (machine) endAll(providers);
    else left.push(...providers);
  }
  await Promise.all(engines.map(ended));
}

/** A killed engine's streams stay open as long as its orphaned processes, so this only waits for the engine's process. */
function ended({ child, finished, text }: EngineProcess): Promise<Pick<EngineRun, "ok" | "text">> {
  if (child.signalCode !== null) return Promise.resolve({ ok: false, text: text() });
  return finished;
}
