import { describe, expect, test } from "vitest";
import { probes } from "../../../cli/assumptions/probes/probes";
import { type Profile, profileIn } from "../../../cli/assumptions/profile";
import type { DoctorReport } from "../../../cli/doctor/report";
import { asked, contents, doctor, emulated, measured, only, reportIn, resultsOf } from "../support/doctor-live";

const aboutPods = only("running-pod", "own-answer", "patch-resets", "stopped-pod", "changing-ports");

test("against the emulator, podwright doctor --live confirms every assumption about RunPod", async () => {
  const emulator = await emulated();
  const { exitCode, report } = await measured(emulator);
  // This account has too few templates to show the end of a page, and this emulator has sold out no hardware.
  const undecided = report.live?.probes.filter(({ result }) => result !== "as-assumed");
  expect(undecided).toMatchObject([
    {
      name: "page-size",
      result: "not-tried",
      detail: expect.stringMatching(/^one page holds all 12 templates: only an account with more than 1000/),
    },
    {
      name: "throttled-at-rest",
      result: "not-tried",
      detail: "RunPod has sold out no GPU type that costs at most $0.90 an hour. Run the probe again when it has",
    },
  ]);
  const decided = probes.map(({ name }) => name).filter((name) => name !== "page-size" && name !== "throttled-at-rest");
  expect(resultsOf(report, "as-assumed")).toEqual(decided);
  expect(exitCode).toBe(0);
  expect(await contents(emulator)).toEqual([]);
  const spent = 100 - ((await measured(emulator, "--probe", "page-size")).report.account.balance ?? 0);
  expect(spent).toBeLessThanOrEqual(report.live?.highestCost ?? 0);
}, 120_000);

describe("podwright doctor --live", () => {
  test.each<[options: Profile, found: readonly string[], flags?: readonly string[]]>([
    [
      {
        ...{ saveEndpoint: "merge", pageSize: 3, streamShape: "object", workerQuota: 5, staleAnswers: 2 },
        ...{ unknownDelegation: "400", changingPorts: true },
      },
      [
        ...["delegation-unknown", "page-size", "save-endpoint-omission", "worker-quota", "stream-shape"],
        ...["own-answer", "changing-ports"],
      ],
    ],
    [{ saveEndpoint: "replace" }, ["save-endpoint-omission"], only("save-endpoint-omission", "rest-patch-omission")],
    // Every deletion waits for the lag, so a few probes are enough.
    [{ releaseLag: 1_500 }, ["release-lag"], only("release-lag", "template-binding", "stream-shape")],
    [{ streamHold: 1_500 }, ["stream-hold"], only("stream-hold", "cancel-twice")],
    [{ runningAtOnce: true }, ["running-pod"], aboutPods],
    [{ stoppedCost: true }, ["stopped-pod"], aboutPods],
    [
      { runningAtOnce: true, stoppedCost: true, staleAnswers: 2 },
      ["running-pod", "own-answer", "stopped-pod"],
      aboutPods,
    ],
  ])(
    "detects the settings of an emulator that was started with %j",
    async (options, found, flags = []) => {
      // A start long enough to be visible between stale responses.
      const emulator = await emulated({ start: 500, ...options });
      const { exitCode, report } = await measured(emulator, ...flags);
      expect(resultsOf(report, "different")).toEqual(found);
      // No hardware of this emulator is sold out.
      expect(resultsOf(report, "not-tried")).toEqual(flags.length === 0 ? ["throttled-at-rest"] : []);
      expect(exitCode).toBe(8);
      expect(await contents(emulator)).toEqual([]);
      // Doctor measures a time only approximately.
      const { releaseLag = 0, streamHold = 0, ...exact } = options;
      const time = (atLeast: number) => expect.toSatisfy((ms: number) => ms > atLeast - 1_000, `about ${atLeast} ms`);
      const times = {
        ...(releaseLag && { releaseLag: time(releaseLag) }),
        ...(streamHold && { streamHold: time(streamHold) }),
      };
      expect(profileIn(report)).toEqual({ ...exact, ...times });
      const again = await measured(await emulated(profileIn(report) ?? {}), ...only(...found));
      expect(resultsOf(again.report, "different")).toEqual(found);
    },
    120_000,
  );
});

test("podwright doctor --live recognises an emulator that was started with --strict-interface", async () => {
  const emulator = await emulated({ strictInterface: true, start: 500 });
  // The responses show no rate limit, so Podwright would slow down a single run of all probes.
  const names = probes.map(({ name }) => name);
  const parts = [names.slice(0, 24), names.slice(24, 34), names.slice(34)];
  const reports: DoctorReport[] = [];
  for (const part of parts) reports.push((await measured(emulator, ...only(...part))).report);
  expect(reports.flatMap((report) => resultsOf(report, "different"))).toEqual([
    "cursor-malformed",
    "limit-range",
    "graphql-unknown-endpoint",
    "page-size",
    "args-split",
    "args-and-cmd",
    "save-endpoint-omission",
    "paused-endpoint",
    "health-workers",
  ]);
  expect(reports.flatMap((report) => resultsOf(report, "not-tried"))).toEqual([
    "secret-name-case",
    "capacity-text",
    "throttled-at-rest",
  ]);
  // The original interface also decides which fields a save keeps.
  expect(Object.assign({}, ...reports.map(profileIn))).toEqual({
    ...{ strictInterface: true, saveEndpoint: "merge", jobsWithoutWorkers: "queue" },
  });
  const { pods, endpoints, templates } = emulator.state();
  expect([...pods, ...endpoints, ...templates]).toEqual([]);
}, 120_000);

test.each(["createTemplate", "saveEndpoint", "run", "createPod", "getPod", "podAction"])(
  "podwright doctor --live deletes all created resources after Ctrl-C during %s",
  async (operation) => {
    const emulator = await emulated();
    emulator.addFault({ operation, effect: { delayMs: 300 } });
    const stop = new AbortController();
    const running = doctor(emulator, asked, { signal: stop.signal });
    await expect.poll(() => emulator.requests().some((entry) => entry.operation === operation)).toBe(true);
    stop.abort(new Error("interrupted"));
    const ended = await running;
    expect(ended.err).toContain("interrupted");
    const { live } = reportIn(ended);
    expect(live?.interrupted).toBe(true);
    expect(live?.left).toEqual([]);
    expect(live?.probes.at(-1)?.result).toBe("not-tried");
    expect(await contents(emulator)).toEqual([]);
  },
  180_000,
);

test("podwright doctor --live deletes a created resource even if RunPod's response was lost", async () => {
  const emulator = await emulated();
  for (const operation of ["createTemplate", "saveEndpoint", "createPod"])
    emulator.addFault({ operation, effect: { dropResponse: true } });
  const { report } = await measured(emulator);
  expect(resultsOf(report, "not-tried").length).toBeGreaterThan(1);
  expect(await contents(emulator)).toEqual([]);
}, 120_000);
