import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../../../client";
import type { Values } from "../../../../kernel/values";
import { creatorKey, creatorOf } from "../../../../provider/creating/creator";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { creationNotes } from "../../../../provider/hosts/journal/creations";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { markerOf } from "../../../../provider/planning/marker";
import type { BegunCreations, Run, Witnesses } from "../../../../provider/session/run";
import type { SessionOptions } from "../../../../provider/session/session";
import { declaring } from "../../../support/engine";
import type { OneResource } from "../../../support/one-resource";
import { temporaryFolder } from "../../../support/temporary-folder";
import { testRun } from "../../../support/test-run";
import { failure, useLifecycles } from "../harness";
import { aCluster, anEndpoint, anEndpointOverRest, aPod, aVolume, freeKinds, type Kind } from "./kinds";

const world = useLifecycles();
let transport: "graphql" | "rest" = "graphql";
beforeEach(() => {
  transport = "graphql";
});

async function open(other: typeof transport): Promise<void> {
  transport = other;
  await world.switchTo(other);
}

interface Process {
  readonly allowUnrecorded?: boolean;
  readonly takeOver?: boolean;
  readonly stack?: NonNullable<Run["stack"]>;
  /** Further resources in the state. */
  readonly holding?: readonly OneResource[];
  readonly run?: Partial<Run>;
  readonly session?: Partial<SessionOptions>;
  readonly clock?: Clock;
  readonly witnesses?: Partial<Witnesses>;
}

const prod = { organization: "-", project: "shop", stack: "prod" };

/** A kind whose duplicate costs money, and the facts in the refusal of that duplicate. */
interface Costly extends Kind {
  readonly facts: string;
}

const kept = { workersMin: 1, workersMax: 1 };
const thePod: Costly = { ...inputsOf(aPod, { skipAwait: true }), facts: "\\w+ old, \\$[\\d.]+ an hour" };
const theCluster: Costly = { ...inputsOf(aCluster, { skipAwait: true }), facts: thePod.facts };
const onEndpoint: Costly = { ...inputsOf(anEndpoint, kept), facts: "workersMin 1, \\$[\\d.]+ an hour now" };
const kinds: readonly Costly[] = [
  thePod,
  theCluster,
  { ...aVolume, facts: "10 GB in US-TX-3, which RunPod bills until you delete the volume" },
  onEndpoint,
  { ...inputsOf(anEndpointOverRest, kept), facts: `\\w+ old, ${onEndpoint.facts}` },
];

function inputsOf(kind: Kind, more: Values): Kind {
  return { ...kind, inputs: { ...kind.inputs, ...more } };
}

const { inputs } = thePod;

/** The resource "web" in a state that does not have it, as after a kill. */
function inAnotherProcess(
  {
    allowUnrecorded = false,
    takeOver = true,
    stack = prod,
    holding = [],
    run = {},
    session: more = {},
    clock = systemClock,
    witnesses = {},
  }: Process = {},
  { resource }: Pick<Kind, "resource"> = thePod,
) {
  const settingNames = {
    allowUnrecorded: "the provider argument allowUnrecorded",
    checkCatalog: "",
    endpointTransport: "",
  };
  const session = { allowUnrecorded, takeOver, settingNames, transport: { name: transport, wayTo: () => "" }, ...more };
  const made = world.stackOf(resource, { clock, stack, session, run, witnesses });
  for (const held of holding) made.engine.resources.set(held.id, { ...held.state, resource: held.resource });
  return made;
}

const creates = () => world.emulator.counts().createPod;

async function aTemplate(): Promise<string> {
  return (await world.platform.templates.create({ name: `t-${Math.random()}`, image: "worker", serverless: true })).id;
}

