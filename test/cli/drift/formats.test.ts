import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { annotationsOf } from "../../../cli/drift/formats/annotations";
import { junitOf } from "../../../cli/drift/formats/junit";
import { sarifOf } from "../../../cli/drift/formats/sarif";
import type { DriftReport } from "../../../cli/drift/report";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { reportOf, resource, stackDrift, stray, undeclared } from "./support/reports";

/**
 * A text that would end an attribute, a cell, a line, a command of a runner or a colour if a format did not escape
 * it.
 */
const hostile = 'a"]]>&<b/>\n::error::x%0A,\r##[error]\u001b[31m\u202e|`y`\u0000\ud800';

const everything: DriftReport = reportOf({
  failOn: "medium",
  stacks: [
    stackDrift({
      cwd: "infra/my app",
      resources: [
        { ...resource, name: hostile },
        { ...resource, name: "batch", urn: "urn:2", drift: "gone", properties: [] },
      ],
      undeclared: [undeclared("idleTimeout", { drift: true, severity: "low", state: 5, platform: 9 })],
      unfinished: ["A run was killed."],
    }),
    stackDrift({ stack: "quiet" }),
    stackDrift({ stack: "locked", error: `the key was refused ${hostile}` }),
  ],
  heldTwice: [{ kind: "Pod", id: "p3", holders: ["a of x", "b of y"], forget: ["pulumi state delete a"] }],
  unmanaged: [stray, { ...stray, id: "p8", severity: "ignore" }],
});

const nothing = reportOf({ stacks: [] });

describe("the JUnit report of drift", () => {
  /**
   * Reads XML without comments, own entities and text. The parser belongs to the test, so that no escape hides a
   * mistake.
   */
  function elementsOf(xml: string): { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
    const [, body = ""] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n([\s\S]*)$/.exec(xml) ?? [];
    const found: ReturnType<typeof elementsOf> = [];
    const open: string[] = [];
    const tag = /\s*<(\/?)(\w+)((?: \w+="(?:[^"<&]|&(?:amp|lt|gt|quot);)*")*)(\/?)>\s*/y;
    while (tag.lastIndex < body.length) {
      const [, closing, name = "", rest = "", empty] = tag.exec(body) ?? [];
      if (name === "") throw new Error(`not XML: ${body.slice(0, 100)}`);
      if (closing === "/") expect(open.pop()).toBe(name);
      else {
        if (empty === "") open.push(name);
        found.push({
          name,
          attributes: Object.fromEntries([...rest.matchAll(/(\w+)="(.*?)"/g)].map(([, key, value]) => [key, value])),
        });
      }
    }
    expect(open).toEqual([]);
    return found;
  }

  test("contains a test suite for each stack", () => {
    const found = elementsOf(junitOf(everything));
    const suites = found
      .filter(({ name }) => name === "testsuite")
      .map(({ attributes: { name, tests, failures, errors, skipped } }) => [name, tests, failures, errors, skipped]);
    expect(suites).toEqual([
      ["prod in infra/my app", "4", "3", "0", "1"],
      ["quiet", "1", "0", "0", "0"],
      ["locked", "1", "0", "1", "0"],
      ["in no stack", "2", "2", "0", "0"],
    ]);
    expect(found.filter(({ name }) => name === "failure")).toHaveLength(5);
  });

  test("is well-formed XML even for a hostile name", () => {
    const [bad] = elementsOf(junitOf(everything)).filter(({ name }) => name === "failure");
    expect(bad?.attributes.message).toBe(
      "medium: a&quot;]]&gt;&amp;&lt;b/&gt; ::error::x%0A, # #[error] [31m|`y` \ufffd: Pod p1 changed outside Pulumi: image from nginx:1 to nginx:2",
    );
    expect(elementsOf(junitOf(nothing))).toHaveLength(1);
  });
});

