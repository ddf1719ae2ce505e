import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Platform, systemClock } from "../../../../client";
import { type Emulator, startEmulator } from "../../../../emulator";
import { creatorOf } from "../../../../provider/kinds/pod/create/creator";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import type { Resource } from "../../../../provider/operations/resource";
import type { Run, Session } from "../../../../provider/operations/run";
import { openSession } from "../../../../provider/operations/session";
import type { Values } from "../../../../provider/planning/values";
import { testRun } from "../../../support/test-run";
import { failure, OneResource } from "../harness";

const timeScale = 0.01;
const inputs = { image: "nginx", gpu: { id: "NVIDIA L4" }, skipAwait: true };

let emulator: Emulator;
let platform: Platform;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 5, start: 5, strict: true });
});
beforeEach(() => {
  emulator.reset();
  const { apiKey, url } = emulator;
  platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale });
});
afterEach(() => platform.close());
afterAll(() => emulator.close());

interface Process {
  readonly allowUnrecorded?: boolean;
  readonly stack?: NonNullable<Run["stack"]>;
  readonly recorded?: NonNullable<Run["recorded"]>;
}

/** What the state holds, for a process that the engine has shown these markers. */
const state = (ids: readonly string[], markers: readonly unknown[] = []): NonNullable<Run["recorded"]> => ({
  knows: (marker) => markers.includes(marker),
  ids: async () => new Set(ids),
  providers: async () => new Map(ids.map((id) => [id, ""])),
  followed: new Map(),
});

/** The pod "web" as another process of the provider would create it, with the state it can read. */
function inAnotherProcess({ allowUnrecorded = false, ...options }: Process = {}): OneResource {
  const settingNames = {
    allowUnrecorded: "the provider argument allowUnrecorded",
    checkCatalog: "",
    endpointTransport: "",
  };
  const session: Session = openSession({ platform, timeScale, allowUnrecorded, settingNames });
  const run = () => ({
    ...testRun({ platform, session, clock: systemClock, timeScale }),
    recorded: state([]),
    ...options,
  });
  return new OneResource(pod as unknown as Resource<Values>, run);
}

const creates = () => emulator.counts().createPod;

describe("a create that finds a pod of the same resource", () => {
  test("which no state holds stops before it sends anything, with id, age, cost and the ways on", async () => {
    const killed = await inAnotherProcess().create(inputs);
    emulator.advance(125_000);

    const { message } = await failure(inAnotherProcess().create({ ...inputs, name: "mine" }));

    expect(message).toMatch(
      new RegExp(
        `^pod "mine" was not created, and nothing was sent\\. The platform already has pod ${killed.id} ` +
          `\\(.* old, \\$[\\d.]+ an hour\\) for the same resource, and the state does not hold it\\. ` +
          `If a run was killed while it created it, run "podwright recover", which writes it into the state\\. ` +
          `If nothing needs it, delete ${killed.id} on the platform\\. Then run "pulumi up"\\. If it is to stay, .* set the provider argument allowUnrecorded to true$`,
      ),
    );
    expect(creates()).toBe(1);
  });

  test("goes on once that pod is deleted, however old the list is that shows it", async () => {
    const killed = await inAnotherProcess().create(inputs);
    const next = inAnotherProcess();
    await failure(next.create(inputs));
    await platform.pods.delete(killed.id);
    await next.create(inputs);
    expect(emulator.state().pods.map(({ id }) => id)).toEqual([next.id]);
  });

  test("goes on where the switch says so", async () => {
    await inAnotherProcess().create(inputs);
    await inAnotherProcess({ allowUnrecorded: true }).create(inputs);
    expect(creates()).toBe(2);
  });

  test.each<[string, (old: OneResource) => ReturnType<typeof state>]>([
    ["the engine has shown as recorded: it is being replaced", ({ state: old }) => state([], [old.inputs.__nonce])],
    ["only the state tells of: `up --replace`, or one that waits for its deletion", ({ id }) => state([id])],
  ])("goes on beside one that %s", async (_, recorded) => {
    const old = await inAnotherProcess().create(inputs);
    await inAnotherProcess({ recorded: recorded(old) }).create(inputs);
    expect(creates()).toBe(2);
  });

  test("stops beside an unrecorded one also while it replaces another", async () => {
    const old = await inAnotherProcess().create(inputs);
    const killed = await inAnotherProcess({ recorded: state([old.id]) }).create(inputs);
    const { message } = await failure(inAnotherProcess({ recorded: state([old.id]) }).create(inputs));
    expect(message).toContain(killed.id);
    expect(message).not.toContain(old.id);
  });

  test("says what to do where the state cannot be read", async () => {
    await inAnotherProcess().create(inputs);
    const recorded = { ...state([]), ids: () => Promise.reject(new Error("there is no `pulumi` on the PATH.")) };
    const { message } = await failure(inAnotherProcess({ recorded }).create(inputs));
    expect(message).toContain(
      "whether the state holds it could not be read (there is no `pulumi` on the PATH): if this run is to replace it, add --refresh. If a run was killed",
    );
    expect(creates()).toBe(1);
  });

  test.each([
    [{ organization: "-", project: "shop", stack: "dev" }, 2],
    [{ organization: "-", project: "other", stack: "prod" }, 2],
    [{ organization: "acme", project: "shop", stack: "prod" }, 1],
  ])("of %o takes only what may be its own: an organization it does not know is no difference", async (stack, made) => {
    await inAnotherProcess().create(inputs);
    await inAnotherProcess({ stack })
      .create(inputs)
      .catch(() => undefined);
    expect(creates()).toBe(made);
  });
});

test("every pod says who created it, with any character in the names, also after its env was changed", async () => {
  const stack = { organization: "acme/eu", project: "shop 1", stack: "prod%2F" };
  const made = await inAnotherProcess({ stack }).create({ ...inputs, env: { MODE: "slow" } });
  const creator = async () => creatorOf(await platform.pods.get(made.id));
  expect(await creator()).toEqual({ ...stack, name: "web", marker: made.state.inputs.__nonce });
  expect(made.state.inputs.__nonce).toMatch(/^[0-9a-f]{32}$/);

  await made.update({ ...inputs, env: { MODE: "fast" } });

  expect((await platform.pods.get(made.id)).env).toMatchObject({ MODE: "fast" });
  expect(await creator()).toMatchObject(stack);
  expect(made.outputs.env).toEqual({ MODE: "fast" });
});
