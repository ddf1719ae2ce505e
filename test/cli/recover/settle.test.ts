import { describe, expect, test } from "vitest";
import type { Finding, Outcome } from "../../../cli/recover/outcome";
import { readable, recoverState } from "../../../cli/recover/settle";
import type { ExportedState, PendingOperation, StateResource } from "../../../cli/stack/state";
import interrupted from "./fixtures/interrupted.json";

// `interrupted.json` was exported after a real engine was killed while two pods, `named` and `web`, were being created.
const state = interrupted as unknown as ExportedState;
const now = new Date("2026-11-21T12:00:00Z");

const urn = (name: string, kind = "Pod") => `urn:pulumi:test::e2e::pulumi-nodejs:dynamic/podwright:${kind}::${name}`;

test("what a creation made becomes a resource that the next up continues", () => {
  const { resources, pending, outcomes } = recovered(state, { web: made("pod1"), named: made("pod2") });

  expect(actions(outcomes)).toEqual({ named: "adopted", web: "adopted" });
  expect(pending).toEqual([]);
  expect(named(resources, "web")).toMatchObject([
    { id: "pod1", custom: true, initErrors: [expect.stringContaining("recovered")], created: now.toISOString() },
  ]);
});

test("a recovered resource keeps the code it is run with and the mark of its creation", () => {
  const [web] = named(recovered(state, { web: made("pod1") }).resources, "web");

  expect(web?.outputs).toMatchObject({ status: "RUNNING", __provider: web?.inputs?.__provider, __logicalName: "web" });
  expect(web?.outputs?.__provider).toEqual(expect.any(String));
});

test("secrets are the ciphertexts they were, in inputs and outputs alike", () => {
  const [web] = named(recovered(state, { web: made("pod1") }).resources, "web");

  expect(web?.outputs?.env).toHaveProperty("ciphertext");
  expect(web?.outputs?.env).toEqual(web?.inputs?.env);
  expect(web?.inputs).toEqual(pendingOf(state, "web").resource.inputs);
});

test("a creation without effect is dropped, and everything else in the state stays as it was", () => {
  const { resources, pending, outcomes } = recovered(state, {});

  expect(actions(outcomes)).toEqual({ named: "dropped", web: "dropped" });
  expect(pending).toEqual([]);
  expect(resources).toEqual(state.deployment?.resources);
});

test("a similar resource is reported and never adopted", () => {
  const { resources, outcomes } = recovered(state, { named: { created: [], similar: ["stranger"] } });

  expect(outcomeOf(outcomes, "named")).toMatchObject({ action: "dropped", alike: ["stranger"] });
  expect(named(resources, "named")).toEqual([]);
});

test("a resource of the same name that the state holds itself is not reported", () => {
  const old = resource("other", { id: "mine" });

  const { outcomes } = recovered(withResources(state, old), { named: { created: [], similar: ["mine"] } });

  expect(outcomeOf(outcomes, "named")).toMatchObject({ action: "dropped", alike: [] });
});

test("a second recovery changes nothing", () => {
  const once = recoverState(state, findings(state, { web: made("pod1") }), now);
  const twice = recoverState(once.state, new Map(), new Date("2027-01-01T00:00:00Z"));

  expect(twice.outcomes).toEqual([]);
  expect(twice.state).toEqual(once.state);
});

test("what the state holds already is not written twice", () => {
  const { resources, outcomes } = recovered(withResources(state, resource("web", { id: "pod1" })), {
    web: made("pod1"),
  });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "recorded", id: "pod1" });
  expect(named(resources, "web")).toHaveLength(1);
});

test("what the state holds under the other host's type is not written twice", () => {
  const moved = { ...resource("web", { id: "pod1" }), urn: "urn:pulumi:test::e2e::podwright:index:Pod::web" };

  const { resources, outcomes } = recovered(withResources(state, { ...moved, type: "podwright:index:Pod" }), {
    web: made("pod1"),
  });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "recorded", id: "pod1" });
  expect(named(resources, "web")).toHaveLength(1);
});

test("duplicates of what the state holds already are named", () => {
  const { outcomes } = recovered(withResources(state, resource("web", { id: "two" })), {
    web: { created: [...made("one").created, ...made("two").created], similar: [] },
  });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "recorded", id: "two", twins: ["one"] });
});

test("a secret inside a list is the ciphertext it was", () => {
  const ciphertext = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
  const operation = pendingOf(state, "web");
  const inputs = { ...operation.resource.inputs, dataCenterIds: ["EU-RO-1", ciphertext] };
  const listed = withPending(state, { ...operation, resource: { ...operation.resource, inputs } });
  const [live] = made("pod1").created;

  const { resources } = recovered(listed, {
    web: {
      created: [{ id: "pod1", outputs: { ...live?.outputs, dataCenterIds: ["EU-RO-1", "canary"] } }],
      similar: [],
    },
  });

  expect(readable(inputs)).not.toHaveProperty("dataCenterIds");
  expect(named(resources, "web")[0]?.outputs?.dataCenterIds).toEqual(["EU-RO-1", ciphertext]);
  expect(JSON.stringify(resources)).not.toContain("canary");
});

