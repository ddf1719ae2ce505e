import { afterAll, test as anyTest, beforeAll, expect } from "vitest";
import type { Emulator } from "../../../emulator";
import { postgres } from "../../../toolchain/lib/test-tools/tools.mjs";
import { send } from "../../support/account";
import { Chance } from "../harness/kills/chance";
import { endAll, endedByThemselves, killEngine } from "../harness/kills/kill";
import { descendantsOf, providersAmong, until } from "../harness/kills/processes";
import { type Interruption, longestDelayMs, programOf, roundOf } from "../harness/kills/soak-round";
import { changeOutside } from "../harness/platform/outside";
import { quickEmulator } from "../harness/quick-emulator";
import { PostgresBackend } from "../harness/remote/postgres";
import { heldBy, heldOn, itemsOn, runnerOn, sharedState } from "../harness/remote/runner";
import type { EngineProcess, EngineRun } from "../harness/stack/engine";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { nameOf } from "../harness/stack/steps";
import { isMissing } from "../harness/tools";

/*
 * Edits one stack again and again on a faulty emulator, with runs that tests kill. The first half of the rounds runs under
 * the plugin, the second half under the dynamic host. PODWRIGHT_SOAK_ROUNDS is the number of rounds under both together, 2
 * or more. The round's number and PODWRIGHT_SOAK_SEED determine a round.
 */
const rounds = Math.max(2, Number(process.env.PODWRIGHT_SOAK_ROUNDS ?? 4));
const half = Math.ceil(rounds / 2);
const seed = Number(process.env.PODWRIGHT_SOAK_SEED ?? 1);
const isPlugin = process.env.PODWRIGHT_E2E_HOST === "plugin";
const mine = Array.from({ length: rounds }, (_, index) => index + 1).filter((round) => round <= half === isPlugin);

const test = anyTest.skipIf(isMissing(postgres));

let emulator: Emulator;
let stack: TestStack;
/**
 * The state is in PostgreSQL and not in a folder, where a killed engine can leave half a state file. Only Pulumi can
 * prevent this.
 */
let backend: PostgresBackend;

beforeAll(async () => {
  emulator = await quickEmulator({ provision: 100 });
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

test.each(mine)(
  "after failures and kills, the account has exactly the resources in the state (round %i)",
  { timeout: 300_000 },
  async (number) => {
    const { program, faults, interruption, destroys, recovers } = roundOf(new Chance(seed * 1_000 + number), number);
    const story = [JSON.stringify({ number, recovers, destroys, interruption, faults })];
    stack.declare(program);
    for (const fault of faults) emulator.addFault(fault);
    emulator.clearRequests();

    const run = stack.start("up");
    if (interruption !== undefined) await interrupt(run, interruption);
    story.push((await ended(run)).text);
    emulator.clearFaults();
    await expectNoDoubles(story);

    // Only a killed engine leaves a lock.
    if (run.child.signalCode !== null) story.push((await stack.cancel()).text);
    if (destroys) story.push((await stack.destroy()).text);
    if (recovers) {
      const { exitCode, out, err } = await runPodwright(stack, ["recover", "--stack", "test"]);
      story.push(out, err);
      // A resource of a plugin that died under a living engine is not pending. The report names it, and the user
      // decides.
      const isNamed = interruption?.how === "plugin" && exitCode === 6;
      expect(isNamed ? 0 : exitCode, story.join("\n----\n")).toBe(0);
    }
    let up = await stack.up();
    story.push(up.text);
    await expectNoDoubles(story);
    // After an error the engine starts no further operation, so dependent resources come in a later run.
    for (let left = 3; !up.ok && left > 0; left -= 1) {
      expect(recovers && interruption?.how !== "plugin", story.join("\n----\n")).toBe(false);
      await deleteWhatIsNamed(up, story);
      up = await stack.up();
      story.push(up.text);
      await expectNoDoubles(story);
    }
    expect(up.ok, story.join("\n----\n")).toBe(true);

    const state = await sharedState(backend);
    const ours = state.resources.filter(({ type }) => /podwright:/.test(type) && !type.startsWith("pulumi:"));
    const told = story.join("\n----\n");
    expect(heldBy(state), told).toEqual(heldOn(emulator));
    expect(ours.map(({ urn }) => nameOf(urn)).sort(), told).toEqual(program.map(({ name }) => name).sort());
    expect(
      itemsOn(emulator)
        .Pod.map(({ status }) => status)
        .filter((status) => status !== "RUNNING"),
      told,
    ).toEqual([]);
    expect(
      ours.flatMap(({ initErrors = [] }) => initErrors),
      told,
    ).toEqual([]);
    // Without `recover`, Pulumi keeps the entries of killed creations and warns of them.
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
  if (how === "plugin") {
    endAll(providersAmong(descendantsOf(run.child.pid ?? Number.NaN)));
    return;
  }
  const { providers } = await killEngine(run);
  if (how === "machine") endAll(providers);
  await endedByThemselves(providers);
  // The emulator still serves a delayed request after its sender is gone.
  await new Promise((resume) => setTimeout(resume, longestDelayMs));
}

/** A killed engine's streams stay open as long as its orphaned processes, so this only waits for the engine's process. */
function ended({ child, finished, text }: EngineProcess): Promise<Pick<EngineRun, "text">> {
  return child.signalCode === "SIGKILL" ? Promise.resolve({ text: text() }) : finished;
}

/** The resources on the emulator that cost money and are in no state. */
async function unrecorded() {
  const held = heldBy(await sharedState(backend));
  const { Template: _, ...costly } = itemsOn(emulator);
  return Object.entries(costly).flatMap(([kind, items]) =>
    items
      .filter(({ id }) => !held[kind as keyof typeof costly].includes(id))
      .map(({ id, name }) => ({ kind: kind as keyof typeof costly, id, name })),
  );
}

/** A kill may leave one unrecorded instance of a resource, but no run creates a second instance beside it. */
async function expectNoDoubles(story: readonly string[]): Promise<void> {
  const resources = (await unrecorded()).map(
    ({ name }) => /(one|two|three|four|train|answers|data)/.exec(name)?.[0] ?? name,
  );
  expect(resources, story.join("\n----\n")).toEqual([...new Set(resources)]);
}

/** The way without `recover`: the refusal names the unrecorded resources, and the user deletes them. */
async function deleteWhatIsNamed(up: EngineRun, story: readonly string[]): Promise<void> {
  const named = (await unrecorded()).filter(({ id }) => up.text.includes(id));
  expect(named, story.join("\n----\n")).not.toEqual([]);
  for (const { kind, id } of named) {
    if (kind === "Cluster") await send(emulator, "DELETE", `/v2/clusters/${id}`);
    else await changeOutside(emulator, kind, id, { deleted: true });
  }
}
