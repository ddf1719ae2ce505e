import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type DoctorReport, doctorReport } from "../../../cli/doctor/report";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { environmentOf, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type Ended } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder("doctor");
  path = new FakePulumi({ deployment: { resources: [] } }).path;
});

async function emulated(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ strict: true, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function doctor(emulator: Emulator, env: Env = {}, ...flags: readonly string[]): Promise<Ended> {
  return await commandLine(["doctor", "--cwd", folder, ...flags], {
    env: { ...environmentOf(emulator), PATH: path, ...env },
  });
}

async function examined(emulator: Emulator, env?: Env): Promise<{ exitCode: number; report: DoctorReport }> {
  const { exitCode, out } = await doctor(emulator, env, "--output", "json");
  return { exitCode, report: doctorReport.parse(JSON.parse(out)) };
}

const levels = ({ findings }: DoctorReport) =>
  Object.fromEntries(findings.filter(({ group }) => group === "platform").map(({ check, level }) => [check, level]));
const sentence = ({ findings }: DoctorReport, check: string) => {
  const { level, message, action = "" } = findings.find((one) => one.check === check) ?? {};
  return `${level}: ${message} ${action}`.trim();
};

const good = { key: "ok", pods: "ok", graphql: "ok", endpoints: "ok", jobs: "ok", clock: "ok", "rate-limit": "ok" };

test("podwright doctor finds no problem on a healthy account", async () => {
  const emulator = await emulated({ rateLimit: "60/m" });
  const { exitCode, report } = await examined(emulator);
  expect(levels(report)).toEqual(good);
  expect(exitCode).toBe(0);
  expect(emulator.counts()).toEqual({ listPods: 1, listEndpoints: 1, myself: 2, health: 1 });
  expect(report.surfaces.map(({ name, status }) => [name, status])).toEqual([
    ["pods", 200],
    ["endpoints", 200],
    ["graphql", 200],
    ["jobs", 404],
  ]);
  expect(report.quotas).toMatchObject([{ window: "minute", limit: 60 }]);
  expect(report.account).toEqual({ id: "user_emulator", balance: 100, spendPerHour: 0, endpoints: 0, workersMax: 0 });
});

type Fault = Parameters<Emulator["addFault"]>[0];
type Env = Readonly<Record<string, string>>;
const fault = (operation: string, effect: Fault["effect"], times = 1) => ({ fault: { operation, effect, times } });
const dated = (aheadMs: number) =>
  fault("listPods", { ...noPods, headers: { date: new Date(Date.now() + aheadMs).toUTCString() } });
const limited = (remaining: number) => {
  const headers = { ratelimit: `"minute";r=${remaining};t=20`, "ratelimit-policy": '"minute";q=60;w=60' };
  return fault("listPods", { ...noPods, headers });
};
const noPods = { status: 200, body: { pods: [] } };
const page = { status: 200, body: "<html></html>" };
const retired = fault("myself", { status: 410 }, 9);
const noEndpoints = fault("listEndpoints", { status: 500 });
const wrongKey = { PODWRIGHT_API_KEY: "canary-of-a-wrong-key" };
const readOnly = { PODWRIGHT_API_KEY: "emulator-read-only" };
const overRest = { env: { PODWRIGHT_ENDPOINT_TRANSPORT: "rest" } };

interface Situation {
  readonly fault?: Fault;
  readonly env?: Env;
}

describe("podwright doctor", () => {
  test.each<[situation: string, Situation, check: string, expected: RegExp]>([
    ["a wrong key", { env: wrongKey }, "key", /^problem: RunPod does not accept the key of PODWRIGHT_API_KEY\. Give/],
    [
      "a key without permission",
      fault("listPods", { status: 403 }),
      "key",
      /^problem: The key of PODWRIGHT_API_KEY of account user_emulator is valid, but it may not read/,
    ],
    [
      "a key that can only read",
      { env: readOnly },
      "key",
      /^ok: .* Reads do not show whether the key may also write\.$/,
    ],
    [
      "a failing REST API",
      fault("listPods", { status: 503 }),
      "pods",
      /^problem: RunPod failed to execute listPods \(503.*Try again later\.$/,
    ],
    [
      "a web page of another program",
      fault("listPods", page),
      "pods",
      /^problem: .* Check that PODWRIGHT_BASE_URL is RunPod's address\.$/,
    ],
    [
      "a broken connection",
      fault("listPods", { dropResponse: true }),
      "pods",
      /^problem: The connection to .* broke before RunPod answered/,
    ],
    ["a retired GraphQL API", retired, "graphql", /^problem: .* `pulumi config set podwright:endpointTransport rest`/],
    [
      "a retired GraphQL API that the settings do not use",
      { ...retired, ...overRest },
      "graphql",
      /^warning: .* Podwright does not manage endpoints over GraphQL/,
    ],
    ["a failing REST API for endpoints that the settings do not use", noEndpoints, "endpoints", /^warning: .*500/],
    ["a failing REST API for endpoints", { ...noEndpoints, ...overRest }, "endpoints", /^problem: .*500/],
    ["a failing job host", fault("health", { status: 502 }), "jobs", /^problem: .*502/],
    [
      "a slow clock on this machine",
      dated(3_600_000),
      "clock",
      /^warning: This machine's clock is (59m|1h).* behind RunPod's clock\. Set the clock/,
    ],
    [
      "a fast clock on this machine",
      dated(-3_600_000),
      "clock",
      /^warning: This machine's clock is 1h.* ahead of RunPod's clock\. Set the clock/,
    ],
    [
      "a nearly exhausted rate limit",
      limited(2),
      "rate-limit",
      /^warning: Requests left: 2 of 60 per minute\. A large `up` will pause/,
    ],
    ["an exhausted rate limit", limited(0), "rate-limit", /^problem: Requests left: 0 of 60 per minute\. Wait 20s/],
  ])("explains %s", async (_, situation, check, expected) => {
    const emulator = await emulated();
    if (situation.fault !== undefined) emulator.addFault(situation.fault);
    const examination = await examined(emulator, situation.env);
    const found = sentence(examination.report, check);
    expect(found).toMatch(expected);
    expect(examination.exitCode).toBe(found.startsWith("problem") ? 7 : 0);
    expect(JSON.stringify(examination)).not.toContain("canary");
  });
});

describe("podwright doctor", () => {
  test("shows the account's balance and the cost per hour while pods run", async () => {
    const emulator = await emulated({ provision: 1, start: 1 });
    await newPod(emulator);
    emulator.advance(10 * 3_600_000);
    const { exitCode, report } = await examined(emulator);
    expect(report.account.spendPerHour).toBe(0.39);
    expect(report.account.balance).toBeCloseTo(96.1, 2);
    expect(sentence(report, "balance")).toMatch(/^ok: The account has \$96\.10, and it spends \$0\.39 an hour\.$/);
    expect(exitCode).toBe(0);
  });

  test.each([
    [1, /^warning: The account has \$1\.00, and it spends \$0\.39 an hour\. The balance lasts for 2 h\. Add credit/, 0],
    [-5, /^problem: The account has -\$5\.00, .* Add credit/, 7],
  ])("tells the user to add credit if the account's balance is %s dollars", async (balance, expected, exitCode) => {
    const emulator = await emulated();
    await newPod(emulator);
    await send(emulator, "POST", "/_emulator/account", { balance });
    const examination = await examined(emulator);
    expect(sentence(examination.report, "balance")).toMatch(expected);
    expect(examination.exitCode).toBe(exitCode);
  });

  test("shows the balance as unchecked if GraphQL returns no balance", async () => {
    const emulator = await emulated();
    const body = { data: { myself: { id: "user_1", endpoints: [] } } };
    emulator.addFault({ operation: "myself", times: 2, effect: { status: 200, body } });
    expect(sentence((await examined(emulator)).report, "balance")).toMatch(
      /^unchecked: GraphQL did not report the balance/,
    );
  });
});

test("podwright doctor prints the result at the end on a terminal but at the start in Markdown", async () => {
  const emulator = await emulated();
  const { out } = await doctor(emulator);
  expect(out).toMatch(/^Tools\nok: The `node` on the PATH is /);
  expect(out).toMatch(/\n {2}apiKey: \[secret\], from PODWRIGHT_API_KEY\n/);
  expect(out).toMatch(/\nNo problem prevents `pulumi up`: 0 problems, 0 warnings, 1 not checked\.\n$/);
  const markdown = await doctor(emulator, {}, "--output", "markdown");
  expect(markdown.out).toMatch(/^## No problem prevents .pulumi up.\n/);
  expect(markdown.out).toContain("### RunPod");
});