describe.each(kinds)("the search for an unrecorded $what ($creates)", (kind) => {
  beforeEach(async () => {
    if (kind.transport !== undefined) await open(kind.transport);
  });
  const given = async (more: Values = {}): Promise<Values> =>
    kind.resource === onEndpoint.resource
      ? { ...kind.inputs, templateId: await aTemplate(), ...more }
      : { ...kind.inputs, ...more };
  const ids = async () => (await kind.collection(world.platform).list()).map(({ id }) => id);

  test("without takeOver, makes a create fail with an error that names the cost of the found resource and the next steps", async () => {
    const wanted = await given();
    const killed = await inAnotherProcess({}, kind).up(wanted);
    world.emulator.advance(125_000);
    world.emulator.clearRequests();

    const importSentence = (id: string) => `With Pulumi alone, import ${id}`;
    const pending = [{ kind: kind.resource.kind, name: "web", marker: markerOf(killed.inputs) }];
    const { message } = await failure(
      inAnotherProcess({ takeOver: false, run: { importSentence }, witnesses: { pending } }, kind).up({
        ...wanted,
        name: "mine",
      }),
    );

    expect(message).toMatch(
      new RegExp(
        `^${kind.what} "mine" was not created, and Podwright sent nothing\\.\\nRunPod already has ${kind.what} ${killed.id} ` +
          `\\(${kind.facts}\\) for the same resource, and no state contains it: a killed run of this stack created it\\. ` +
          `Run "podwright recover", which adds it to the state\\. With Pulumi alone, import ${killed.id}\\nThen run "pulumi up"\\.\\n` +
          `To create another ${kind.what} beside ${killed.id}, set the provider argument allowUnrecorded to true$`,
      ),
    );
    expect(world.emulator.counts()[kind.creates]).toBeUndefined();
    expect(await ids()).toEqual([killed.id]);
  });

  test("continues with the resource that a killed run created, gives it the declared name, and says so", async () => {
    const wanted = await given();
    const killed = await inAnotherProcess({}, kind).up(wanted);
    world.emulator.advance(125_000);
    world.emulator.clearRequests();
    const pending = [{ kind: kind.resource.kind, name: "web", marker: markerOf(killed.inputs) }];

    const next = inAnotherProcess({ witnesses: { pending } }, kind);
    await next.up({ ...wanted, name: "mine" });

    expect(next.id).toBe(killed.id);
    expect(next.lines.join("\n")).toMatch(
      new RegExp(
        `^warning: took over ${kind.what} ${killed.id} \\(${kind.facts}\\), which a killed run of this stack created$`,
        "m",
      ),
    );
    expect(await kind.collection(world.platform).list()).toMatchObject([{ id: killed.id, name: "mine" }]);
    await next.refresh();
    expect(await next.preview({ ...wanted, name: "mine" })).toMatchObject({ step: "same" });
  });

  test("changes nothing of what the program leaves out when it continues with a resource", async () => {
    const settings = async () =>
      (await kind.collection(world.platform).list()).map((item) => {
        // These facts arrive when the containers start.
        const { actions, dataCenterId, network, runtime, ssh, startedAt, status, ...settled } = item as Values;
        const { name, pods, primary, ...lasting } = settled;
        return lasting;
      });
    const wanted = await given();
    const killed = await inAnotherProcess({}, kind).up(wanted);
    for (const { id, env } of world.emulator.state().pods)
      world.emulator.changePod(id, { env: { ...env, ADDED: "by another tool" } });
    const pending = [{ kind: kind.resource.kind, name: "web", marker: markerOf(killed.inputs) }];
    const before = await settings();

    await inAnotherProcess({ witnesses: { pending } }, kind).up({ ...wanted, name: "mine" });

    expect(await settings()).toEqual(before);
  });

  test("leaves a resource alone that another stack contains, and names that stack", async () => {
    const wanted = await given();
    const moved = await inAnotherProcess({}, kind).up(wanted);
    const holders = new Map([[`${kind.resource.kind} ${moved.id}`, "acme/shop/live"]]);
    const importSentence = () => "import it";
    const { message } = await failure(
      inAnotherProcess({ run: { importSentence }, witnesses: { holders } }, kind).up(wanted),
    );
    expect(message).toMatch(
      new RegExp(
        `sent nothing\\.\\nRunPod's ${kind.what} ${moved.id} \\(${kind.facts}\\) carries the mark of this resource, but it belongs to stack acme/shop/live now, whose state contains it\\.`,
      ),
    );
    expect(message).not.toMatch(/import|recover|delete it/);
    expect(await ids()).toEqual([moved.id]);
  });

  test("says what it cannot prove about a resource without a trace of a killed or failed run", async () => {
    const wanted = await given();
    const made = await inAnotherProcess({}, kind).up(wanted);
    const importSentence = () => "import it";
    const { message } = await failure(inAnotherProcess({ run: { importSentence } }, kind).up(wanted));
    expect(message).toMatch(
      new RegExp(
        `RunPod already has ${kind.what} ${made.id} .*Podwright cannot prove that a killed or failed run of this stack created it: .*, and no .*pending.*\\. So Podwright leaves it alone\\. Find out whose ${made.id} is`,
      ),
    );
    expect(message).not.toMatch(/import it|podwright recover/);
  });

  test("recognises the stack that created a resource", async () => {
    const made = await inAnotherProcess({}, kind).up(await given());
    const found = async (stack: NonNullable<Run["stack"]>) =>
      kind.resource.createdByStack?.({ ...testRun({ platform: world.platform }), stack });
    const marker = made.inputs.__nonce ?? made.inputs.__autoname;
    expect(await found(prod)).toEqual([{ id: made.id, name: "web", marker }]);
    expect(await found({ ...prod, stack: "dev" })).toEqual([]);
  });

  test("ignores resources of another stack and resources in the state", async () => {
    const old = await inAnotherProcess({ stack: { ...prod, stack: "dev" } }, kind).up(await given());
    const own = await inAnotherProcess({}, kind).up(await given());
    const next = await inAnotherProcess({ holding: [own] }, kind).up(await given());
    expect((await ids()).toSorted()).toEqual([old.id, own.id, next.id].toSorted());
  });

  test("requests the account's list only once for many creates at the same time", async () => {
    const wanted = [await given(), await given(), await given()];
    // No time passes, however slow the machine is.
    const clock = { now: () => 0, sleep: systemClock.sleep.bind(systemClock) };
    const one = inAnotherProcess({ clock }, kind);
    world.emulator.clearRequests();
    const program = wanted.map((inputs, index) => [`web-${index}`, declaring(one.resource)(inputs)] as const);
    await one.engine.up(Object.fromEntries(program));
    // The read of a new endpoint is a list, too.
    const looks = kind.resource === serverlessEndpoint ? wanted.length : 0;
    expect(world.emulator.counts()).toMatchObject({ [kind.lists]: 1 + looks, [kind.creates]: 3 });
  });
});

