import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Properties = Readonly<Record<string, { readonly description?: string }>>;
type Group = Readonly<Record<string, { readonly inputProperties?: Properties; readonly properties?: Properties }>>;

const schema: { readonly resources: Group; readonly types: Group } = JSON.parse(
  readFileSync(join(__dirname, "../../../schema.json"), "utf8"),
);

test("the reference states the unit of every price, size and time", () => {
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
