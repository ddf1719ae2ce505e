import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { reports } from "../../docs/generate/report-schemas";
import { cost, drift } from "../../docs/generate/sample-reports";

const read = (name: string) => readFileSync(join(__dirname, "../../docs", name), "utf8");
const schemaOf = (name: string) => fromJSONSchema(JSON.parse(read(`reports/${name}.json`)));

test("every report with a version has a JSON Schema", () => {
  const root = join(__dirname, "../..");
  const listed = read("generate/report-schemas.ts");
  const files = globSync("cli/**/*.ts", { cwd: root });
  const withVersion = files.filter((file) => /^ +version,$/m.test(readFileSync(join(root, file), "utf8")));
  expect(withVersion).toContain(join("cli", "ps", "report.ts"));
  const unlisted = withVersion.filter((file) => !listed.includes(`"../../${file.replace(".ts", "")}"`));
  expect(unlisted).toEqual([]);
});

test.each(Object.keys(reports))("reports.md links the JSON Schema of podwright %s", (name) => {
  expect(read("reports.md")).toContain(`[${name}.json](reports/${name}.json)`);
});

test.each(Object.entries({ cost, drift }))(
  "the JSON Schema of podwright %s accepts a report, also with a field of a later release, and refuses another version",
  (name, report) => {
    const schema = schemaOf(name);
    expect(schema.safeParse(report).error).toBeUndefined();
    expect(schema.safeParse({ ...report, ofALaterRelease: true }).error).toBeUndefined();
    expect(schema.safeParse({ ...report, version: 2 }).success).toBe(false);
  },
);

test.each(Object.keys(reports))("the JSON Schema of podwright %s explains every field", (name) => {
  expect(unexplained(JSON.parse(read(`reports/${name}.json`)), name)).toEqual([]);
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function unexplained({ properties = {}, items, anyOf = [] }: Schema, path: string): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...unexplained(field, `${path}.${name}`),
  ]);
  return [...own, ...[items ?? [], anyOf].flat().flatMap((part) => unexplained(part as Schema, path))];
}
