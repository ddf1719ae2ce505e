import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { probes } from "../../../cli/doctor/live/probes/probes";
import { type Profile, profileIn } from "../../../cli/doctor/live/profile";
import { type DoctorReport, doctorReport } from "../../../cli/doctor/report";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { MovableClock } from "../../support/movable-clock";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type Ended, type World } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder("doctor-live");
  path = new FakePulumi({ deployment: { resources: [] } }).path;
});

async function emulated(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ provision: 5, start: 5, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function doctor(
  { url, apiKey }: Emulator,
  flags: readonly string[],
  { env, ...world }: World = {},
): Promise<Ended> {
  const addresses = { PODWRIGHT_BASE_URL: url, PODWRIGHT_SERVERLESS_URL: url, PODWRIGHT_TIME_SCALE: "0.01" };
  return await commandLine(["doctor", "--cwd", folder, ...flags], {
    env: { PATH: path, PODWRIGHT_API_KEY: apiKey, ...addresses, ...env },
    ...world,
  });
}

async function measured(
  emulator: Emulator,
  ...flags: readonly string[]
): Promise<{ exitCode: number; report: DoctorReport }> {
  const { exitCode, out, err } = await doctor(emulator, ["--live", "--yes", "--output", "json", ...flags]);
  expect(err).toBe("");
  return { exitCode, report: doctorReport.parse(JSON.parse(out)) };
}

const resultsOf = ({ live }: DoctorReport, wanted: string) =>
  (live?.probes ?? []).filter(({ result }) => result === wanted).map(({ name }) => name);

const only = (...names: readonly string[]) => names.flatMap((name) => ["--probe", name]);

/** Everything on the account. */
async function contents(emulator: Emulator): Promise<unknown[]> {
  const { pods, endpoints, templates, networkVolumes, registries } = emulator.state();
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const { secrets } = (await emulator.inject({ url: "/v2/account/secrets", headers })).json<{ secrets: unknown[] }>();
  return [...pods, ...endpoints, ...templates, ...networkVolumes, ...registries, ...secrets];
}

test("everything is as assumed on the emulator, at no more than announced, and nothing is left", async () => {
  const emulator = await emulated();
  const { exitCode, report } = await measured(emulator);
  expect(report.live?.probes.filter(({ result }) => result !== "as-assumed")).toEqual([]);
  expect(resultsOf(report, "as-assumed")).toEqual(probes.map(({ name }) => name));
  expect(exitCode).toBe(0);
  expect(await contents(emulator)).toEqual([]);
  const spent = 100 - ((await measured(emulator, "--probe", "page-size")).report.account.balance ?? 0);
  expect(spent).toBeLessThanOrEqual(report.live?.highestCost ?? 0);
}, 120_000);

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

test("on a platform that has retired GraphQL the doctor says what to set, and measures the rest over REST", async () => {
  const emulator = await emulated({ retireGraphql: true });
  const obstructed = await measured(emulator);
  expect(obstructed.exitCode).toBe(7);
  expect(obstructed.report.live).toBeUndefined();
  const retired = obstructed.report.findings.find(({ check }) => check === "graphql");
  expect(retired?.action).toContain("podwright:endpointTransport rest");

  const overRest = { env: { PODWRIGHT_ENDPOINT_TRANSPORT: "rest" } };
  const chosen = only("graphql-serves", "save-endpoint-omission", "template-name", "own-answer");
  const { exitCode, out } = await doctor(emulator, ["--live", "--yes", "--output", "json", ...chosen], overRest);
  const report = doctorReport.parse(JSON.parse(out));
  expect(exitCode).toBe(8);
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

test("the deadline is the clock's: what it cuts off is deleted, and the rest is not tried", async () => {
  const emulator = await emulated();
  const clock = new MovableClock();
  emulator.addFault({ operation: "createTemplate", effect: { delayMs: 300 } });
  const chosen = only("template-name", "stream-shape");
  const running = doctor(emulator, ["--live", "--yes", "--output", "json", "--deadline", "1h", ...chosen], { clock });
  await expect.poll(() => emulator.counts().createTemplate).toBe(1);
  clock.advance(3_600_000);
  const { live } = doctorReport.parse(JSON.parse((await running).out));
  expect(live?.probes.map(({ name, result }) => [name, result])).toEqual([
    ["template-name", "not-tried"],
    ["stream-shape", "not-tried"],
  ]);
  expect(live).toMatchObject({ left: [], interrupted: false });
  expect(await contents(emulator)).toEqual([]);
}, 60_000);

test("emulator --profile behaves as a report measured, and refuses another file", async () => {
  const report = join(folder, "report.json");
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

test("more than may be spent is refused before anything is created", async () => {
  const emulator = await emulated();
  const { exitCode, err } = await doctor(emulator, ["--live", "--yes", "--max-cost", "0.01"]);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/may cost \$\d.*, more than --max-cost \$0\.01: raise it, or choose with --probe/);
  expect(Object.keys(emulator.counts()).filter((name) => /^(create|save)/.test(name))).toEqual([]);
});

test("without --yes it asks, and creates nothing where nobody can be asked", async () => {
  const emulator = await emulated();
  const { exitCode, err } = await doctor(emulator, ["--live"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("--yes is needed where nobody can be asked");
  expect(await contents(emulator)).toEqual([]);
});

test("an unknown probe is wrong usage", async () => {
  const { exitCode, err } = await doctor(await emulated(), ["--live", "--probe", "page-syze"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("--probe must be one of graphql-serves,");
});

test.each(["createTemplate", "saveEndpoint", "run", "createPod", "podAction"])(
  "Ctrl-C while %s is under way deletes everything, and the report says what was not tried",
  async (operation) => {
    const emulator = await emulated();
    emulator.addFault({ operation, effect: { delayMs: 300 } });
    const stop = new AbortController();
    const running = doctor(emulator, ["--live", "--yes", "--output", "json"], { signal: stop.signal });
    await expect.poll(() => emulator.requests().some((entry) => entry.operation === operation)).toBe(true);
    stop.abort(new Error("interrupted"));
    const { out, err } = await running;
    expect(err).toContain("interrupted");
    const { live } = doctorReport.parse(JSON.parse(out));
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

test("what cannot be deleted is named, and the exit code says so; --clean-up deletes it later", async () => {
  const emulator = await emulated();
  emulator.addFault({ operation: "deleteTemplate", times: 1_000, effect: { status: 403 } });
  const { exitCode, out } = await doctor(emulator, ["--live", "--yes", "--output", "json", "--probe", "stream-shape"]);
  const { live } = doctorReport.parse(JSON.parse(out));
  expect(exitCode).toBe(7);
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