describe("the SARIF report of drift", () => {
  const runOf = (report: DriftReport) => JSON.parse(sarifOf(report)).runs[0];

  test("gives each finding the rule, place and fingerprint that GitHub requires", () => {
    const { results, tool } = runOf(everything);
    const rules = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual([
      ["changed", "warning"],
      ["gone", "error"],
      ["undeclared", "note"],
      ["unfinished", "error"],
      ["held-twice", "error"],
      ["unmanaged", "warning"],
    ]);
    for (const { ruleId, ruleIndex, locations, message } of results) {
      expect(rules[ruleIndex]).toBe(ruleId);
      expect(message.text).not.toMatch(/\p{Cc}/u);
      const [{ physicalLocation }] = locations;
      expect(physicalLocation.region.startLine).toBe(1);
      expect(physicalLocation.artifactLocation.uri).toMatch(/^(infra\/my%20app\/)?Pulumi\.yaml$/);
    }
    const prints = results.map((one: { partialFingerprints: object }) => JSON.stringify(one.partialFingerprints));
    expect(new Set(prints).size).toBe(results.length);
  });

  test("gives a finding the same fingerprint after a second change of the value", () => {
    const printOf = (platform: string) => {
      const changed = { ...resource, properties: [{ path: "image", secret: false, platform }] };
      return runOf(reportOf({ stacks: [stackDrift({ resources: [changed] })] })).results[0].partialFingerprints;
    };
    expect(printOf("nginx:2")).toEqual(printOf("nginx:3"));
  });

  test("says that the check failed if Podwright could not compare a stack", () => {
    const [invocation] = runOf(everything).invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(invocation.toolExecutionNotifications).toMatchObject([
      { message: { text: expect.stringContaining("locked: the key") } },
    ]);
    expect(runOf(nothing)).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] });
  });
});

describe("the GitHub annotations of drift", () => {
  test("contain one line for each finding, even for a hostile name", () => {
    const lines = annotationsOf(everything).trimEnd().split("\n");
    expect(lines.map((line) => /^::(\w+) /.exec(line)?.[1])).toEqual([
      "error",
      "error",
      "error",
      "error",
      "warning",
      "warning",
      "notice",
    ]);
    const shown = lines.find((line) => line.includes("changed"));
    expect(shown).toMatch(
      /^::warning file=infra\/my app\/Pulumi\.yaml,line=1,title=changed%3A a"\]\]>&<b\/> %3A%3Aerror%3A%3Ax%250A%2C /,
    );
    expect(annotationsOf(nothing)).toBe("::notice title=No drift::0 stacks compared\n");
  });

  test("are printed to standard output exactly as the GitHub runner expects", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    const { out } = await commandLine(["drift", "--stack", "prod", "--output", "github"], {
      env: { PATH: pulumi.path },
    });
    expect(out).toBe("::notice title=No drift::1 stack compared\n");
  });
});

test("SARIF and GitHub annotations name a file by its path in the repository", () => {
  const root = temporaryFolder("repository");
  const outside = temporaryFolder("download");
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "stacks/web"), { recursive: true });
  const cwds = [join(root, "stacks/web"), join(root, "stacks/my app"), relative(process.cwd(), root), outside];
  const stacks = cwds.map((cwd) => stackDrift({ cwd, resources: [{ ...resource, urn: cwd }] }));

  const paths = ["stacks/web/Pulumi.yaml", "stacks/my app/Pulumi.yaml", "Pulumi.yaml"];
  const { results } = JSON.parse(sarifOf(reportOf({ stacks }))).runs[0];
  const uris = results.map((one: { locations: [Located] }) => one.locations[0].physicalLocation.artifactLocation.uri);
  expect(uris.slice(0, 3)).toEqual(paths.map((path) => encodeURI(path)));
  expect(uris[3]).toBe(`${relative(process.cwd(), outside)}/Pulumi.yaml`);
  const files = annotationsOf(reportOf({ stacks })).matchAll(/ file=([^,]*),/g);
  expect([...files].map(([, file]) => file).slice(0, 3)).toEqual(paths);
});

interface Located {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
}
