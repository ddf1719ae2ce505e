import { expect, test } from "vitest";
import type { Finding, Outcome } from "../../../cli/recover/outcome";
import { recoverState } from "../../../cli/recover/surgery";
import type { ExportedState, PendingOperation, StateResource } from "../../../cli/state";
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

test("what made nothing is dropped, and everything else in the state stays as it was", () => {
  const { resources, pending, outcomes } = recovered(state, {});

  expect(actions(outcomes)).toEqual({ named: "dropped", web: "dropped" });
  expect(pending).toEqual([]);
  expect(resources).toEqual(state.deployment?.resources);
});

test("what merely looks alike is reported and never adopted", () => {
  const { resources, outcomes } = recovered(state, { named: { made: [], alike: ["stranger"] } });

  expect(outcomeOf(outcomes, "named")).toMatchObject({ action: "dropped", alike: ["stranger"] });
  expect(named(resources, "named")).toEqual([]);
});

test("a namesake that the state holds itself is not reported", () => {
  const old = resource("other", { id: "mine" });

  const { outcomes } = recovered(withResources(state, old), { named: { made: [], alike: ["mine"] } });

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

test("beside a live resource of the same name, what the killed run made is to be deleted", () => {
  const live = resource("web", { id: "healthy" });

  const { resources, outcomes } = recovered(withResources(state, live), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
  expect(named(resources, "web")).toEqual([live, expect.objectContaining({ id: "pod1", delete: true })]);
});

test("what was made to replace a live resource takes its place, and the old one is to be deleted", () => {
  const old = resource("web", { id: "old", created: "2026-11-21T09:00:00Z", inputs: { gpu: { id: "NVIDIA A40" } } });
  const user = resource("user", { id: "u", dependencies: [urn("web")] });

  const { resources, outcomes } = recovered(withResources(state, old, user), { web: madeAt("2026-11-21T10:00:00Z") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", id: "pod1", old: "old" });
  expect(resources.slice(-3)).toMatchObject([
    { id: "pod1", initErrors: [expect.anything()] },
    { ...old, delete: true },
    user,
  ]);
});

test("a live resource that is younger than what a killed run made is never deleted, whatever its inputs", () => {
  const live = resource("web", { id: "new", created: "2026-11-21T11:00:00Z", inputs: { gpu: { id: "NVIDIA A40" } } });

  const { resources } = recovered(withResources(state, live), { web: madeAt("2026-11-21T10:00:00Z") });

  expect(named(resources, "web")).toMatchObject([live, { id: "pod1", delete: true }]);
});

test("a live resource with the same inputs is never deleted, whatever the clocks say", () => {
  const { name: _, ...inputs } = pendingOf(state, "web").resource.inputs ?? {};
  const live = resource("web", {
    id: "new",
    created: "2026-11-21T09:00:00Z",
    inputs: { ...inputs, name: "web-9999999" },
  });

  const { resources } = recovered(withResources(state, live), { web: madeAt("2026-11-21T10:00:00Z") });

  expect(named(resources, "web")).toMatchObject([{ id: "new" }, { id: "pod1", delete: true }]);
});

test("protection of the live resource does not keep what supersedes nothing", () => {
  const operation = pendingOf(state, "web");
  const protectedState = withPending(state, { ...operation, resource: { ...operation.resource, protect: true } });

  const { resources } = recovered(withResources(protectedState, resource("web", { id: "healthy" })), {
    web: made("pod1"),
  });

  expect(named(resources, "web")[1]).not.toHaveProperty("protect");
});

test("two killed runs that each made one leave one to go on with and one to delete", () => {
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
  const { outcomes } = recovered(state, { web: { made: [...made("one").made, ...made("two").made], alike: [] } });

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
  return { made: [{ id, outputs: { ...inputs, status: "RUNNING" } }], alike: [] };
}

function madeAt(createdAt: string): Finding {
  const finding = made("pod1");
  return { ...finding, made: finding.made.map(({ id, outputs }) => ({ id, outputs: { ...outputs, createdAt } })) };
}

function pendingOf(of: ExportedState, name: string): PendingOperation {
  const found = of.deployment?.pending_operations?.find(({ resource }) => resource.urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`nothing is pending for ${name}`);
  return found;
}

function resource(name: string, more: Partial<StateResource>): StateResource {
  return { urn: urn(name), type: "pulumi-nodejs:dynamic/podwright:Pod", custom: true, ...more };
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