test("beside a live resource of the same name, what the killed run created is to be deleted", () => {
  const live = resource("web", { id: "healthy" });

  const { resources, outcomes } = recovered(withResources(state, live), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
  expect(named(resources, "web")).toEqual([live, expect.objectContaining({ id: "pod1", delete: true })]);
});

/** The platform's clock may be ahead of the runner's or behind it; only pods say when they were created. */
const kinds = [
  ["Pod", -10],
  ["Pod", 10],
  ["NetworkVolume", undefined],
  ["Template", undefined],
  ["RegistryCredential", undefined],
  ["ServerlessEndpoint", undefined],
] as const;

describe.each(kinds)("a %s, with the platform's clock off by %s minutes,", (kind, minutes) => {
  const begun = "2026-11-21T10:00:00Z";
  const times = { created: "2026-11-21T09:59:00.123456789Z", modified: "2026-11-21T09:59:30.5Z" };
  const createdAt = minutes === undefined ? undefined : new Date(Date.parse(begun) + minutes * 60_000).toISOString();
  const old = { ...resource("web", { id: "old", inputs: { image: "old" }, ...times }), ...placed("web", kind) };
  const user = resource("user", { id: "u", dependencies: [urn("web", kind)] });
  const operation = (more: object) => {
    const { type, resource: pending } = pendingOf(state, "web");
    return withPending(state, { type, resource: { ...pending, ...placed("web", kind), ...more } });
  };
  const found = { web: madeAt(createdAt) };

  test("that was created to replace a live one takes its place, and the old one is to be deleted", () => {
    const { resources, outcomes } = recovered(withResources(operation(times), old, user), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", id: "pod1", old: "old" });
    expect(resources.slice(-3)).toMatchObject([
      { id: "pod1", initErrors: [expect.anything()], created: now.toISOString() },
      { ...old, delete: true },
      user,
    ]);
  });

  test("does so where the replacement was ordered and the inputs are the same", () => {
    const same = { ...old, inputs: pendingOf(state, "web").resource.inputs ?? {} };

    const { outcomes } = recovered(withResources(operation(times), same), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", old: "old" });
  });

  test.each([
    ["was created by a later run", {}, { created: "2026-11-21T10:01:00Z", modified: "2026-11-21T10:01:00Z" }],
    ["replaced the same old one in a later run", times, { created: "2026-11-21T10:01:00Z", modified: times.modified }],
    ["was changed by a later run", times, { ...times, modified: "2026-11-21T10:01:00Z" }],
    ["was there when nothing was recorded of it", {}, {}],
  ])("goes where the live one %s", (_, begunWith, liveTimes) => {
    const live = { ...old, ...liveTimes };

    const { resources, outcomes } = recovered(withResources(operation(begunWith), live), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
    expect(named(resources, "web")).toMatchObject([live, { id: "pod1", delete: true }]);
    expect(named(resources, "web")[0]).not.toHaveProperty("delete");
  });

  test("takes no place where the live one's predecessor is still to be deleted", () => {
    const later = { ...old, id: "later", created: "2026-11-21T10:01:00Z" };

    const { resources } = recovered(withResources(operation(times), later, { ...old, delete: true }), found);

    expect(named(resources, "web").map(({ id, delete: gone = false }) => [id, gone])).toEqual([
      ["later", false],
      ["old", true],
      ["pod1", true],
    ]);
  });
});

test("a recovered resource refers only to what the state still holds", () => {
  const operation = pendingOf(state, "web");
  const [kept, gone] = [urn("tpl", "Template"), urn("deleted-since")];
  const references = { dependencies: [kept, gone], propertyDependencies: { image: [gone], env: [kept] } };

  const { resources } = recovered(
    withPending(state, { ...operation, resource: { ...operation.resource, ...references } }),
    { web: made("pod1") },
  );

  expect(named(resources, "web")).toMatchObject([
    { id: "pod1", dependencies: [kept], propertyDependencies: { image: [], env: [kept] } },
  ]);
});

test("protection of the live resource does not keep what supersedes nothing", () => {
  const operation = pendingOf(state, "web");
  const protectedState = withPending(state, { ...operation, resource: { ...operation.resource, protect: true } });

  const { resources } = recovered(withResources(protectedState, resource("web", { id: "healthy" })), {
    web: made("pod1"),
  });

  expect(named(resources, "web")[1]).not.toHaveProperty("protect");
});

test("two killed runs that each created one leave one to continue with and one to delete", () => {
  const again = withPending(state, pendingOf(state, "web"), { ...pendingOf(state, "web") });
  const [newer, older] = again.deployment?.pending_operations ?? [];
  const found = new Map([
    [newer as PendingOperation, made("new")],
    [older as PendingOperation, made("old")],
  ]);

  const { state: after } = recoverState(again, found, now);

  expect(named(after.deployment?.resources ?? [], "web")).toMatchObject([
    { id: "new", initErrors: [expect.anything()] },
    { id: "old", delete: true },
  ]);
});

test("a replacement whose old resource is gone already takes its place in the order", () => {
  const old = resource("web", { id: "old", pendingReplacement: true });
  const user = resource("user", { id: "u", dependencies: [urn("web")] });

  const { resources } = recovered(withResources(state, old, user), { web: made("pod1") });

  expect(named(resources, "web")).toMatchObject([{ id: "pod1" }]);
  expect(names(resources)).toEqual([...names(state.deployment?.resources ?? []), "web", "user"]);
});

test("a recovered resource comes before what refers to it", () => {
  const user = resource("user", { id: "u", propertyDependencies: { image: [urn("web")] } });

  const { resources } = recovered(withResources(state, user), { web: made("pod1") });

  expect(names(resources).indexOf("web")).toBeLessThan(names(resources).indexOf("user"));
});

test("a second one of the same creation is named", () => {
  const { outcomes } = recovered(state, {
    web: { created: [...made("one").created, ...made("two").created], similar: [] },
  });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "adopted", id: "one", twins: ["two"] });
});

test.each(["updating", "deleting", "reading", "importing"])("an interrupted %s of ours is dropped", (type) => {
  const live = resource("web", { id: "pod1" });
  const { resources, pending, outcomes } = recovered(
    withResources(withPending(state, { type, resource: live }), live),
    {},
  );

  expect(actions(outcomes)).toEqual({ web: "settled" });
  expect(pending).toEqual([]);
  expect(named(resources, "web")).toEqual([live]);
});

test.each(["aws:s3/bucket:Bucket", "pulumi-nodejs:dynamic/other:Pod", "pulumi-nodejs:dynamic/podwright:Unheard"])(
  "what is pending of %s is left alone",
  (type) => {
    const foreign = { type: "creating", resource: { ...resource("theirs", {}), type } };
    const mixed = withPending(state, foreign, pendingOf(state, "web"));

    const { pending, outcomes } = recovered(mixed, { web: made("pod1") });

    expect(actions(outcomes)).toEqual({ theirs: "foreign", web: "adopted" });
    expect(pending).toEqual([foreign]);
  },
);

test("resources of the plugin are recovered as well", () => {
  const operation = pendingOf(state, "web");
  const plugin = withPending(state, { ...operation, resource: { ...operation.resource, type: "podwright:index:Pod" } });

  expect(recovered(plugin, { web: made("pod1") }).outcomes).toMatchObject([{ action: "adopted", id: "pod1" }]);
});

function recovered(of: ExportedState, found: Readonly<Record<string, Finding>>) {
  const { state: after, outcomes } = recoverState(of, findings(of, found), now);
  return {
    outcomes,
    resources: after.deployment?.resources ?? [],
    pending: after.deployment?.pending_operations ?? [],
  };
}

function findings(of: ExportedState, found: Readonly<Record<string, Finding>>): Map<PendingOperation, Finding> {
  return new Map(Object.entries(found).map(([name, finding]) => [pendingOf(of, name), finding]));
}

/** One live pod, with the outputs its resource would answer: the readable inputs, and what the platform adds. */
function made(id: string): Finding {
  const { env: _, ...inputs } = pendingOf(state, "web").resource.inputs ?? {};
  return { created: [{ id, outputs: { ...inputs, status: "RUNNING" } }], similar: [] };
}

/** The same where the platform says when it created it. */
function madeAt(createdAt: string | undefined): Finding {
  const finding = made("pod1");
  if (createdAt === undefined) return finding;
  return {
    ...finding,
    created: finding.created.map(({ id, outputs }) => ({ id, outputs: { ...outputs, createdAt } })),
  };
}

function pendingOf(of: ExportedState, name: string): PendingOperation {
  const found = of.deployment?.pending_operations?.find(({ resource }) => resource.urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`nothing is pending for ${name}`);
  return found;
}

function resource(name: string, more: Partial<StateResource>): StateResource {
  return { urn: urn(name), type: "pulumi-nodejs:dynamic/podwright:Pod", custom: true, ...more };
}

function placed(name: string, kind: string) {
  return { urn: urn(name, kind), type: `pulumi-nodejs:dynamic/podwright:${kind}` };
}

function withResources(of: ExportedState, ...more: StateResource[]): ExportedState {
  return { ...of, deployment: { ...of.deployment, resources: [...(of.deployment?.resources ?? []), ...more] } };
}

function withPending(of: ExportedState, ...pending: PendingOperation[]): ExportedState {
  return { ...of, deployment: { ...of.deployment, pending_operations: pending } };
}

function nameOf(urnText: string): string {
  return urnText.slice(urnText.lastIndexOf("::") + 2);
}

function names(resources: readonly StateResource[]): string[] {
  return resources.map((each) => nameOf(each.urn));
}

function named(resources: readonly StateResource[], name: string): StateResource[] {
  return resources.filter((each) => nameOf(each.urn) === name);
}

function actions(outcomes: readonly Outcome[]): Record<string, string> {
  return Object.fromEntries(outcomes.map(({ operation, action }) => [nameOf(operation.resource.urn), action]));
}

function outcomeOf(outcomes: readonly Outcome[], name: string): Outcome | undefined {
  return outcomes.find(({ operation }) => nameOf(operation.resource.urn) === name);
}
