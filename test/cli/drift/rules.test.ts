import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findingsOf, resultOf } from "../../../cli/drift/findings";
import type { ResourceDrift, StackDrift } from "../../../cli/drift/report";
import { readRules } from "../../../cli/drift/rules/files";
import { isSkipped, judged, judgedUnmanaged } from "../../../cli/drift/rules/judge";
import { driftRules, type Rule } from "../../../cli/drift/rules/rules";
import { validated } from "../../../cli/flags/yaml-file";
import { resource, stackDrift, stray, undeclared } from "./support/reports";

const apply = (rules: readonly Rule[], change: Partial<StackDrift>) =>
  judged(stackDrift(change), { rules: [...rules] });
const severities = (stack: StackDrift) => findingsOf(stack).map(({ subject, severity }) => [subject, severity]);
const twoProperties: ResourceDrift = {
  ...resource,
  properties: ["env.TOKEN", "image"].map((path) => ({ path, secret: false, state: "a", platform: "b" })),
};

describe("the drift rules of a project", () => {
  test("give a finding the severity of the first matching rule", () => {
    const rules: Rule[] = [
      { name: "web*", property: "image", severity: "low" },
      { kind: "Pod", severity: "high" },
    ];
    expect(severities(apply(rules, { resources: [resource, { ...resource, name: "job", urn: "2" }] }))).toEqual([
      ["web (Pod)", "low"],
      ["job (Pod)", "high"],
    ]);
  });

  test("can ignore one changed property of a resource", () => {
    const ignored = { property: "env.*", severity: "ignore" } as const;
    const one = apply([ignored], { resources: [twoProperties] });
    expect(findingsOf(one)).toMatchObject([{ sentence: expect.stringMatching(/outside Pulumi: image from a to b$/) }]);

    const both = apply([ignored, { property: "image", severity: "ignore" }], { resources: [twoProperties] });
    expect(findingsOf(both)).toEqual([]);
    expect(resultOf({ stacks: [both] })).toBe("in-sync");
    // The JSON report keeps the findings that the rules ignore.
    expect(both.resources[0]).toMatchObject({
      severity: "ignore",
      properties: [{ severity: "ignore" }, { severity: "ignore" }],
    });
  });

  test("never hide a missing resource with a rule that covers only properties", () => {
    const gone: ResourceDrift = { ...resource, drift: "gone", properties: [] };
    expect(severities(apply([{ property: "*", severity: "ignore" }], { resources: [gone] }))).toEqual([
      ["web (Pod)", "high"],
    ]);
  });

  test("report a harmless change of an undeclared input only if a rule names undeclared inputs", () => {
    const change = { undeclared: [undeclared("idleTimeout", { drift: false })] };
    expect(severities(apply([{ severity: "high" }], change))).toEqual([]);
    expect(severities(apply([{ drift: "undeclared", severity: "low" }], change))).toEqual([["web (Pod)", "low"]]);
  });

  test("recognise a stack's name with or without the organization", () => {
    const rules: Rule[] = [{ stack: "dev-*", severity: "ignore" }];
    const found = (stack: string) =>
      findingsOf(apply(rules, { stack, resources: [resource], unfinished: ["Killed."] }));
    expect(found("dev-1")).toEqual([]);
    expect(found("acme/shop/dev-1")).toEqual([]);
    expect(found("prod")).toHaveLength(2);
    expect(isSkipped("acme/shop/dev-1", { skip: ["dev-*"] })).toBe(true);
    expect(isSkipped("prod", { skip: ["dev-*"] })).toBe(false);
  });

  test("can select unmanaged resources by kind and name", () => {
    const judge = (rule: Rule) => judgedUnmanaged(stray, { rules: [rule] }).severity;
    expect(judge({ kind: "Pod", name: "notebook-*", severity: "ignore" })).toBe("ignore");
    expect(judge({ stack: "*", severity: "ignore" })).toBeUndefined();
  });
});

test("podwright drift tolerates only findings below the threshold of failOn", () => {
  const stacks = [stackDrift({ resources: [resource] })];
  expect(resultOf({ stacks, failOn: "high" })).toBe("tolerated");
  expect(resultOf({ stacks, failOn: "medium" })).toBe("drift");
  expect(resultOf({ stacks })).toBe("drift");
});

describe("a mistake in the drift rules", () => {
  const faultsOf = (content: unknown) => {
    try {
      validated(content, driftRules, "podwright.drift.yaml");
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    [{ failon: "low" }, 'the file has no field "failon"; did you mean failOn?'],
    [{ rules: [{ severty: "low" }] }, 'rules[0] has no field "severty"; did you mean severity?'],
    [
      { rules: [{ severity: "hihg" }] },
      "rules[0].severity must be one of ignore, low, medium, high; did you mean high?",
    ],
    [{ rules: [{ kind: "Pods", severity: "low" }] }, "; did you mean Pod?"],
    [{ rules: [{ drift: "unmanged", severity: "low" }] }, "; did you mean unmanaged?"],
    [[], "the file: expected object"],
  ])("causes an error that names the wrong part of the rules: %j", (content, fault) => {
    expect(faultsOf(content)).toContain(fault);
  });

  test("appears in the same error as a second mistake", () => {
    expect(faultsOf({ failOn: "never", rules: [{ severity: "low", nmae: "x" }] })).toMatch(
      /failOn must.*\n {2}rules\[0\] has no field "nmae"; did you mean name\?/,
    );
  });
});

describe("the file podwright.drift.yaml", () => {
  const folderWith = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), "podwright-rules-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  };
  const project = "name: shop\nruntime: yaml\n";

  test("applies to projects in subfolders that have no such file", async () => {
    const folder = folderWith({
      "podwright.drift.yaml": "failOn: high\n",
      "a/Pulumi.yaml": project,
      "a/podwright.drift.yaml": "failOn: medium\nskip: [dev]\n",
      "b/Pulumi.yaml": project,
    });
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    const book = await readRules([a, b], { given: undefined, roots: [folder] });

    expect(book.of(a)).toEqual({ failOn: "medium", skip: ["dev"] });
    expect(book.of(b)).toEqual({ failOn: "high" });
    expect(book.account.failOn).toBe("medium");
    const given = join(folder, "podwright.drift.yaml");
    expect((await readRules([a], { given, roots: [folder] })).of(a)).toEqual({ failOn: "high" });
  });

  test("may be empty or missing", async () => {
    const folder = folderWith({ "empty.yaml": "", "broken.yaml": "rules: [" });
    const given = (name: string) => readRules([folder], { given: join(folder, name), roots: [] });

    expect((await readRules([folder], { given: undefined, roots: [folder] })).of(folder)).toEqual({});
    expect((await given("empty.yaml")).of(folder)).toEqual({});
    await expect(given("none.yaml")).rejects.toThrow(/^Podwright cannot read .*none\.yaml: .*\. Check the path$/);
    await expect(given("broken.yaml")).rejects.toThrow(/broken\.yaml is not YAML: /);
  });
});
