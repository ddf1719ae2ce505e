import { expect, test } from "vitest";
import type { Finding, Outcome } from "../../../cli/recover/outcome";
import { reportOf } from "../../../cli/recover/report";
import { readable, recoverState } from "../../../cli/recover/settle";
import { type ExportedState, resourcesIn, type StateResource } from "../../../cli/stack/state";
import {
  actions,
  circumstances,
  findings,
  made,
  named,
  nameOf,
  names,
  now,
  pendingOf,
  placed,
  recovered,
  resource,
  state,
  urn,
  withPending,
  withResources,
} from "../support/recovery";

// `interrupted.json` was exported after a real engine was killed while it created two pods, `named` and `web`.
const pendingWeb = pendingOf(state, "web");
const { inputs: given } = pendingWeb.resource;
const twice = { created: [...made("one").created, ...made("two").created], similar: [] };
const plugin = { ...resource("web", { id: "pod1" }), type: "podwright:index:Pod" };
const template = { ...resource("worker", { id: "pod1" }), ...placed("worker", "Template") };
const dropped = { action: "dropped", sameName: [] };
const live = resource("web", { id: "pod1" });
const adopted = {
  ...{ id: "pod1", custom: true, inputs: given, created: now.toISOString() },
  initErrors: [expect.stringContaining("recovered")],
};

const secretText = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
const listed = ["EU-RO-1", secretText];
const [kept, gone] = [urn("tpl", "Template"), urn("deleted-since")];

/** The state with other contents of the pending creation of `web`. */
const creating = (more: object) =>
  withPending(state, { ...pendingWeb, resource: { ...pendingWeb.resource, ...more } as StateResource });

interface Row {
  /** Default: the state after the kill. */
  readonly of?: ExportedState;
  readonly found?: Readonly<Record<string, Finding>>;
  /** The outcome of each operation by its resource's name. */
  readonly outcomes: Readonly<Record<string, object>>;
  /** The resources named `web` afterwards. Default: none. */
  readonly web?: readonly object[];
}