describe("a pod of a failed run", () => {
  const failedThen = () => {
    const time = world.emulator.state().pods[0]?.createdAt ?? "";
    return {
      version: 0,
      kind: "update",
      startTime: time,
      endTime: time,
      result: "failed",
      resourceChanges: { same: 1 },
    };
  };

  test("is taken over", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const witnesses = { runs: [failedThen()], states: new Map([[0, new Set<string>()]]) };
    const next = await inAnotherProcess({ witnesses }).up({ ...inputs, image: "nginx:2" });
    expect(next.id).toBe(killed.id);
    expect(await world.platform.pods.list()).toMatchObject([{ id: killed.id, image: "nginx:2" }]);
  });

  test("is shown with the command that deletes it, if takeOver is false", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const runs = [failedThen()];
    const states = new Map([[0, new Set<string>()]]);
    const { message } = await failure(inAnotherProcess({ takeOver: false, witnesses: { runs, states } }).up(inputs));
    expect(message).toContain(
      `no state contains it: a failed run of this stack created it. "podwright recover --delete-unrecorded ${killed.id}" deletes it. Then run "pulumi up".`,
    );
  });

  test("does not hinder a create if it is a copy of a recorded pod", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const markers = new Map([[markerOf(killed.inputs) ?? "", "original"]]);
    await inAnotherProcess({ witnesses: { markers } }).up(inputs);
    expect(creates()).toBe(2);
  });
});

