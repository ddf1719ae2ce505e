import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { guardText } from "../../../cli/guard/render";
import { guardReport } from "../../../cli/guard/report";
import { onTerminal } from "../../../cli/output/report";
import { newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { outcomes, useGuard, withVolume } from "../support/guard";

const { emulator, guard, idlePod, later, reported, statusOf } = useGuard();
const HOUR = 3_600_000;

function settings() {
  const { pods, endpoints } = emulator.state();
  return [pods.map(({ id, status }) => ({ id, status })), endpoints.map(({ id, workersMin }) => ({ id, workersMin }))];
}

test("podwright guard without --stop lists the resources that break a rule but stops no resource", async () => {
  await idlePod("idle");
  await newPod(emulator, { name: "busy" });
  await newEndpoint(emulator, "quiet", { workersMin: 1 });
  await newEndpoint(emulator, "scaled-to-zero");
  emulator.advance(2 * HOUR);
  const before = settings();

  const report = await reported(["--idle", "1h"]);
  expect(outcomes(report)).toEqual({ idle: "found", quiet: "found" });
  expect(report).toMatchObject({ exitCode: 9, result: "found", checked: 3 });
  expect(report.findings.find(({ name }) => name === "idle")?.broken).toEqual([
    { rule: "--idle", reason: "It does no work now and has run for 2h." },
  ]);
  expect(Object.keys(outcomes(await reported(["--older-than", "1h"]))).toSorted()).toEqual(["busy", "idle"]);
  expect(await reported(["--older-than", "3h", "--dearer-than", "9"])).toMatchObject({ exitCode: 0, findings: [] });
  expect(settings()).toEqual(before);
});

test("the total of podwright guard says that a price is unknown", async () => {
  await idlePod("idle");
  emulator.advance(2 * HOUR);
  const report = await reported(["--idle", "1h"]);
  expect(onTerminal(guardText(report), {})).not.toContain("?");
  const unpriced = report.findings.map((one) => ({ ...one, kind: "ServerlessEndpoint" as const, costPerHour: null }));
  const text = onTerminal(guardText({ ...report, findings: [...report.findings, ...unpriced] }), {});
  expect(text).toMatch(/They cost \$\d\S* \+ \? an hour, \$\d\S* \+ \? a month of 730 hours\.$/m);
});

test("podwright guard --dearer-than finds a resource only above the limit", async () => {
  await newPod(emulator, { name: "web", gpu: { id: "NVIDIA L4", count: 1 } });
  expect(outcomes(await reported(["--dearer-than", "0.38"]))).toEqual({ web: "found" });
  expect(outcomes(await reported(["--dearer-than", "0.39"]))).toEqual({});
});

test("podwright guard --history counts a resource as idle if three runs see no job and no restart", async () => {
  const history = join(temporaryFolder("history"), "guard.json");
  const steady = await idlePod("steady");
  const restarted = await idlePod("restarted");
  await newEndpoint(emulator, "quiet", { workersMin: 1 });
  const worked = await newEndpoint(emulator, "worked", { workersMin: 1 });
  emulator.advance(5 * HOUR);
  const run = async (minutes: number) => {
    emulator.advance(minutes * 60_000);
    return Object.keys(outcomes(await reported(["--idle", "1h", "--history", history]))).toSorted();
  };
  expect(await run(0)).toEqual([]);
  await send(emulator, "POST", `/v2/${worked}/run`, { input: { n: 1 } });
  await send(emulator, "POST", `/v2/pods/${restarted}/action`, { action: "restart" });
  expect(await run(40)).toEqual([]);
  expect(await run(30)).toEqual(["quiet", "steady"]);
  emulator.changePod(steady, { utilization: 50 });
  expect(await run(40)).toEqual(["quiet", "restarted", "worked"]);

  writeFileSync(history, '{"version": 2}');
  const { exitCode, err } = await guard(["--idle", "1h", "--history", history]);
  expect(exitCode).toBe(1);
  expect(err).toContain(
    `cannot use ${history} as the history: \`podwright guard\` did not write this file. Name another file`,
  );
  expect(readFileSync(history, "utf8")).toBe('{"version": 2}');
});

test("a rule of podwright guard can combine several limits", async () => {
  const file = join(temporaryFolder("rules"), "guard.yaml");
  writeFileSync(
    file,
    `rules:
  - { name: forgotten, idle: 1h, dearerThan: 0.5, kinds: [pod], names: ["dev-*"] }
allow: [dev-mine, lab/old, dev-nobody]
`,
  );
  const dear = { ...withVolume, gpu: { id: "NVIDIA A40", count: 4 } };
  await idlePod("dev-found", dear);
  await idlePod("dev-cheap");
  await idlePod("dev-mine", dear);
  await idlePod("prod-1", dear);
  await idlePod("dev-marked", { ...dear, env: { PODWRIGHT_CREATED_BY: "acme/lab/old/x/x-1" } });
  const report = await reported(["--rules", file], { clock: later(2 * HOUR) });
  expect(report).toMatchObject({ checked: 5, allowed: 2 });
  expect(report.findings).toMatchObject([{ name: "dev-found", broken: [{ rule: "forgotten" }] }]);
  expect(report.notes).toEqual([
    expect.stringMatching(/^The allow-list has "dev-nobody", and no resource has that name or id/),
  ]);

  writeFileSync(file, "rules:\n  - { name: x, idel: 1h, kinds: [pods] }\n  - { name: y }\nalow: []\n");
  const { exitCode, err } = await guard(["--rules", file]);
  expect(exitCode).toBe(1);
  expect(err.split("\n").slice(0, 6)).toEqual([
    `error: ${file} is not valid. Correct these places:`,
    "  rules[0].kinds[0] must be one of pod, endpoint, cluster; did you mean pod?",
    '  rules[0] has no field "idel"; did you mean idle?',
    "  rules[1]: needs at least one limit: idle, olderThan, dearerThan",
    '  the file has no field "alow"; did you mean allow?',
    "",
  ]);
});

test("the example cron job of Kubernetes with podwright guard stops an idle pod after two hours", async () => {
  const example = (file: string) => readFileSync(join(__dirname, "../../../examples/pipelines/guard", file), "utf8");
  const [claim, job] = parseAllDocuments(example("cronjob.yaml")).map((one) => one.toJS());
  const { containers, volumes } = job.spec.jobTemplate.spec.template.spec;
  const [{ command, env, volumeMounts }] = containers;
  expect(volumes[1].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  expect(env.map(({ name }: { name: string }) => name)).toContain("PODWRIGHT_API_KEY");
  const folder = temporaryFolder("cron");
  writeFileSync(join(folder, "guard.yaml"), example("guard.yaml"));
  const [npx, podwright, , ...args] = command;
  expect([npx, podwright]).toEqual(["npx", "podwright"]);
  const placed = args.map((word: string) =>
    word === "guard.yaml" ? join(folder, word) : word.replace(volumeMounts[1].mountPath, folder),
  );
  const id = await idlePod("forgotten");
  for (let run = 1; run <= 6; run++) {
    expect(await guard(placed)).toMatchObject({ exitCode: 0, err: "" });
    emulator.advance(20 * 60_000);
  }
  expect(statusOf(id)).toBe("RUNNING");
  expect((await guard(placed)).out).toContain("It did no work in 7 observations over 2h.");
  expect(statusOf(id)).toBe("EXITED");
});

test("podwright guard fails if the command line contains no rule", async () => {
  const { exitCode, err } = await guard(["--stop", "dev"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("a rule is missing: give --idle, --older-than, --dearer-than or --rules");
  expect(err).toContain('--stop must be "unowned" or a stack with its project, such as shop/dev, not "dev"');
  expect(emulator.requests()).toEqual([]);
});

test("podwright guard says that the account has no running resource", async () => {
  expect(await guard(["--idle", "1h"])).toMatchObject({
    exitCode: 0,
    out: "The account of the environment has no running pod, endpoint or cluster.\n",
  });
});

test("podwright guard prints a hostile name as plain text", async () => {
  const name = "=cmd|'/c calc'!A1, \"x\"\n\u001b[31mred\u202e::error::|`@security";
  await idlePod(name);
  const world = { clock: later(2 * HOUR) };
  const [table, csv, markdown, json] = await Promise.all(
    ["table", "csv", "markdown", "json"].map(
      async (format) => (await guard(["--idle", "1h", "-o", format], world)).out,
    ),
  );
  expect(guardReport.parse(JSON.parse(json ?? "")).findings[0]?.name).toBe(name);
  expect(csv).toMatch(/\r\nPod,\w+,"'=cmd/);
  expect(markdown).not.toMatch(/[^`]@security/);
  for (const text of [table, csv, markdown, json])
    for (const control of ["\u001b", "\u202e", "\n::error"]) expect(text).not.toContain(control);
});