test.each<[string, Row]>([
  [
    "adds a created resource to the state",
    {
      found: { web: made("pod1"), named: made("pod2") },
      outcomes: { named: { action: "adopted", id: "pod2", duplicates: [] }, web: { action: "adopted", id: "pod1" } },
      web: [{ ...adopted, outputs: { status: "RUNNING", __provider: given?.__provider, __logicalName: "web" } }],
    },
  ],
  [
    "keeps secrets encrypted in inputs and outputs",
    {
      found: { web: made("pod1") },
      outcomes: { named: dropped, web: { action: "adopted" } },
      web: [{ inputs: { env: { ciphertext: expect.any(String) } }, outputs: { env: given?.env } }],
    },
  ],
  [
    "keeps a secret inside a list encrypted",
    {
      of: creating({ inputs: { ...given, dataCenterIds: listed } }),
      found: { web: { created: [{ id: "pod1", outputs: { dataCenterIds: ["EU-RO-1", "canary"] } }], similar: [] } },
      outcomes: { web: { action: "adopted" } },
      web: [{ inputs: { dataCenterIds: listed }, outputs: { dataCenterIds: listed } }],
    },
  ],
  ["drops a pending creation that created nothing", { outcomes: { named: dropped, web: dropped } }],
  [
    "does not adopt a resource merely because of the same name",
    {
      found: { web: { created: [], similar: ["stranger"] } },
      outcomes: { named: dropped, web: { action: "dropped", sameName: ["stranger"] } },
    },
  ],
  [
    "does not report a resource of the same name that the state contains",
    {
      of: withResources(state, resource("other", { id: "mine" })),
      found: { web: { created: [], similar: ["mine"] } },
      outcomes: { named: dropped, web: dropped },
    },
  ],
  [
    "does not write a resource twice if the state already contains the resource",
    {
      of: withResources(state, live),
      found: { web: made("pod1") },
      outcomes: { named: dropped, web: { action: "recorded", id: "pod1" } },
      web: [live],
    },
  ],
  [
    "does not write a resource twice if the state contains the resource with the plugin's type",
    {
      of: withResources(state, { ...plugin, urn: "urn:pulumi:test::e2e::podwright:index:Pod::web" }),
      found: { web: made("pod1") },
      outcomes: { named: dropped, web: { action: "recorded", id: "pod1" } },
      web: [{ id: "pod1" }],
    },
  ],
  [
    "distinguishes resources of different kinds that have the same id",
    {
      of: withResources(state, template),
      found: { web: made("pod1") },
      outcomes: { named: dropped, web: { action: "adopted", id: "pod1" } },
      web: [adopted],
    },
  ],
  [
    "reports a second resource from the same creation",
    {
      found: { web: twice },
      outcomes: { named: dropped, web: { action: "adopted", id: "one", duplicates: ["two"] } },
      web: [{ id: "one" }],
    },
  ],
  [
    "reports duplicates of a resource that the state contains",
    {
      of: withResources(state, resource("web", { id: "two" })),
      found: { web: twice },
      outcomes: { named: dropped, web: { action: "recorded", id: "two", duplicates: ["one"] } },
      web: [{ id: "two" }],
    },
  ],
  [
    "lets an adopted resource refer only to resources in the state",
    {
      of: creating({
        dependencies: [kept, gone],
        propertyDependencies: { image: [gone], env: [kept], disk: null },
      }),
      found: { web: made("pod1") },
      outcomes: { web: { action: "adopted" } },
      web: [{ id: "pod1", dependencies: [kept], propertyDependencies: { image: [], env: [kept], disk: [] } }],
    },
  ],
  ...["updating", "deleting", "reading", "importing"].map((type): [string, Row] => [
    `drops the pending operation "${type}" of a resource`,
    {
      of: withResources(withPending(state, { type, resource: live }), live),
      outcomes: { web: { action: "settled" } },
      web: [live],
    },
  ]),
  [
    "adopts a resource that Pulumi created with the plugin",
    {
      of: creating({ type: "podwright:index:Pod" }),
      found: { web: made("pod1") },
      outcomes: { web: { action: "adopted", id: "pod1" } },
      web: [{ id: "pod1" }],
    },
  ],
])("podwright recover %s", (_, { of = state, found = {}, outcomes, web = [] }) => {
  const after = recovered(of, found);

  const told = after.outcomes.map((one) => [nameOf(one.operation.resource.urn), one] as const);
  expect(Object.keys(Object.fromEntries(told)).toSorted()).toEqual(Object.keys(outcomes).toSorted());
  expect(Object.fromEntries(told)).toMatchObject(outcomes);
  expect(after.pending).toEqual([]);
  expect(named(after.resources, "web")).toMatchObject(web);
  expect(named(after.resources, "web")).toHaveLength(web.length);
  // All other resources stay unchanged.
  const others = (resources: readonly StateResource[]) =>
    resources.filter(({ urn: one }) => !/::(web|named)$/.test(one));
  expect(others(after.resources)).toEqual(others(of.deployment?.resources ?? []));
  expect(JSON.stringify(after)).not.toContain("canary");
});

test("podwright recover does not search by inputs that it cannot decrypt", () => {
  expect(readable({ ...given, dataCenterIds: listed })).not.toHaveProperty("dataCenterIds");
});

test("a second run of podwright recover changes nothing", () => {
  const once = recoverState(state, findings(state, { web: made("pod1") }), circumstances);
  const twice = recoverState(once.state, new Map(), { ...circumstances, now: new Date("2027-01-01T00:00:00Z") });

  expect(twice.outcomes).toEqual([]);
  expect(twice.state).toEqual(once.state);
});

