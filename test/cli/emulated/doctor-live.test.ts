import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { profileIn } from "../../../cli/assumptions/profile";
import { MovableClock } from "../../support/movable-clock";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type Ended } from "../support/command-line";
import { asked, contents, doctor, emulated, measured, only, reportIn, resultsOf } from "../support/doctor-live";

test("if RunPod no longer has GraphQL, podwright doctor names the setting to change", async () => {
  const emulator = await emulated({ retireGraphql: true });
  const obstructed = await doctor(emulator, asked);
  expect(obstructed.exitCode).toBe(7);
  expect(obstructed.err).toContain(
    "--live measured nothing, because these checks found problems: graphql. Solve the problems first, then run the command again",
  );
  expect(reportIn(obstructed).live).toBeUndefined();
  const retired = reportIn(obstructed).findings.find(({ check }) => check === "graphql");
  expect(retired?.action).toContain("podwright:endpointTransport rest");

  const overRest = { env: { PODWRIGHT_ENDPOINT_TRANSPORT: "rest" } };
  const chosen = only("graphql-serves", "save-endpoint-omission", "template-name", "own-answer");
  const ended = await doctor(emulator, [...asked, ...chosen], overRest);
  const report = reportIn(ended);
  expect(ended.exitCode).toBe(8);
  expect(report.live?.probes.map(({ name, result }) => [name, result])).toEqual([
    ["graphql-serves", "different"],
    ["template-name", "as-assumed"],
    ["save-endpoint-omission", "not-tried"],
    ["own-answer", "as-assumed"],
  ]);
  expect(report.live?.probes[2]?.detail).toContain("410");
  expect(profileIn(report)).toEqual({ retireGraphql: true });
  expect(emulator.state().templates).toEqual([]);
}, 60_000);

test("podwright doctor --live runs the probes despite a problem with this machine's tools", async () => {
  const emulator = await emulated();
  const ended = await doctor(emulator, [...asked, ...only("limit-range")], { env: { PATH: "/nowhere" } });
  expect(reportIn(ended).findings).toContainEqual(expect.objectContaining({ check: "pulumi", level: "problem" }));
  expect(resultsOf(reportIn(ended), "as-assumed")).toEqual(["limit-range"]);
  expect(ended.exitCode).toBe(7);
});

test("podwright doctor --live deletes the resources of a probe that does not end in time", async () => {
  const emulator = await emulated();
  const clock = new MovableClock();
  emulator.addFault({ operation: "createTemplate", effect: { delayMs: 300 } });
  const chosen = only("template-name", "stream-shape");
  const running = doctor(emulator, [...asked, "--deadline", "1h", ...chosen], { clock });
  await expect.poll(() => emulator.counts().createTemplate).toBe(1);
  clock.advance(3_600_000);
  const { live } = reportIn(await running);
  expect(live?.probes.map(({ name, result }) => [name, result])).toEqual([
    ["template-name", "not-tried"],
    ["stream-shape", "not-tried"],
  ]);
  expect(live).toMatchObject({ left: [], interrupted: false });
  expect(await contents(emulator)).toEqual([]);
}, 60_000);

test("podwright doctor --live reports a pod whose container never starts", async () => {
  const emulator = await emulated({ runningAtOnce: true });
  emulator.scriptPods({ outcome: "stuck" });
  const env = { PODWRIGHT_TIME_SCALE: "0.0001" };
  const report = reportIn(await doctor(emulator, [...asked, ...only("running-pod", "stopped-pod")], { env }));
  expect(report.live?.probes).toMatchObject([
    {
      result: "different",
      detail: "RUNNING without a container in all 151 responses",
      emulator: { runningAtOnce: true },
    },
    { result: "not-tried", detail: "the pod is RUNNING without a container and does not run" },
  ]);
  expect(await contents(emulator)).toEqual([]);
}, 60_000);

test("podwright doctor --live ends a probe after eight minutes", async () => {
  const emulator = await emulated();
  const clock = new MovableClock();
  emulator.addFault({ operation: "getPod", effect: { delayMs: 300 } });
  const running = doctor(emulator, [...asked, "--deadline", "1h", ...only("running-pod", "limit-range")], { clock });
  await expect.poll(() => emulator.counts().getPod).toBe(1);
  clock.advance(480_000);
  const { live } = reportIn(await running);
  expect(live?.probes.map(({ name, detail }) => [name, detail])).toEqual([
    ["limit-range", expect.anything()],
    ["running-pod", "the probe exceeded its time limit"],
  ]);
  expect(await contents(emulator)).toEqual([]);
}, 60_000);