describe("an unfinished creation that RunPod cannot bring to the declared values", () => {
  const pendingFor = ({ inputs }: OneResource, kind: string) => ({
    pending: [{ kind, name: "web", marker: markerOf(inputs) }],
  });

  test("is deleted and created again", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const next = inAnotherProcess({ witnesses: pendingFor(killed, "Pod") });
    await next.up({ ...inputs, gpu: { id: "NVIDIA A40" } });
    expect(next.id).not.toBe(killed.id);
    expect((await world.platform.pods.list()).map(({ id }) => id)).toEqual([next.id]);
    expect(next.lines.join("\n")).toMatch(
      /^warning: deleted pod .* created, because RunPod cannot change its gpu\.id$/m,
    );
  });

  test("is not chosen if two killed runs each left one", async () => {
    const killed = [await inAnotherProcess().up(inputs), await inAnotherProcess({ allowUnrecorded: true }).up(inputs)];
    const pending = killed.flatMap((one) => pendingFor(one, "Pod").pending);
    const { message } = await failure(inAnotherProcess({ witnesses: { pending } }).up(inputs));
    for (const { id } of killed) expect(message).toContain(`RunPod already has pod ${id}`);
    expect(creates()).toBe(2);
  });

  test("stays if it can contain data", async () => {
    const killed = await inAnotherProcess({}, aVolume).up(aVolume.inputs);
    const next = inAnotherProcess({ witnesses: pendingFor(killed, "NetworkVolume") }, aVolume);
    const { message } = await failure(next.up({ ...aVolume.inputs, dataCenter: "EU-RO-1" }));
    expect(message).toContain(`RunPod already has network volume ${killed.id}`);
    expect((await world.platform.networkVolumes.list()).map(({ id }) => id)).toEqual([killed.id]);
  });

  test("is recorded if RunPod refuses the change of its values", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const next = inAnotherProcess({ witnesses: pendingFor(killed, "Pod") });
    world.emulator.addFault({ operation: "updatePod", effect: { status: 400 } });
    await failure(next.up({ ...inputs, image: "nginx:2" }));
    expect(next.id).toBe(killed.id);
  });
});

describe.each(freeKinds)("an unrecorded $what, which costs nothing", (kind) => {
  const ids = async () => (await kind.collection(world.platform).list()).map(({ id }) => id);

  test("is taken over after a killed run, and made again if RunPod never shows its value", async () => {
    const killed = await inAnotherProcess({}, kind).up(kind.inputs);
    const pending = [{ kind: kind.resource.kind, name: "web", marker: markerOf(killed.inputs) }];
    const next = await inAnotherProcess({ witnesses: { pending } }, kind).up(kind.inputs);
    expect(await ids()).toEqual([next.id]);
    expect(next.id === killed.id).toBe(kind.resource.kind === "Template");
    expect(next.lines.join("\n")).toMatch(
      new RegExp(
        `^warning: (took over|deleted) ${kind.what} ${killed.id}, which a killed run of this stack created`,
        "m",
      ),
    );
    await next.refresh();
    expect(await next.preview(kind.inputs)).toMatchObject({ step: "same" });
  });

  test("without proof stays, and a warning names it beside the new one", async () => {
    const other = await inAnotherProcess({}, kind).up(kind.inputs);
    const next = await inAnotherProcess({}, kind).up(kind.inputs);
    expect((await ids()).toSorted()).toEqual([other.id, next.id].toSorted());
    expect(next.lines.join("\n")).toContain(`RunPod already has ${kind.what} ${other.id} for the same resource`);
  });
});

/** RunPod reports the time of a secret. */
const untimed = [aVolume, onEndpoint, ...freeKinds.filter(({ resource }) => resource.kind !== "Secret")];

describe.each(untimed)("a $what that a failed run left, whose time RunPod does not report", (kind) => {
  const folder = () => temporaryFolder("notes");
  const ids = async () => (await kind.collection(world.platform).list()).map(({ id }) => id);
  const made = async () =>
    kind.resource === onEndpoint.resource ? { ...kind.inputs, templateId: await aTemplate() } : kind.inputs;
  /** A run that failed, and whose process died after RunPod's answer to the create. */
  async function fail(wanted: Values, notes: BegunCreations) {
    const dying = { ...notes, end: () => undefined };
    const killed = await inAnotherProcess({ session: { begun: dying } }, kind).up(wanted);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const times = { startTime: at(-60_000), endTime: at(1_000) };
    const runs = [{ version: 0, kind: "update", result: "failed", resourceChanges: { same: 1 }, ...times }];
    return { killed, witnesses: { runs, states: new Map([[0, new Set<string>()]]) } };
  }

  test("is taken over or made again with the note of this machine, which the next run removes", async () => {
    const place = folder();
    const notes = creationNotes(place, "file:///backend");
    const wanted = await made();
    const { killed, witnesses } = await fail(wanted, notes);
    expect(readdirSync(join(place, "creations"))).toHaveLength(1);

    const next = await inAnotherProcess({ witnesses, session: { begun: notes } }, kind).up(wanted);

    expect(await ids()).toEqual([next.id]);
    expect(next.lines.join("\n")).toMatch(
      new RegExp(
        `^warning: (took over|deleted) ${kind.what} ${killed.id}.*, which a failed run of this stack created`,
        "m",
      ),
    );
    expect(readdirSync(join(place, "creations"))).toEqual([]);
  });

  test("stays without a note, as of another machine, and with the note of another backend", async () => {
    const place = folder();
    const wanted = await made();
    const { killed, witnesses } = await fail(wanted, creationNotes(place, "file:///other"));
    for (const begun of [undefined, creationNotes(place, "file:///backend")]) {
      await inAnotherProcess({ witnesses, session: { begun } }, kind)
        .up(wanted)
        .catch(() => undefined);
      expect(await ids()).toContain(killed.id);
    }
  });
});

