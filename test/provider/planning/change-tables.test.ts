import { describe, expect, test } from "vitest";
import { GRAPHQL_ONLY, REST_ONLY } from "../../../client/endpoints/settings";
import { isRecord, parsePath, type Values } from "../../../kernel/values";
import { plan } from "../../../provider/planning/changes";
import { problemsOf, withDefaults } from "../../../provider/planning/check";
import { titleOf } from "../../../provider/planning/transports";
import { type Case, casesOf, kinds, resourceOf, rowsOf } from "../../e2e/harness/cases/cases";

/** The recorded outputs of a resource that was created with these inputs. */
function stateOf({ kind, before, sample }: Case): Values {
  if (kind === "NetworkVolume") return { ...before, tier: before.type ?? "STANDARD" };
  if (kind === "Cluster") return { ...before, dataCenterId: "US-TX-3", ready: true };
  if (kind !== "Pod") return before;
  const choices = [before, ...((before.fallbacks ?? []) as Values[])];
  const { gpu, cpu, cloud, dataCenterIds } = choices
    .map((choice) => ({ cloud: before.cloud, dataCenterIds: before.dataCenterIds, ...choice }) as Values)
    .find((choice) => !isRecord(choice.gpu) || choice.gpu.id !== sample.outOfStock) as Values;
  const placement = {
    ...(isRecord(gpu) ? { gpu: { id: gpu.id, count: gpu.count ?? 1 } } : {}),
    ...(isRecord(cpu) ? { cpu } : {}),
    cloud: cloud ?? "SECURE",
    dataCenterId: ((dataCenterIds ?? []) as string[])[0] ?? "US-TX-3",
  };
  return { ...before, placement, status: before.desiredStatus ?? "RUNNING" };
}

test("the description of an endpoint input names the only transport that supports the input", () => {
  const { over = {}, schema } = resourceOf("ServerlessEndpoint").inputs;
  const [rest, graphql] = [REST_ONLY, GRAPHQL_ONLY].map((settings) => new Set<string>(settings));
  expect(new Set(Object.keys(over))).toEqual(new Set([...REST_ONLY, ...GRAPHQL_ONLY]));
  for (const [name, transport] of Object.entries(over)) {
    expect((transport === "rest" ? rest : graphql)?.has(name)).toBe(true);
    expect(schema.shape[name]?.description).toContain(` Over ${titleOf(transport)} only (`);
  }
});

describe.each(kinds)("the change table of a %s", (kind) => {
  const { inputs, changes } = resourceOf(kind);
  const shape = Object.keys(inputs.schema.shape);

  test("has rows for exactly the inputs of the resource", () => {
    const covered = changes.rows.map(({ path }) => String(parsePath(path)[0]));
    expect([...new Set(covered)].sort()).toEqual([...shape].sort());
  });

  test("has no two rows for the same input", () => {
    const paths = rowsOf(kind).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(casesOf(kind).map((one) => [one.name, one] as const))(
    "makes Podwright plan the declared effect for the change %s",
    (_, one) => {
      for (const side of [one.before, one.after]) {
        const given = Object.fromEntries(Object.entries(side).filter(([, value]) => value !== undefined));
        expect(problemsOf(inputs, withDefaults(inputs, given))).toEqual([]);
      }
      const { differences } = plan(changes, { olds: one.before, news: one.after, state: stateOf(one) });
      const own = differences.filter(({ path }) => path.join() === parsePath(one.path).join());
      expect(own.map(({ operation, effect }) => ({ operation, effect }))).toEqual(
        one.effect.kind === "none" ? [] : [{ operation: one.operation, effect: one.effect }],
      );
    },
  );
});
