import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { accepting } from "../../../cli/drift/rules/accept";
import { readRules, rulesFile } from "../../../cli/drift/rules/files";
import { judged } from "../../../cli/drift/rules/judge";
import { driftRules } from "../../../cli/drift/rules/rules";
import { systemClock } from "../../../client";
import { temporaryFolder } from "../../support/temporary-folder";
import { stackDrift, undeclared } from "./support/reports";

const clock = { ...systemClock, now: () => Date.parse("2026-11-29T04:00:00Z") };

async function acceptIn(cwd: string, paths: readonly string[], changes: ReturnType<typeof undeclared>[]) {
  const warn = vi.fn();
  const rules = await readRules([cwd], { given: undefined, roots: [] });
  const stack = judged(stackDrift({ cwd, stack: "acme/shop/prod", undeclared: changes }), rules.of(cwd));
  const [accepted] = await accepting(paths, [stack], rules, { clock, warn });
  return { accepted, warn, text: readFileSync(join(cwd, rulesFile), "utf8") };
}

test("podwright drift --accept puts a rule for the stack, the property and the value before the other rules", async () => {
  const cwd = temporaryFolder("accept");
  writeFileSync(join(cwd, rulesFile), "# Ours.\nfailOn: low\nrules:\n  - { severity: high } # the rest\n");
  const changes = [
    undeclared("disk", { platform: 80, drift: true }),
    undeclared("args", { platform: "--loud", drift: true }),
  ];

  const { accepted, text, warn } = await acceptIn(cwd, ["web.disk"], changes);

  expect(accepted?.undeclared.map(({ path, severity }) => [path, severity])).toEqual([
    ["disk", "ignore"],
    ["args", "high"],
  ]);
  expect(text).toBe(
    "# Ours.\nfailOn: low\nrules:\n  - { stack: prod, kind: Pod, name: web, property: disk, drift: undeclared, value: 80, severity: ignore, reason: Accepted on 2026-11-29. }\n  - { severity: high } # the rest\n",
  );
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    `${join(cwd, rulesFile)} accepts web.disk of acme/shop/prod in ${cwd}: commit the file`,
  );
  const again = await acceptIn(cwd, ["web.disk"], changes);
  expect(again.text).toBe(text);
  expect((await acceptIn(cwd, ["web.disk"], [undeclared("disk", { platform: 90 })])).text).toContain("value: 90");
});

test("a rule for an accepted value judges only this value", () => {
  const rule = { property: "disk", drift: "undeclared", value: 80, severity: "ignore" } as const;
  const severities = (change: object) =>
    judged(stackDrift({ undeclared: [undeclared("disk", change)] }), { rules: [rule] }).undeclared[0]?.severity;
  expect([{ platform: 80 }, { platform: 81 }, {}, { secret: true }].map(severities)).toEqual([
    "ignore",
    undefined,
    undefined,
    undefined,
  ]);
});

test("podwright drift --accept makes the file, and accepts a secret or removed value without quoting it", async () => {
  const cwd = temporaryFolder("accept");
  const { text, accepted } = await acceptIn(
    cwd,
    ["web.env.HAND", "web.args"],
    [undeclared("env.HAND", { secret: true }), undeclared("args")],
  );
  expect(accepted?.undeclared.map(({ severity }) => severity)).toEqual(["ignore", "ignore"]);
  expect(text).toMatch(/property: env\.HAND, drift: undeclared, severity: ignore/);
  expect(text).toMatch(/property: args, drift: undeclared, value: null, severity: ignore/);
});

test("podwright drift --accept writes nothing if one path names no outside change", async () => {
  const cwd = temporaryFolder("accept");
  await expect(acceptIn(cwd, ["web.disk", "web.dsk"], [undeclared("disk", { platform: 80 })])).rejects.toThrow(
    /^--accept web\.dsk: .*; did you mean web\.disk\?.*write the value into the program$/,
  );
  await expect(acceptIn(cwd, [], [])).rejects.toThrow("ENOENT");
  expect(driftRules.safeParse({ rules: [{ value: [1], severity: "low" }] }).success).toBe(true);
});
