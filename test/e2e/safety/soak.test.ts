import { afterAll, test as anyTest, beforeAll, expect } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { postgres } from "../../../toolchain/lib/test-tools/tools.mjs";
import { Chance } from "../harness/kills/chance";
import { endAll, endedByThemselves, killEngine } from "../harness/kills/kill";
import { until } from "../harness/kills/processes";
import { type Interruption, longestDelayMs, programOf, roundOf } from "../harness/kills/soak-round";
import { changeOutside } from "../harness/platform/outside";
import { PostgresBackend } from "../harness/remote/postgres";
import { heldBy, heldOn, runnerOn, sharedState } from "../harness/remote/runner";
import type { EngineProcess, EngineRun } from "../harness/stack/engine";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { nameOf } from "../harness/stack/steps";
import { isMissing } from "../harness/tools";

/*
 * One stack that is edited again and again, on a platform that errs, by runs that are killed. PODWRIGHT_SOAK_ROUNDS is
 * the number of rounds; a round follows from its number and PODWRIGHT_SOAK_SEED.
 */
const rounds = Number(process.env.PODWRIGHT_SOAK_ROUNDS ?? 2);
const seed = Number(process.env.PODWRIGHT_SOAK_SEED ?? 1);

const test = anyTest.skipIf(isMissing(postgres));

let emulator: Emulator;
let stack: TestStack;
/** Not a folder: a killed engine can leave half a state file there, which is Pulumi's to prevent. */
let backend: PostgresBackend;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 100, start: 20, workerStart: 20, strict: true });
  backend = await PostgresBackend.start();
  stack = await runnerOn(emulator, backend).init();
  stack.declare(programOf(new Chance(seed)));
  const { ok, text } = await stack.up();
  expect(ok, text).toBe(true);
});

afterAll(async () => {
  stack.dispose();
  await emulator.close();
  await backend.stop();
});

test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
  "round %i: whatever fails or is killed, the account ends with what the state holds, and nothing was made twice",
  { timeout: 300_000 },
  async (number) => {
    const { program, faults, interruption, recovers } = roundOf(new Chance(seed * 1_000 + number), number);
    const story = [JSON.stringify({ number, recovers, interruption, faults })];
    stack.declare(program);
    for (const fault of faults) emulator.addFault(fault);
    emulator.clearRequests();

    const run = stack.start("up");
    if (interruption !== undefined) await interrupt(run, interruption);
    story.push((await ended(run)).text);
    emulator.clearFaults();
    await expectNoDoubles(story);

    story.push((await stack.cancel()).text);
    if (recovers) {
      const { exitCode, out, err } = await runPodwright(stack, ["recover", "--stack", "test"]);
      story.push(out, err);
      expect(exitCode, story.join("\n----\n")).toBe(0);
    }
    const up = await stack.up();
    story.push(up.text);
    await expectNoDoubles(story);
    if (!up.ok) {
      await deleteWhatIsNamed(up, recovers, story);
      const again = await stack.up();
      story.push(again.text);
      expect(again.ok, story.join("\n----\n")).toBe(true);
    }

    const state = await sharedState(backend);
    const ours = state.resources.filter(({ type }) => /podwright:/.test(type) && !type.startsWith("pulumi:"));
    const told = story.join("\n----\n");
    expect(heldBy(state), told).toEqual(heldOn(emulator));
    expect(ours.map(({ urn }) => nameOf(urn)).sort(), told).toEqual(program.map(({ name }) => name).sort());
    expect(
      emulator
        .state()
        .pods.map(({ status }) => status)
        .filter((status) => status !== "RUNNING"),
      told,
    ).toEqual([]);
    expect(
      ours.flatMap(({ initErrors = [] }) => initErrors),
      told,
    ).toEqual([]);
    // Without `recover`, Pulumi keeps the entries of killed creations, which it warns of.
    if (recovers) expect(state.pending, told).toEqual([]);
  },
);

async function interrupt(run: EngineProcess, { how, requests, afterMs }: Interruption): Promise<void> {
  let over = false;
  void run.finished.then(() => {
    over = true;
  });
  await until("the moment of the interruption", () => over || emulator.requests().length >= requests);
  await new Promise((resume) => setTimeout(resume, afterMs));
  if (over) return;
  if (how === "ctrl-c") {
    run.child.kill("SIGINT");
    return;
  }
  const { providers } = await killEngine(run);
  if (how === "machine") endAll(providers);
  await endedByThemselves(providers);
  // A request that the platform holds back does its work after its sender is gone.
  await new Promise((resume) => setTimeout(resume, longestDelayMs));
}

/** A killed engine's streams stay open as long as what it left behind: its end is its process's. */
function ended({ child, finished, text }: EngineProcess): Promise<Pick<EngineRun, "text">> {
  return child.signalCode === "SIGKILL" ? Promise.resolve({ text: text() }) : finished;
}

/** Pods on the platform that the state does not hold. */
async function unrecorded(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const held = new Set(heldBy(await sharedState(backend)).Pod);
  return emulator.state().pods.filter(({ id }) => !held.has(id));
}

/** A kill may leave one pod unrecorded, and no run makes a second one of the same resource beside it. */
async function expectNoDoubles(story: readonly string[]): Promise<void> {
  const resources = (await unrecorded()).map(({ name }) => /(one|two|three|four)/.exec(name)?.[0] ?? name);
  expect(resources, story.join("\n----\n")).toEqual([...new Set(resources)]);
}

/** The way on that needs no `recover`: the refusal names each pod that nothing recorded, and the user deletes it. */
async function deleteWhatIsNamed(up: EngineRun, recovers: boolean, story: readonly string[]): Promise<void> {
  const lost = await unrecorded();
  const told = story.join("\n----\n");
  expect(recovers, told).toBe(false);
  expect(lost, told).not.toEqual([]);
  for (const { id } of lost) {
    expect(up.text, told).toContain(id);
    await changeOutside(emulator, "Pod", id, { deleted: true });
  }
}
