import { expect, test } from "vitest";
import type { Outcome } from "../../../cli/recover/outcome";
import { reportOf } from "../../../cli/recover/report";
import { readable, recoverState } from "../../../cli/recover/settle";
import { resourcesIn, type StateResource } from "../../../cli/stack/state";
import {
  actions,
  circumstances,
  findings,
  made,
  named,
  names,
  now,
  outcomeOf,
  pendingOf,
  placed,
  recovered,
  resource,
  state,
  urn,
  withPending,
  withResources,
} from "../support/recovery";

// `interrupted.json` was exported after a real engine was killed while two pods, `named` and `web`, were being created.
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
  const once = recoverState(state, findings(state, { web: made("pod1") }), circumstances);
  const twice = recoverState(once.state, new Map(), { ...circumstances, now: new Date("2027-01-01T00:00:00Z") });

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

test("an equal id of another kind is another resource", () => {
  const template = { ...resource("worker", { id: "pod1" }), ...placed("worker", "Template") };

  const { outcomes } = recovered(withResources(state, template), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "adopted", id: "pod1" });
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

test("a recovered resource refers only to what the state still holds", () => {
  const operation = pendingOf(state, "web");
  const [kept, gone] = [urn("tpl", "Template"), urn("deleted-since")];
  const references = {
    dependencies: [kept, gone],
    propertyDependencies: { image: [gone], env: [kept], disk: null as unknown as string[] },
  };

  const { resources } = recovered(
    withPending(state, { ...operation, resource: { ...operation.resource, ...references } }),
    { web: made("pod1") },
  );

  expect(named(resources, "web")).toMatchObject([
    { id: "pod1", dependencies: [kept], propertyDependencies: { image: [], env: [kept], disk: [] } },
  ]);
});

test.each([
  ["is given its value", { propertyDependencies: { image: [urn("web")] } }],
  ["depends on it", { dependencies: [urn("web")] }],
  ["belongs to it", { parent: urn("web") }],
  ["goes with it", { deletedWith: urn("web") }],
])("a recovered resource comes before what %s, and nothing else changes its place", (_, reference) => {
  const [user, other] = [resource("user", { id: "u", ...reference }), resource("other", { id: "o" })];
  const provider = named(resourcesIn(state), "default");
  const recoveredAmong = (...others: StateResource[]) => {
    const deployment = { ...state.deployment, resources: [...provider, ...others] };
    return names(recovered({ ...state, deployment }, { web: made("pod1") }).resources).slice(provider.length);
  };

  expect(recoveredAmong(user, other)).toEqual(["web", "user", "other"]);
  expect(recoveredAmong(other, user)).toEqual(["other", "web", "user"]);
  expect(recoveredAmong(other)).toEqual(["other", "web"]);
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

const web = { operation: pendingOf(state, "web") };
const next = "`pulumi up` continues with it";

test.each<[Outcome, string]>([
  [
    { ...web, action: "adopted", id: "new", twins: ["a", "b"] },
    `the killed run created new: it is now in the state, ${next}; it also created a, b: delete them on the platform`,
  ],
  [
    { ...web, action: "replacing", id: "new", old: "old", twins: ["a"] },
    `the killed run created new to replace old: it is now in the state, ${next}, then deletes old; it also created a: delete it on the platform`,
  ],
  [
    { ...web, action: "superseded", id: "new", twins: [] },
    "the killed run created new, but the state already holds another one: it is now in the state, the next `pulumi up` deletes new",
  ],
  [
    { ...web, action: "recorded", id: "new", twins: [] },
    "the killed run created new, which the state already holds: the entry is dropped",
  ],
  [
    { ...web, action: "dropped", alike: ["a", "b"] },
    "the killed run created nothing: the entry is dropped, `pulumi up` creates it; a, b have the same name, which proves nothing: if the killed run created them, delete them on the platform first",
  ],
  ...Object.entries({ updating: "update", deleting: "delete", reading: "read", importing: "import" }).map(
    ([type, noun]): [Outcome, string] => [
      { operation: { ...web.operation, type }, action: "settled" },
      `an interrupted ${noun}: the entry is dropped, \`pulumi up --refresh\` continues from the live resource`,
    ],
  ),
])("the report says what became of an operation, and what to do: %#", (outcome, sentence) => {
  const said = (written: boolean) =>
    reportOf([outcome], { dryRun: !written, written }).operations.map(({ message }) => message);
  expect(said(true)).toEqual([sentence]);
  const planned = sentence
    .replace("it is now in the state", "it would be added to the state")
    .replace("the entry is dropped", "the entry would be dropped");
  expect(said(false)).toEqual([planned]);
});
