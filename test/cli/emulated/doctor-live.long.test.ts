import { describe, expect, test } from "vitest";
import { type Profile, profileIn } from "../../../cli/doctor/live/profile";
import { asked, contents, doctor, emulated, measured, only, reportIn, resultsOf } from "../support/doctor-live";

describe("on an emulator that is configured to differ", () => {
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
    // Every deletion waits for it: a few probes are enough.
    [{ releaseLag: 1_500 }, ["release-lag"], only("release-lag", "template-binding", "stream-shape")],
    [{ streamHold: 1_500 }, ["stream-hold"], only("stream-hold", "cancel-twice")],
  ])(
    "by %j finds exactly that, and its report makes another emulator so",
    async (options, found, flags = []) => {
      // A start that takes long enough to be seen between stale responses.
      const emulator = await emulated({ start: 500, ...options });
      const { exitCode, report } = await measured(emulator, ...flags);
      expect(resultsOf(report, "different")).toEqual(found);
      expect(resultsOf(report, "not-tried")).toEqual([]);
      expect(exitCode).toBe(8);
      expect(await contents(emulator)).toEqual([]);
      // What is measured as a time is known no more exactly than that.
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

test("a platform that knows the original interface alone is found out, and leaves nothing either", async () => {
  const emulator = await emulated({ strictInterface: true, start: 500 });
  const { exitCode, report } = await measured(emulator);
  expect(exitCode).toBe(8);
  expect(resultsOf(report, "different")).toEqual([
    "cursor-malformed",
    "limit-range",
    "graphql-unknown-endpoint",
    "page-size",
    "args-split",
    "args-and-cmd",
    "health-workers",
  ]);
  expect(resultsOf(report, "not-tried")).toEqual(["secret-name-case", "capacity-text"]);
  expect(profileIn(report)).toEqual({ strictInterface: true });
  const { pods, endpoints, templates } = emulator.state();
  expect([...pods, ...endpoints, ...templates]).toEqual([]);
}, 120_000);

test.each(["createTemplate", "saveEndpoint", "run", "createPod", "podAction"])(
  "Ctrl-C while %s is under way deletes everything, and the report says what was not tried",
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
  60_000,
);

test("a create whose response was lost leaves nothing either", async () => {
  const emulator = await emulated();
  for (const operation of ["createTemplate", "saveEndpoint", "createPod"])
    emulator.addFault({ operation, effect: { dropResponse: true } });
  const { report } = await measured(emulator);
  expect(resultsOf(report, "not-tried").length).toBeGreaterThan(1);
  expect(await contents(emulator)).toEqual([]);
}, 120_000);