test.each([
  ["uses outputs of the pod", { propertyDependencies: { image: [urn("web")] } }],
  ["depends on the pod", { dependencies: [urn("web")] }],
  ["is a child of the pod", { parent: urn("web") }],
  ["is deleted with the pod", { deletedWith: urn("web") }],
])("podwright recover places an adopted pod in the state before a resource that %s", (_, reference) => {
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

test.each(["aws:s3/bucket:Bucket", "pulumi-nodejs:dynamic/other:Pod", "pulumi-nodejs:dynamic/podwright:Unheard"])(
  "podwright recover does not change pending operations of %s",
  (type) => {
    const foreign = { type: "creating", resource: { ...resource("theirs", {}), type } };

    const { pending, outcomes } = recovered(withPending(state, foreign, pendingWeb), { web: made("pod1") });

    expect(actions(outcomes)).toEqual({ theirs: "foreign", web: "adopted" });
    expect(pending).toEqual([foreign]);
  },
);

test.each([
  { type: "pulumi:providers:podwright" },
  { type: "pulumi:providers:aws" },
  { type: "podwright:index:ModelServer", custom: false },
])("podwright recover drops an interrupted creation of $type, which exists only in the state", (entry) => {
  const interrupted = { type: "creating", resource: { ...resource("entry", {}), ...entry } };

  const { pending, outcomes } = recovered(withPending(state, interrupted, pendingWeb), { web: made("pod1") });

  expect(actions(outcomes)).toEqual({ entry: "settled", web: "adopted" });
  expect(pending).toEqual([]);
});

const web = { operation: pendingWeb };
const next = "`pulumi up` continues with it";

test.each<[Outcome, string]>([
  [
    { ...web, action: "adopted", id: "new", duplicates: ["a", "b"] },
    `The killed run created new. Podwright added new to the state, and ${next}. a, b carry the same mark and are later copies. Podwright leaves them alone. If nobody needs them, delete them in RunPod's console.`,
  ],
  [
    { ...web, action: "replacing", id: "new", old: "old", duplicates: ["a"] },
    `The killed run created new to replace old. Podwright added new to the state. ${next} and then deletes old. a carries the same mark and is a later copy. Podwright leaves it alone. If nobody needs it, delete it in RunPod's console.`,
  ],
  [
    { ...web, action: "superseded", id: "new", duplicates: [] },
    "The killed run created new, but the state already contains a newer resource. Podwright added new to the state, and the next `pulumi up` deletes it.",
  ],
  [
    { ...web, action: "recorded", id: "new", duplicates: [] },
    "The killed run created new, which the state already contains. Podwright dropped the entry.",
  ],
  [
    { ...web, action: "dropped", sameName: ["a", "b"], sought: ["web-1234567", "web"] },
    'Podwright searched RunPod for "web-1234567" and "web" and found no Pod that the killed run provably created. Podwright dropped the entry, and `pulumi up` creates the resource. a, b have the name of this resource, but a name does not prove that the killed run created them. If the run created them, delete them on RunPod first.',
  ],
  [
    { ...web, action: "dropped", sameName: [] },
    "Podwright knows no mark of this creation, so it could not search for what the killed run created. Podwright dropped the entry, and `pulumi up` creates the resource.",
  ],
  ...Object.entries({ updating: "an update", deleting: "a delete", reading: "a read", importing: "an import" }).map(
    ([type, noun]): [Outcome, string] => [
      { operation: { ...web.operation, type }, action: "settled" },
      `The killed run interrupted ${noun}. Podwright dropped the entry, and \`pulumi up --refresh\` continues from the live resource.`,
    ],
  ),
])("the report of podwright recover explains an operation: $1", (outcome, sentence) => {
  const said = (written: boolean) =>
    reportOf([outcome], { dryRun: !written, written }).operations.map(({ message }) => message);
  expect(said(true)).toEqual([sentence]);
  const planned = sentence
    .replace("Podwright added", "Podwright would add")
    .replace("Podwright dropped", "Podwright would drop");
  expect(said(false)).toEqual([planned]);
});