describe("on a GPU that is sold out, podwright doctor --live finds that a throttled worker", () => {
  const chosen = only("throttled-at-rest");
  const env = { PODWRIGHT_TIME_SCALE: "0.001" };
  const soldOut = { stock: [{ gpu: "NVIDIA L4", count: 0 }], workerCapacity: [{ pool: "AMPERE_24", count: 0 }] };
  const liveOf = (ended: Ended) => reportIn(ended).live?.probes.map(({ result, detail }) => ({ result, detail }));

  test("goes after `workersMax` 0", async () => {
    const emulator = await emulated(soldOut);
    expect(liveOf(await doctor(emulator, [...asked, ...chosen], { env }))).toEqual([
      { result: "as-assumed", detail: "/health counts no throttled worker after 0 reads" },
    ]);
    expect(emulator.requests()).toContainEqual(expect.objectContaining({ operation: "purge-queue", status: 200 }));
    expect(await contents(emulator)).toEqual([]);
  });

  test("stays in the counters of `/health` alone", async () => {
    const emulator = await emulated({ ...soldOut, healthLag: 600_000 });
    expect(liveOf(await doctor(emulator, [...asked, ...chosen], { env }))).toEqual([
      { result: "as-assumed", detail: "a minute later, /health counts 1 and the list of workers shows 0" },
    ]);
    expect(await contents(emulator)).toEqual([]);
  });

  test("stays in the list of workers, which a drain would wait for", async () => {
    const emulator = await emulated({ ...soldOut, healthLag: 600_000, workerListLag: 600_000 });
    expect(liveOf(await doctor(emulator, [...asked, ...chosen], { env }))).toEqual([
      { result: "different", detail: "a minute later, /health counts 1 and the list of workers shows 1" },
    ]);
    expect(await contents(emulator)).toEqual([]);
  });

  test("got a host after all, and stops it at once", async () => {
    const emulator = await emulated({ stock: soldOut.stock });
    expect(liveOf(await doctor(emulator, [...asked, ...chosen], { env }))).toEqual([
      { result: "not-tried", detail: "RunPod throttled no worker within a minute" },
    ]);
    expect(await contents(emulator)).toEqual([]);
  });
});

test("with --profile, the emulator behaves like RunPod in a report of podwright doctor", async () => {
  const report = join(temporaryFolder("profile"), "report.json");
  const different = { name: "page-size", emulator: { pageSize: 2 } };
  writeFileSync(report, JSON.stringify({ live: { probes: [different] } }));
  const stop = new AbortController();
  let size = 0;
  const { exitCode } = await commandLine(["emulator", "--port", "0", "--profile", report], {
    signal: stop.signal,
    onOutput: (out) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
      if (url !== undefined && size === 0)
        void sizeOfPage(url).then((found) => {
          size = found;
          stop.abort();
        });
    },
  });
  expect({ exitCode, size }).toEqual({ exitCode: 0, size: 2 });
  writeFileSync(report, "{}");
  const refused = await commandLine(["emulator", "--port", "0", "--profile", report]);
  expect(refused.exitCode).toBe(64);
  expect(refused.err).toContain("--profile must be a report of `podwright doctor --live --output json`");
});

async function sizeOfPage(url: string): Promise<number> {
  const headers = { authorization: "Bearer emulator-key", "content-type": "application/json" };
  for (const name of ["a", "b", "c"])
    await fetch(`${url}/v2/templates`, { method: "POST", headers, body: JSON.stringify({ name, image: "i" }) });
  const response = await fetch(`${url}/v2/templates`, { headers });
  return ((await response.json()) as { templates: unknown[] }).templates.length;
}

test("podwright doctor --live creates no resource if the cost may exceed --max-cost", async () => {
  const emulator = await emulated();
  const { exitCode, err } = await doctor(emulator, ["--live", "--yes", "--max-cost", "0.01"]);
  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /may cost \$\d.*, which is more than --max-cost \$0\.01: raise --max-cost, or select probes with --probe/,
  );
  expect(Object.keys(emulator.counts()).filter((name) => /^(create|save)/.test(name))).toEqual([]);
});

test("podwright doctor --live creates no resource without --yes or a terminal", async () => {
  const emulator = await emulated();
  const { exitCode, err } = await doctor(emulator, ["--live"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("--yes is needed without a terminal, because the command cannot ask for your confirmation");
  expect(await contents(emulator)).toEqual([]);
});

test("podwright doctor lists the known probes if --probe names an unknown probe", async () => {
  const { exitCode, err } = await doctor(await emulated(), ["--live", "--probe", "page-syze"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("--probe must be one of graphql-serves,");
});

test("podwright doctor --clean-up deletes resources that an earlier run could not delete", async () => {
  const emulator = await emulated();
  emulator.addFault({ operation: "deleteTemplate", times: 1_000, effect: { status: 403 } });
  const ended = await doctor(emulator, [...asked, "--probe", "stream-shape"]);
  const { live } = reportIn(ended);
  expect(ended.exitCode).toBe(7);
  expect(live?.left).toEqual([expect.stringMatching(/^template \w+ \(podwright-probe-/)]);
  emulator.clearFaults();
  const next = await measured(emulator, "--probe", "save-endpoint-omission");
  expect(next.report.live?.leftBefore).toEqual(live?.left);
  expect(await contents(emulator)).toHaveLength(1);
  const cleaned = await doctor(emulator, ["--clean-up", "--yes"]);
  expect({ ...cleaned, out: cleaned.out.replace(/ \w+ \(.*\)/, "") }).toEqual({
    exitCode: 0,
    out: "deleted template\n",
    err: "",
  });
  expect(await contents(emulator)).toEqual([]);
}, 120_000);

test("podwright doctor --live deletes a probe's resources even if RunPod fails to list resources", async () => {
  const emulator = await emulated();
  emulator.addFault({ operation: "listTemplates", skip: 1, times: 1_000, effect: { status: 500 } });
  const ended = await doctor(emulator, [...asked, "--probe", "own-answer", "--probe", "locked-pod"]);
  expect(await contents(emulator)).toEqual([]);
  expect(emulator.counts().createPod).toBe(1);
  const { live } = reportIn(ended);
  expect(live?.left).toEqual([
    expect.stringMatching(
      /^the resources whose names begin with podwright-probe-\w{8}- \(.*listTemplates.*; delete them with `podwright doctor --clean-up`\)$/,
    ),
  ]);
  expect(resultsOf(reportIn(ended), "not-tried")).toEqual(["locked-pod"]);
  expect(ended.exitCode).toBe(7);
}, 120_000);