describe("an endpoint with an explicit name", () => {
  const inputsOn = (templateId: string) => ({ ...onEndpoint.inputs, templateId, name: "answers" });

  test("is not created over GraphQL if an unrecorded endpoint has the same name and template", async () => {
    const wanted = inputsOn(await aTemplate());
    const killed = await inAnotherProcess({}, onEndpoint).up(wanted);
    const { message } = await failure(inAnotherProcess({}, onEndpoint).up(wanted));
    expect(message).toContain(`RunPod already has endpoint ${killed.id} (`);
  });

  test("is not created over REST if the same stack has created an unrecorded endpoint", async () => {
    await open("rest");
    const wanted = inputsOn(await aTemplate());
    const killed = await inAnotherProcess({}, onEndpoint).up(wanted);
    expect((await failure(inAnotherProcess({}, onEndpoint).up(wanted))).message).toContain(killed.id);
    await inAnotherProcess({ stack: { ...prod, stack: "dev" } }, onEndpoint).up(wanted);
    expect(await world.platform.endpoints.list()).toHaveLength(2);
  });

  test("is not created twice over REST after an update of env, which keeps the mark of the stack", async () => {
    await open("rest");
    const wanted = inputsOn(await aTemplate());
    const killed = await inAnotherProcess({}, onEndpoint).up({ ...wanted, env: { MODE: "slow" } });
    await killed.up({ ...wanted, env: { MODE: "fast" } });
    await killed.up(wanted);
    const { message } = await failure(inAnotherProcess({}, onEndpoint).up(wanted));
    expect(message).toContain(killed.id);
    expect(await world.platform.endpoints.list()).toHaveLength(1);
  });

  test("never shows the environment variable in which Podwright stores the endpoint's stack and name", async () => {
    await open("rest");
    const made = await inAnotherProcess({}, onEndpoint).up({
      ...inputsOn(await aTemplate()),
      env: { MODE: "slow" },
    });
    expect((await world.platform.endpoints.get(made.id)).env).toMatchObject({
      MODE: "slow",
      [creatorKey]: expect.anything(),
    });
    const imported = await inAnotherProcess({}, onEndpoint).import(made.id);
    expect(imported.inputs.env).toEqual({ MODE: "slow" });
    await made.refresh();
    expect(made.outputs.env).toEqual({ MODE: "slow" });
    await made.up({ ...inputsOn(String(made.outputs.templateId)), env: { MODE: "fast" } });
    expect(made.outputs.env).toEqual({ MODE: "fast" });
  });
});

test.each(["graphql", "rest"] as const)(
  "if the create request over %s is lost, Podwright adopts no endpoint that uses another template",
  async (surface) => {
    await open(surface);
    const [wanted, others] = [await aTemplate(), await aTemplate()];
    const [creates, lists] = surface === "rest" ? ["createEndpoint", "listEndpoints"] : ["saveEndpoint", "myself"];
    world.emulator.addFault({ operation: creates, effect: { dropRequest: true } });
    // The lists of the account and of the name come before the create, and this list comes after it.
    world.emulator.addFault({ operation: lists, skip: 2, effect: { delayMs: 200 } });
    world.emulator.clearRequests();
    const process = inAnotherProcess({}, onEndpoint);
    const creation = process.up({ ...onEndpoint.inputs, templateId: wanted, name: "answers" });
    await expect.poll(() => world.emulator.counts()[lists]).toBe(3);
    const other = await world.platform.endpoints.create({ gpuIds: "AMPERE_16", name: "answers", templateId: others });
    await creation;
    expect(process.id).not.toBe(other.id);
    expect(process.outputs.templateId).toBe(wanted);
  },
);

