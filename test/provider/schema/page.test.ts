import { expect, test } from "vitest";
import { describe as describeResource, readPage } from "../../../provider/schema/page";

const page = [
  "# Pod",
  "",
  "A container. See [limits](../../../docs/limits.md) and [the site](https://example.invalid).",
  "",
  "```ts",
  'import { Pod } from "podwright";',
  'new Pod("web", {});',
  "```",
  "",
  "It waits.",
  "",
  "## Names",
  "",
  "```ts",
  "name;",
  "```",
  "",
  "## Inputs",
  "",
  "| a | table |",
  "",
].join("\n");

test("a page's prose loses its title, its first program and its tables, and keeps the rest", () => {
  expect(readPage(page).prose).toBe(
    [
      "A container. See limits and [the site](https://example.invalid).",
      "It waits.",
      "## Names",
      "```typescript\nname;\n```",
    ].join("\n\n"),
  );
});

test("a page's first program is shown as one for the plugin's package", () => {
  expect(readPage(page).program).toBe('import { Pod } from "pulumi-podwright";\nnew Pod("web", {});\n');
});

test("a page without a program has none", () => {
  expect(readPage("# Pod\n\nA container.\n")).toEqual({
    prose: "A container.",
    program: undefined,
    imports: undefined,
  });
});

test("each language's SDK finds its own program in a description", () => {
  const described = describeResource("Prose.", { typescript: "a;\n", yaml: "b: c\n" });
  expect(described).toMatch(/^Prose\.\n\n\{\{% examples %\}\}/);
  expect(described).toContain("{{% example %}}\n\n```typescript\na;\n```\n\n```yaml\nb: c\n```\n\n{{% /example %}}");
});

test("what a page says of imports stands last, behind the programs", () => {
  const { prose, imports } = readPage("# Pod\n\nA container.\n\n## Import\n\nBy its id.\n\n## Names\n\nIts own.\n");
  expect(describeResource(prose, { yaml: "b: c\n" }, imports)).toMatch(
    /^A container\.\n\n## Names\n\nIts own\.\n.*\{\{% \/examples %\}\}\n\n## Import\n\nBy its id\.$/s,
  );
});

test("a description without programs is its prose", () => {
  expect(describeResource("Prose.", {})).toBe("Prose.");
});
