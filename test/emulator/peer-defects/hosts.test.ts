import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DynamicAdapter } from "../../../provider/hosts/dynamic/adapter";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { type Encodable, ResourceHost } from "../../../provider/hosts/plugin/resource-host";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/operations/resource";
import type { Path, Values } from "../../../provider/planning/values";
import { testRun } from "../../support/test-run";

interface Property {
  readonly type?: string;
  readonly secret?: boolean;
  readonly description?: string;
}

interface Properties {
  readonly inputProperties?: Record<string, Property>;
  readonly properties?: Record<string, Property>;
}

interface Schema {
  readonly config: { readonly variables: Record<string, Property>; readonly required?: readonly string[] };
  readonly provider: Properties & { readonly requiredInputs?: readonly string[] };
  readonly resources: Record<string, Properties>;
  readonly types: Record<string, Properties>;
}

const schema: Schema = JSON.parse(readFileSync(join(__dirname, "../../../schema.json"), "utf8"));
const plain = (resource: unknown) => resource as Resource<Values>;
const plugin = (resource: unknown) => new ResourceHost(plain(resource));
const decoded = (values: Values, secrets: readonly Path[] = []) => ({ values, secrets, unknowns: [] });
const isSecret = ({ secrets }: Encodable, name: string) => secrets.some(([first]) => first === name);

/** What both hosts say about one change: which inputs replace, and whether the old one goes first. */
async function judged(resource: unknown, olds: Values, news: Values, state: Values = {}) {
  const outputs = { ...olds, ...state };
  const request = { urn: "urn", oldInputs: decoded(olds), oldOutputs: decoded(outputs), news: decoded(news) };
  const { plan } = plugin(resource).diff({ ...request, ignoreChanges: [] }, () => undefined);
  const adapter = new DynamicAdapter(plain(resource), {
    session: () => testRun(),
    settingFaults: () => [],
    recorded: new SeenState(),
    lifeline: () => ({ signal: new AbortController().signal, hold: (work) => work }),
    print: () => undefined,
  });
  const dynamic = await adapter.diff("id", outputs, news);
  const replaces = [...new Set(plan.replaces.map(({ path }) => String(path[0])))];
  const deleteFirst = plan.terms.deleteFirst !== undefined;
  expect(dynamic).toMatchObject({ replaces, deleteBeforeReplace: deleteFirst });
  return { replaces, deleteFirst };
}

test("the key is secret for every language, and nobody has to write it down (peer defect 9)", () => {
  expect(schema.config.variables.apiKey).toMatchObject({ type: "string", secret: true });
  expect(schema.provider.inputProperties?.apiKey).toMatchObject({ type: "string", secret: true });
  expect([...(schema.config.required ?? []), ...(schema.provider.requiredInputs ?? [])]).toEqual([]);
});

test("what cannot change in place replaces, and two pods never write to one volume (peer defect 16)", async () => {
  const endpoint = { gpuIds: "AMPERE_16", templateId: "t1" };
  const balanced = { ...endpoint, type: "LB", scalerType: "REQUEST_COUNT" };
  expect(await judged(serverlessEndpoint, endpoint, balanced)).toEqual({ replaces: ["type"], deleteFirst: true });
  expect(await judged(template, { image: "x" }, { image: "x", serverless: true })).toMatchObject({
    replaces: ["serverless"],
  });

  const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "EU-RO-1" };
  const onVolume = { image: "x", gpu: { id: "A" }, mounts: { network: [{ volumeId: "v", path: "/data" }] } };
  const other = { ...onVolume, gpu: { id: "B" } };
  expect(await judged(pod, onVolume, other, { placement })).toEqual({ replaces: ["gpu"], deleteFirst: true });
});

test("the environment is secret in whatever state is written, and what a program marks stays secret (peer defect 20)", () => {
  for (const resource of [pod, template]) {
    const inputs = { image: "x", gpu: { id: "A" }, env: { TOKEN: "t" }, args: "--password x" };
    const host = plugin(resource);
    const request = { urn: "urn", name: "web", olds: decoded({}), seed: new Uint8Array(), autonaming: undefined };
    const unmarked = host.check({ ...request, news: decoded(inputs) }, () => undefined).inputs;
    const marked = host.check({ ...request, news: decoded(inputs, [["args"]]) }, () => undefined).inputs;
    expect([isSecret(unmarked, "env"), isSecret(unmarked, "args"), isSecret(marked, "args")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isSecret(host.previewCreate(decoded(inputs, [["args"]])), "args")).toBe(true);
    const { inputProperties, properties } = schema.resources[`podwright:index:${resource.kind}`] ?? {};
    expect([inputProperties?.env?.secret, properties?.env?.secret]).toEqual([true, true]);
  }
});

test("the reference has the unit of every price, size and time, and that a timeout is a duration (peer defect 21)", () => {
  const all = [schema.resources, schema.types].flatMap((group) =>
    Object.entries(group).flatMap(([of, { inputProperties, properties }]) =>
      Object.entries({ ...inputProperties, ...properties }).map(([name, property]) => ({ of, name, ...property })),
    ),
  );
  const units: readonly (readonly [RegExp, RegExp])[] = [
    [/^cost$|price|amount/i, /US dollars/],
    [/^(disk|size|memory)$/, /\bGB\b/],
    [/^idleTimeout$/, /^Seconds\b/],
    [/^capacityTimeout$/, /^How long .*`15m`/],
    [/^(createdAt|startedAt)$/, /RFC 3339/],
  ];
  for (const [names, unit] of units) {
    const described = all.filter(({ name }) => names.test(name));
    expect(described.length).toBeGreaterThan(0);
    for (const { description } of described) expect(description).toMatch(unit);
  }
});