describe("a second endpoint with the same template", () => {
  const refusal = async (isHeld: boolean) => {
    const templateId = await aTemplate();
    const bound = await inAnotherProcess({}, onEndpoint).up({ ...onEndpoint.inputs, templateId, name: "first" });
    const importSentence = (id: string) => `With Pulumi alone, import ${id}`;
    const process = inAnotherProcess({ run: { importSentence }, holding: isHeld ? [bound] : [] }, onEndpoint);
    const { message } = await failure(process.up({ ...onEndpoint.inputs, templateId, name: "second" }));
    return { message, templateId, id: bound.id };
  };

  test("is refused if the state lacks the first endpoint, with what Podwright knows about that endpoint", async () => {
    const { message, templateId, id } = await refusal(false);
    expect(message).toMatch(
      new RegExp(
        `template is already bound to another endpoint.* Another endpoint uses template ${templateId}\\. ` +
          `RunPod already has endpoint ${id} \\(workersMin 1, \\$[\\d.]+ an hour now\\) for the same resource, and the state does not contain it\\. ` +
          `Podwright cannot prove .*\\. Or give this endpoint its own template$`,
      ),
    );
  });

  test("is refused if the state contains the first endpoint, with the advice for a rename and for a replacement", async () => {
    const { message, id, templateId } = await refusal(true);
    expect(message).toContain(
      `Endpoint ${id} ("first") uses template ${templateId}, and the stack's state contains this endpoint. If the program has renamed the resource, give it the resource option aliases`,
    );
    expect(message).toContain(
      "give the endpoint the resource option deleteBeforeReplace: true. Otherwise give this endpoint its own template.",
    );
  });

  test("causes a warning at preview, whether RunPod or only the program has the first endpoint", async () => {
    await open("graphql");
    const anEndpoint = declaring(serverlessEndpoint);
    const [templateId, another] = [await aTemplate(), await aTemplate()];
    const engine = world.engine();
    const on = (id: string) => anEndpoint({ ...onEndpoint.inputs, templateId: id });
    await engine.preview({ first: on(templateId), other: on(another) });
    expect(engine.lines).toEqual([]);
    expect(world.emulator.counts().myself).toBe(1);
    await engine.preview({ first: on(templateId), second: on(templateId) });
    expect(engine.lines).toEqual([
      `second: warning: RunPod will refuse this endpoint, because only one endpoint at a time can use a template. The new endpoint "first" of this program also uses template ${templateId}. Give this endpoint its own template`,
    ]);
    await engine.up({ first: on(templateId) });
    await engine.preview({ first: on(templateId) });
    expect(engine.lines).toEqual([]);
    await engine.preview({ renamed: on(templateId) });
    expect(engine.lines.join()).toContain('give it the resource option aliases: [{ name: "first" }]');
    await open("rest");
    await engine.preview({ renamed: on(templateId) });
    expect(engine.lines).toEqual([]);
  });
});

describe("a cluster with slow pods", () => {
  const slow = useLifecycles({ provision: 60_000 });

  test("is not created twice after a killed run, even if the user chose the cluster's name", async () => {
    const { skipAwait: _, ...training } = theCluster.inputs;
    const stack = slow.stackOf(theCluster.resource, { stack: prod });
    const creation = failure(stack.up({ ...training, name: "training" }));
    await expect.poll(() => slow.emulator.counts().createCluster).toBe(1);
    stack.engine.kill();
    await creation;

    const { message } = await failure(stack.up({ ...training, name: "training" }));
    expect(message).toContain("RunPod already has cluster");
  });
});

