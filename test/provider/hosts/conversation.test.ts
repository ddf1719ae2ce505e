import { describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import type { Resource } from "../../../provider/session/resource";
import type { Run } from "../../../provider/session/run";
import { type Call, hosts } from "./support/conversation";

const olds = {
  ...{ name: "web-1", __autoname: "web-1", __nonce: "nonce", image: "nginx:1", gpu: { id: "A" } },
  ...{ mounts: { persistent: { size: 20, path: "/data" } }, desiredStatus: "RUNNING" },
};
const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE" };
const outputs = { ...olds, status: "RUNNING", placement };
const { image, gpu, mounts } = olds;
const same: Values = { image, gpu, mounts };
const updated = { ...same, image: "nginx:2" };
const replaced = { ...same, gpu: { id: "B" } };
const kept = { allowDataLoss: false };

/** What a command prints. Both hosts print the same lines. */
const resets = /^info: changing image resets the running container/;
const keeps = /^warning: web keeps the former image$/;
const destroys = /^warning: replacing this pod loses data/;
const loses = /^warning: pod-old loses nginx:1$/;
const willBeRefused = /^warning: RunPod will refuse web$/;
const byProvider = /^info: is replaced because of/;
const byOption = /^info: is replaced although changing image does not need a replacement: replaceOnChanges/;
const afterFailure = /^info: is replaced because its last operation failed: replaceOnChanges requests it$/;
const withoutDiff = /^info: is replaced because the option replacementTrigger or replaceWith requests it$/;

interface Row {
  readonly news?: Values;
  /** Recorded inputs beside the usual ones. */
  readonly recorded?: Values;
  readonly replaceOnChanges?: readonly string[];
  readonly says?: readonly RegExp[];
  readonly refuses?: RegExp;
  /** Whether each create replaces a resource. */
  readonly creates?: readonly ("first" | "replacement")[];
}

/** The calls of the real engine (3.210 to 3.276) for each command, as recorded under both hosts. */
const table: readonly [string, readonly Call[], Row][] = [
  ["preview of a new pod", ["check anew", "preview create"], {}],
  ["up of a new pod", ["check anew", "create"], { creates: ["first"] }],
  ["up whose error hook repeats the create", ["check anew", "create", "create"], { creates: ["first", "first"] }],
  ["up of an unchanged pod", ["check", "diff"], {}],
  ["up after a failed operation", ["check", "diff", "update"], { says: [keeps] }],
  ["preview of an update", ["check", "diff", "preview update"], { news: updated, says: [resets, keeps] }],
  ["up of an update", ["check", "diff", "update"], { news: updated, says: [resets, keeps] }],
  ["up that is cancelled before the update", ["check"], { news: updated }],
  ["refresh", ["read", "diff"], { news: replaced }],
  ["refresh of a pod that a program protects", ["read", "diff"], { news: { ...replaced, ...kept } }],
  ["refresh --run-program of an older engine", ["check", "read", "diff"], { news: { ...replaced, ...kept } }],
  [
    "up --refresh, with or without --run-program",
    ["read", "diff", "check", "diff", "update"],
    { news: updated, says: [resets, keeps] },
  ],
  [
    "preview --refresh of a replacement",
    ["read", "diff", "check", "diff"],
    { news: { ...replaced, ...kept }, refuses: /^gpu/ },
  ],
  ["import", ["read", "check"], {}],
  ["up after an import", ["check", "diff"], {}],
  ["up with the option import", ["read", "check", "diff"], { news: { ...replaced, ...kept }, refuses: /^gpu/ }],
  [
    "preview of a replacement",
    ["check", "diff", "check anew", "preview create"],
    { news: replaced, says: [byProvider, destroys, loses] },
  ],
  [
    "up of a replacement",
    ["check", "diff", "check anew", "create", "delete"],
    { news: replaced, says: [byProvider, destroys, loses], creates: ["replacement"] },
  ],
  [
    "up of a replacement with deleteBeforeReplace",
    ["check", "diff", "check anew", "delete", "create"],
    { news: replaced, says: [byProvider, destroys, loses], creates: ["replacement"] },
  ],
  [
    "up of a pod that depends on a replacement with deleteBeforeReplace",
    ["diff", "delete", "check anew", "create"],
    { news: { ...replaced, ...kept }, creates: ["replacement"] },
  ],
  ["up of a replacement that is refused", ["check", "diff"], { news: { ...replaced, ...kept }, refuses: /^gpu/ }],
  [
    "up with replaceOnChanges",
    ["check", "diff", "check anew", "create", "delete"],
    {
      ...{ news: updated, replaceOnChanges: ["image"] },
      ...{ says: [byOption, destroys, loses], creates: ["replacement"] },
    },
  ],
  [
    "up with replaceOnChanges that is refused",
    ["check", "diff", "check anew", "create"],
    {
      ...{ news: { ...updated, ...kept }, recorded: kept, replaceOnChanges: ["image"] },
      refuses: /^replaceOnChanges replaces the resource because of image\..*allowDataLoss: true\.$/,
    },
  ],
  [
    "up with replaceOnChanges after a failed operation",
    ["check", "diff", "check anew", "create", "delete"],
    { replaceOnChanges: ["*"], says: [afterFailure, destroys, loses], creates: ["replacement"] },
  ],
  [
    "up with replaceOnChanges after a failed operation that is refused",
    ["check", "diff", "check anew", "create"],
    {
      ...{ news: { ...same, ...kept }, recorded: kept, replaceOnChanges: ["*"] },
      refuses: /^the last operation failed, and replaceOnChanges .*allowDataLoss: true\.$/,
    },
  ],
  [
    "up with replacementTrigger or replaceWith",
    ["check", "check anew", "create", "delete"],
    { says: [withoutDiff, destroys], creates: ["first"] },
  ],
  [
    "up with replacementTrigger or replaceWith that is refused",
    ["check", "check anew", "create"],
    {
      news: { ...same, ...kept },
      refuses: /^the option replacementTrigger or replaceWith replaces the resource\..*allowDataLoss: true\.$/,
    },
  ],
  [
    "up --refresh with replacementTrigger or replaceWith",
    ["read", "diff", "check", "check anew", "create", "delete"],
    { says: [withoutDiff, destroys], creates: ["replacement"] },
  ],
  ["up --replace, or up after state taint", ["check anew", "create", "delete"], { creates: ["first"] }],
  ["up --target of another resource", [], {}],
  ["destroy, with or without --run-program", ["delete"], {}],
  ["destroy --run-program of an older engine", ["check", "delete"], {}],
  [
    "up of an unchanged pod, and of a new pod of the same name under another parent",
    ["check", "other check anew", "diff", "other create"],
    { creates: ["first"] },
  ],
  [
    "up of an update, and of a new pod of the same name under another parent",
    ["check", "diff", "other check anew", "update", "other create"],
    { news: { ...updated, ...kept }, recorded: kept, says: [resets, keeps], creates: ["first"] },
  ],
  [
    "up of two new pods of the same name under two parents",
    ["check anew", "other check anew", "create", "other create"],
    { creates: ["first", "first"] },
  ],
  [
    "up --refresh, with a new pod of the same name under another parent",
    ["read", "diff", "check", "diff", "other check anew", "update", "other create"],
    { news: updated, says: [resets, keeps], creates: ["first"] },
  ],
  [
    "up of a replacement, and of a new pod of the same name under another parent",
    ["check", "diff", "other check anew", "other create", "check anew", "create", "delete"],
    { news: replaced, says: [byProvider, destroys, loses], creates: ["first", "replacement"] },
  ],
  [
    "up of an update, and a new pod of the same name in the next run of a debugged plugin",
    ["check", "diff", "update", "check anew", "create"],
    { news: { ...updated, ...kept }, recorded: kept, says: [resets, keeps], creates: ["replacement"] },
  ],
];

describe.each(Object.entries(hosts))("the %s host announces and refuses in", (host, play) => {
  test.each(table)("%s", async (_, calls, row) => {
    const { news = same, recorded = {}, replaceOnChanges = [], says = [], refuses, creates = [] } = row;
    const made: string[] = [];
    const resource = {
      ...(pod as unknown as Resource<Values>),
      foreseeCreate: async () => ["RunPod will refuse web"],
      create: async ({ mayReplace, warn }: Run) => {
        made.push(mayReplace === true ? "replacement" : "first");
        warn("RunPod will refuse web");
        return { id: "pod-new", outputs };
      },
      read: async () => ({ inputs: olds, outputs }),
      update: async (run: Run) => {
        run.warn("web keeps the former image");
        return { outputs };
      },
      delete: async () => undefined,
      foresee: async () => ["web keeps the former image"],
      foreseeDelete: async (_run: unknown, { id, inputs }: { id: string; inputs: Values }) => [
        `${id} loses ${inputs.image}`,
      ],
    } as Resource<Values>;
    const sides = { olds: { ...olds, ...recorded }, outputs: { ...outputs, ...recorded } };
    const { lines, refusals } = await play({ resource, calls, ...sides, news, replaceOnChanges });
    const created = refuses === undefined ? calls.filter((call) => call.endsWith("create")) : [];
    const said = [...says, ...created.map(() => willBeRefused)];
    expect(lines, host).toEqual(said.map((line) => expect.stringMatching(line)));
    expect(refusals).toEqual(refuses === undefined ? [] : [expect.stringMatching(refuses)]);
    expect(made).toEqual(creates);
  });
});