describe("the create of a second pod for the same resource", () => {
  test("succeeds after the user has deleted the first pod", async () => {
    const killed = await inAnotherProcess().up(inputs);
    const next = inAnotherProcess();
    await failure(next.up(inputs));
    await world.platform.pods.delete(killed.id);
    await next.up(inputs);
    expect(world.emulator.state().pods.map(({ id }) => id)).toEqual([next.id]);
  });

  test("succeeds if allowUnrecorded is set", async () => {
    await inAnotherProcess().up(inputs);
    await inAnotherProcess({ allowUnrecorded: true }).up(inputs);
    expect(creates()).toBe(2);
  });

  test.each<[string, (old: OneResource) => Promise<unknown>]>([
    ["a changed input", (old) => old.up({ ...inputs, gpu: { id: "NVIDIA A40" } })],
    ["the option --replace", (old) => old.replace(inputs)],
  ])("succeeds if the second pod replaces the first pod because of %s", async (_, replacing) => {
    await replacing(await inAnotherProcess().up(inputs));
    expect(creates()).toBe(2);
  });

  test("succeeds if Pulumi still has to delete the first pod", async () => {
    const stack = await inAnotherProcess().up(inputs);
    stack.engine.pendingDeletes.push({ ...stack.state, resource: stack.resource, name: "web" });
    stack.engine.resources.clear();
    await stack.up(inputs);
    expect(creates()).toBe(2);
  });

  test("fails if an unrecorded pod exists, even if the create replaces another pod", async () => {
    const old = await inAnotherProcess().up(inputs);
    const killed = await inAnotherProcess({ holding: [old] }).up(inputs);
    const { message } = await failure(old.replace(inputs));
    expect(message).toContain(killed.id);
    expect(message).not.toContain(old.id);
  });

  test("fails if Podwright cannot read the state, with the advice to add --refresh", async () => {
    await inAnotherProcess().up(inputs);
    const ids = () => Promise.reject(new Error("there is no `pulumi` on the PATH."));
    const recorded = Object.assign(new SeenState(), { ids });
    const { message } = await failure(inAnotherProcess({ run: { recorded } }).up(inputs));
    expect(message).toContain(
      "Podwright could not find out whether the state contains it (there is no `pulumi` on the PATH); if this run replaces it, add --refresh.",
    );
    expect(creates()).toBe(1);
  });

  test.each([
    [{ organization: "-", project: "shop", stack: "dev" }, 2],
    [{ organization: "-", project: "other", stack: "prod" }, 2],
    [{ organization: "acme", project: "shop", stack: "prod" }, 1],
  ])("fails only if the first pod belongs to the same stack: %o", async (stack, made) => {
    await inAnotherProcess().up(inputs);
    await inAnotherProcess({ stack })
      .up(inputs)
      .catch(() => undefined);
    expect(creates()).toBe(made);
  });
});

test("a pod still shows which stack and resource created it after a change of its env", async () => {
  const stack = { organization: "acme/eu", project: "shop 1", stack: "prod%2F" };
  const made = await inAnotherProcess({ stack }).up({ ...inputs, env: { MODE: "slow" } });
  const creator = async () => creatorOf(await world.platform.pods.get(made.id));
  expect(await creator()).toEqual({ ...stack, name: "web", marker: made.inputs.__nonce });
  expect(made.inputs.__nonce).toMatch(/^[0-9a-f]{32}$/);

  await made.up({ ...inputs, env: { MODE: "fast" } });

  expect((await world.platform.pods.get(made.id)).env).toMatchObject({ MODE: "fast" });
  expect(await creator()).toMatchObject(stack);
  expect(made.outputs.env).toEqual({ MODE: "fast" });
});

test("a pod that lost its mark to another tool gets it back with the next change that restarts it", async () => {
  const made = await inAnotherProcess().up({ ...inputs, env: { MODE: "slow" } });
  const env = async () => (await world.platform.pods.get(made.id)).env;
  const marks = Object.entries(await env()).filter(([key]) => key.startsWith("PODWRIGHT_"));
  expect(marks).toHaveLength(2);
  world.emulator.changePod(made.id, { env: { MODE: "slow" } });

  await made.up({ ...inputs, env: { MODE: "slow" }, name: "renamed" });
  expect(await env()).toEqual({ MODE: "slow" });

  await made.up({ ...inputs, env: { MODE: "slow" }, name: "renamed", image: "nginx:2" });
  expect(await env()).toEqual({ MODE: "slow", ...Object.fromEntries(marks) });
  expect(made.outputs.env).toEqual({ MODE: "slow" });
});
