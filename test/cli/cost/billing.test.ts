import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { json, KEY, POD, serve } from "../../client/support/local-server";
import { commandLine, type World } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const DAY = 86_400_000;
const at = (day: number) => new Date(Date.UTC(2026, 5, 1) + day * DAY).toISOString().replace(".000Z", "Z");

interface Billed {
  readonly day: number;
  readonly id: string;
  readonly gpu?: number;
  readonly disk?: number;
}

const amounts = ({ gpu = 0, disk = 0 }: Partial<Billed>) => ({
  totalAmount: gpu + disk,
  gpuAmount: gpu,
  cpuAmount: 0,
  diskAmount: disk,
});

/** A platform with these bills; it knows the pods and endpoints below. */
async function platform(
  billed: readonly Billed[],
  refused: Readonly<Record<string, [status: number, body: object]>> = {},
) {
  const server = await serve((response, seen, socket) => {
    const { pathname, searchParams } = new URL(seen.url, "http://x");
    const wanted = searchParams.get("podId") ?? searchParams.get("serverlessId");
    const asked = billed.filter(({ id }) => wanted === null || id === wanted);
    const answers: Record<string, unknown> = {
      "/v2/pods": {
        pods: [
          POD,
          { ...POD, id: "pod2", gpu: { id: "NVIDIA A40", count: 1 } },
          { ...POD, id: "cpupod", gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 } },
        ],
      },
      "/graphql": { data: { myself: { endpoints: ENDPOINTS } } },
      "/v2/catalog/gpus": { gpus: [GPU_TYPE] },
      "/v2/billing/pods": report(asked, "podId"),
      "/v2/billing/serverless": report(asked, "serverlessId", { feeAmount: 0 }),
      "/v2/billing/network-volumes": {
        ...report([], "networkVolumeId"),
        records: billed.map(({ day, id, disk = 0 }) => ({
          ...span(day),
          networkVolumeId: id,
          totalAmount: disk,
          standardAmount: disk,
          highPerformanceAmount: 0,
        })),
      },
    };
    const answer = answers[pathname];
    const [status, body] = refused[pathname] ?? (answer === undefined ? [404, {}] : [200, answer]);
    json(status, body)(response, seen, socket);
  });
  return {
    /** Paths with their queries, in the order they came. */
    requests: () => server.seen.map(({ url }) => url.replace(/api_key=[^&]*/, "")),
    cli: (args: string | readonly string[], { env: more, ...world }: World = {}) => {
      const env = {
        PODWRIGHT_API_KEY: KEY,
        PODWRIGHT_BASE_URL: server.url,
        PODWRIGHT_SERVERLESS_URL: server.url,
        ...more,
      };
      return commandLine(["billing", ...(typeof args === "string" ? args.split(" ") : args)], { env, ...world });
    },
  };
}

const span = (day: number) => ({ startTime: at(day), endTime: at(day + 1) });

function report(billed: readonly Billed[], id: string, more: object = {}) {
  return {
    records: billed.map((one) => ({ ...span(one.day), [id]: one.id, ...amounts(one), ...more })),
    metadata: {
      query: { startTime: at(0), endTime: at(30), bucketSize: "day" },
      recordCount: billed.length,
      totals: { ...amounts({}), standardAmount: 0, highPerformanceAmount: 0, ...more },
    },
  };
}

const ENDPOINT = {
  name: "e",
  gpuIds: "AMPERE_24,ADA_24",
  templateId: "t",
  type: "QB",
  idleTimeout: 5,
  locations: null,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 1,
  networkVolumeId: null,
  pods: [],
};
const ENDPOINTS = [
  { ...ENDPOINT, id: "ep1" },
  { ...ENDPOINT, id: "ep2", gpuIds: "AMPERE_80" },
];
const GPU_TYPE = {
  id: "NVIDIA GeForce RTX 4090",
  name: "RTX 4090",
  pool: "ADA_24",
  manufacturer: "NVIDIA",
  memory: 24,
  secure: true,
  community: true,
  price: { secure: 0.69, community: 0.34 },
  maxCount: { secure: 8, community: 4 },
};

const BILLED: readonly Billed[] = [
  { day: 0, id: POD.id, gpu: 0.1, disk: 0.01 },
  { day: 0, id: "pod2", gpu: 0.2 },
  { day: 1, id: POD.id, gpu: 0.7 },
  { day: 1, id: "gone", gpu: 1 },
  { day: 1, id: "cpupod", disk: 0.5 },
];

describe("billing flags", () => {
  test("everything wrong is reported at once, and nothing is sent", async () => {
    const { cli, requests } = await platform([]);
    const { exitCode, out, err } = await cli(
      "pods --bucket-size fortnight --start-time yesterday --end-time 2026-02-30T00:00:00Z --grouping endpointId --output xml",
    );
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: "" });
    expect(err.split("\n")).toEqual([
      "error: 5 things are wrong:",
      '  --bucket-size must be one of hour, day, week, month, year, not "fortnight"',
      '  --start-time must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not "yesterday"',
      '  --end-time must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not "2026-02-30T00:00:00Z"',
      '  --grouping must be one of gpuId, podId, not "endpointId"',
      '  --output must be one of table, json, yaml, csv, not "xml"',
      'hint: "podwright billing pods --help" shows what it takes',
      "",
    ]);
    expect(requests()).toEqual([]);
  });

  test.each([
    [
      "pods --start-time 2026-06-02T00:00:00Z --end-time 2026-06-01T00:00:00Z",
      /--start-time must be before --end-time/,
    ],
    ["serverless --grouping networkVolumeId", /--grouping must be one of endpointId, podId, gpuId/],
    ["pods --chart --output json", /--chart .* cannot go with another --output/],
    ["network-volume --grouping podId", /unknown option '--grouping'/],
    ["network-volume --gpu-id x", /unknown option '--gpu-id'/],
    ["serverless --pod-id x", /unknown option '--pod-id'/],
    ["pods --endpoint-id x", /unknown option '--endpoint-id'/],
  ])("%s is refused before any request", async (args, message) => {
    const { cli, requests } = await platform([]);
    const { exitCode, err } = await cli(args);
    expect(exitCode).toBe(64);
    expect(err).toMatch(message);
    expect(requests()).toEqual([]);
  });

  test("by default --bucket-size is day, --grouping is gpuId for pods and endpointId for serverless, and no time is sent", async () => {
    const { cli, requests } = await platform([]);
    const pods = await cli("pods");
    const serverless = await cli("serverless");
    await cli("network-volume");
    expect(JSON.parse(pods.out)).toMatchObject({ bucketSize: "day", grouping: "gpuId" });
    expect(JSON.parse(serverless.out)).toMatchObject({ bucketSize: "day", grouping: "endpointId" });
    expect(requests().filter((url) => url.includes("billing"))).toEqual([
      "/v2/billing/pods?bucketSize=day",
      "/v2/billing/serverless?bucketSize=day",
      "/v2/billing/network-volumes?bucketSize=day",
    ]);
  });

  test("times, bucket size and the resource are sent to the platform", async () => {
    const { cli, requests } = await platform(["p1", "e1"].map((id) => ({ day: 0, id, gpu: 1 })));
    const times = "--start-time 2026-06-01T00:00:00Z --end-time 2026-06-02T00:00:00+02:00";
    await cli(`pods --grouping podId --bucket-size hour ${times} --pod-id p1`);
    await cli(`endpoints ${times} --endpoint-id e1`);
    await cli("nv --bucket-size month");
    const query = "startTime=2026-06-01T00%3A00%3A00Z&endTime=2026-06-02T00%3A00%3A00%2B02%3A00";
    expect(requests()).toEqual([
      `/v2/billing/pods?${query}&bucketSize=hour&podId=p1`,
      `/v2/billing/serverless?${query}&bucketSize=day&serverlessId=e1`,
      "/v2/billing/network-volumes?bucketSize=month",
    ]);
  });
});

describe("billing groupings", () => {
  const groups = (out: string, key: string) =>
    JSON.parse(out).records.map((record: Record<string, unknown>) => [record[key], record.totalAmount]);

  test("pods by podId are the platform's own records, and nothing else is requested", async () => {
    const { cli, requests } = await platform(BILLED);
    const { out } = await cli("pods --grouping podId");
    expect(groups(out, "podId")).toEqual([
      [POD.id, 0.11],
      ["pod2", 0.2],
      ["cpupod", 0.5],
      ["gone", 1],
      [POD.id, 0.7],
    ]);
    expect(requests()).toHaveLength(1);
  });

  test("pods by gpuId add up, pods that are gone are one group, and so are pods without a GPU", async () => {
    const { cli } = await platform(BILLED);
    const { out, err } = await cli("pods");
    expect(groups(out, "gpuId")).toEqual([
      ["NVIDIA A40", 0.2],
      ["NVIDIA L4", 0.11],
      ["NVIDIA L4", 0.7],
      ["none", 0.5],
      ["unattributed", 1],
    ]);
    expect(err).toBe(
      'note: $1.00 of pods is "unattributed": the GPUs of gone are not known, because these pods are no longer there\n',
    );
  });

  test("--gpu-id of endpoints takes a pool or a GPU type, and leaves out what may be for another, which is noted", async () => {
    const { cli, requests } = await platform([
      { day: 0, id: "ep1", gpu: 1 },
      { day: 0, id: "ep2", gpu: 2 },
      { day: 0, id: "gone", gpu: 4 },
    ]);
    const pool = await cli("sls --gpu-id AMPERE_80");
    expect(groups(pool.out, "endpointId")).toEqual([["ep2", 2]]);
    expect(pool.err).toBe(
      "note: $4.00 of endpoints is left out: the GPUs of gone are not known, because these endpoints are no longer there, so it may be for AMPERE_80\n",
    );
    expect(requests().some((url) => url.includes("catalog"))).toBe(false);
    const type = await cli(["sls", "--gpu-id", GPU_TYPE.id]);
    expect(groups(type.out, "endpointId")).toEqual([]);
    expect(type.err).toContain(
      "note: $1.00 of endpoints that may run on other GPUs than NVIDIA GeForce RTX 4090 too is left out",
    );
  });
});

describe("a filter that matches nothing", () => {
  const gone: readonly Billed[] = [{ day: 1, id: "gone", gpu: 1 }];

  test("ends with 3 and says why while some money could not be attributed", async () => {
    const { cli } = await platform(gone);
    const { exitCode, out, err } = await cli(["pods", "--gpu-id", GPU_TYPE.id]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(out).records).toEqual([]);
    expect(err).toContain(
      `error: nothing is known to have been billed for ${GPU_TYPE.id}, and $1.00 of pods could not be attributed\n`,
    );
    expect((await cli(["sls", "--gpu-id", "ADA_24"])).exitCode).toBe(3);
  });

  test("ends with 0 where all money is known to be for something else", async () => {
    const { cli } = await platform([{ day: 0, id: "pod2", gpu: 1 }]);
    const { exitCode, err } = await cli(["pods", "--gpu-id", GPU_TYPE.id]);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^Nothing was billed for pods/);
  });

  test.each([
    [
      ["pods", "--gpu-id", "NVIDIA GeForce RTX 4900"],
      'no GPU type "NVIDIA GeForce RTX 4900"; did you mean NVIDIA GeForce RTX 4090?',
    ],
    [["pods", "--gpu-id", "ADA_24"], 'no GPU type "ADA_24"'],
    [["sls", "--gpu-id", "ADA_2"], 'no GPU type or pool "ADA_2"; did you mean ADA_24?'],
    [
      ["pods", "--pod-id", "podd2"],
      'no pod "podd2" exists, was billed in this time or is known to have been; did you mean pod2?',
    ],
    [["pods", "--pod-id", "gonne"], "did you mean gone?"],
    [["sls", "--endpoint-id", "ep11"], 'no endpoint "ep11"'],
  ])("because it is mistyped, is an error with the nearest name: %j", async (args, message) => {
    const { cli } = await platform(gone);
    const { exitCode, out, err } = await cli(args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toContain(message);
  });

  test("is no error for a pod that exists, nor where names cannot be looked up", async () => {
    const { cli } = await platform(gone, { "/v2/catalog/gpus": [403, {}] });
    expect((await cli("pods --pod-id pod2")).exitCode).toBe(0);
    expect((await cli("pods --gpu-id nonsense")).exitCode).toBe(3);
  });
});

describe("what is gone", () => {
  const entry = { at: at(0), event: "created", kind: "Pod", id: "gone", gpu: "NVIDIA A40", name: "web" };

  test("is known by the journal of this machine, for the GPU, the filter and the id", async () => {
    const folder = journalWith(entry, { ...entry, kind: "ServerlessEndpoint", gpu: "AMPERE_80" });
    const { cli } = await platform(BILLED);
    const env = { PODWRIGHT_JOURNAL: folder };
    const byGpu = await cli("pods", { env });
    expect(JSON.parse(byGpu.out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(byGpu.err).toBe("");
    expect(JSON.parse((await cli(["pods", "--gpu-id", "NVIDIA A40"], { env })).out).totals.totalAmount).toBe(1.2);
    expect((await cli("pods --pod-id gonne", { env })).err).toContain("did you mean gone?");
  });

  test("is known by a stack's state, which is read only where it is named and something is missing", async () => {
    const type = "pulumi-nodejs:dynamic/podwright:Pod";
    const urn = `urn:pulumi:dev::app::${type}::web`;
    const outputs = { placement: { gpu: { id: "NVIDIA A40", count: 1 } } };
    const resources = [{ urn, type, id: "gone", outputs, delete: true }];
    const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
    const { cli } = await platform(BILLED);
    const env = { PATH: pulumi.path };
    expect((await cli("pods", { env })).err).toContain("$1.00 of pods");
    expect((await cli("pods --grouping podId --stack dev", { env })).err).toBe("");
    expect(pulumi.commands()).toEqual([]);
    const { out, err } = await cli("pods --stack dev", { env });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(pulumi.calls()).toEqual([expect.stringContaining("stack export --stack dev")]);
  });

  const type = "podwright:index:Pod";
  const outputs = { placement: { gpu: { id: "NVIDIA A40", count: 1 } } };
  const resources = [{ urn: `urn:pulumi:dev::app::${type}::web`, type, id: "gone", outputs }];

  /** Whether the bill of the stack's pods names the GPU of every pod, and warns of nothing. */
  async function attributesAll(pulumi: FakePulumi): Promise<void> {
    const { cli } = await platform(BILLED);
    const { out, err } = await cli(["pods", "--stack", "dev", "--cwd", pulumi.dir], { env: { PATH: pulumi.path } });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
  }

  test("is known by the history of a stack whose state a destroy has emptied", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    pulumi.recordInFiles("app", { resources: [] }, { resources });
    await attributesAll(pulumi);
  });

  test("is known by the numbered states of Pulumi's own service, read back until nothing is missing", async () => {
    const state = (held: readonly object[]) => ({ version: 3, deployment: { resources: held } });
    const pulumi = new FakePulumi(state([]));
    const left = [state([]), state(resources), state([])];
    pulumi.record(...left.map((one, index) => ({ version: 3 - index, left: one })));
    await attributesAll(pulumi);
    const exports = pulumi.calls().filter((call) => call.includes("--version"));
    expect(exports.map((call) => /--version (\d+)/.exec(call)?.[1])).toEqual(["3", "2"]);
    expect(pulumi.commands()).not.toContain("whoami --json");
  });

  test("stays unattributed where a stack cannot be read, with a note", async () => {
    const pulumi = new FakePulumi({});
    pulumi.fail("stack export", "error: no stack named 'dev' found\n");
    const { cli } = await platform(BILLED);
    const { exitCode, err } = await cli("pods --stack dev", { env: { PATH: pulumi.path } });
    expect(exitCode).toBe(0);
    expect(err).toContain(
      "the state and history of dev could not be read: `pulumi stack export` failed: no stack named",
    );
  });
});

function journalWith(...entries: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "podwright-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "resources-2026-06.jsonl"), entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return folder;
}

describe("billing output", () => {
  test("a table on a terminal fits its width, in dollars, with the totals last", async () => {
    const { cli } = await platform(BILLED);
    const { out } = await cli("pods", { columns: 60 });
    expect(out).toBe(
      [
        "DAY (UTC)   GPU           TOTAL    GPU    CPU   DISK",
        "2026-06-01  NVIDIA A40    $0.20  $0.20  $0.00  $0.00",
        "2026-06-01  NVIDIA L4     $0.11  $0.10  $0.00  $0.01",
        "2026-06-02  NVIDIA L4     $0.70  $0.70  $0.00  $0.00",
        "2026-06-02  none          $0.50  $0.00  $0.00  $0.50",
        "2026-06-02  unattributed  $1.00  $1.00  $0.00  $0.00",
        "TOTAL                     $2.51  $2.00  $0.00  $0.51",
        "",
      ].join("\n"),
    );
    const narrow = await cli("pods --grouping podId", { columns: 50 });
    expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(narrow.out).toContain("…");
  });

  test("yaml holds what json holds", async () => {
    const { cli } = await platform(BILLED);
    const { out } = await cli("pods --output yaml");
    expect(parseYaml(out)).toEqual(JSON.parse((await cli("pods")).out));
    expect(out).toContain('startTime: "2026-06-01T00:00:00Z"');
  });

  test("csv has a heading, a line a record, and nothing that a spreadsheet would run", async () => {
    const { cli } = await platform([{ day: 0, id: '=cmd|"/c calc"!A1', gpu: 1e-7 }]);
    expect((await cli("pods --grouping podId --output csv")).out).toBe(
      "startTime,endTime,podId,totalAmount,gpuAmount,cpuAmount,diskAmount\r\n" +
        `${at(0)},${at(1)},"'=cmd|""/c calc""!A1",0.0000001,0.0000001,0,0\r\n`,
    );
  });

  test("an empty result is reported, and is still a document", async () => {
    const { cli } = await platform([]);
    const said = `Nothing was billed for network volumes from ${at(0)} to ${at(30)}.\n`;
    expect(await cli("network-volume", { columns: 80 })).toEqual({ exitCode: 0, out: "", err: said });
    const { out, err } = await cli("network-volume");
    expect(JSON.parse(out)).toMatchObject({ records: [], totals: { totalAmount: 0 } });
    expect(err).toBe(said);
  });

  test("--chart draws a bar for each bucket, those without a cost too, within 80 columns", async () => {
    const { cli } = await platform([
      { day: 0, id: POD.id, gpu: 8 },
      { day: 2, id: "pod2", gpu: 4 },
    ]);
    const { out } = await cli("pods --chart", { columns: 80 });
    expect(out.slice(out.indexOf("Cost by day"))).toBe(
      [
        "Cost by day (UTC)",
        `2026-06-01  ${"█".repeat(61)}  $8.00`,
        `2026-06-02  ${" ".repeat(61)}  $0.00`,
        `2026-06-03  ${"█".repeat(30)}▌${" ".repeat(30)}  $4.00`,
        "",
        "Cost by gpuId",
        `NVIDIA L4   ${"█".repeat(61)}  $8.00`,
        `NVIDIA A40  ${"█".repeat(30)}▌${" ".repeat(30)}  $4.00`,
        "",
      ].join("\n"),
    );
  });

  test("--chart gathers the groups beyond what a screen shows, and loses nothing", async () => {
    const { cli } = await platform(
      Array.from({ length: 50 }, (_, n) => ({ day: 0, id: `pod${n}`, gpu: n < 39 ? 2 : 1 })),
    );
    const { out } = await cli("pods --grouping podId --chart", { columns: 80 });
    const lines = out.slice(out.indexOf("Cost by podId")).trimEnd().split("\n").slice(1);
    expect(lines).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/^11 others .*\$11\.00$/);
  });

  test("the key is in no output, also when it is refused", async () => {
    const server = await serve(json(401, { title: "Unauthorized", status: 401, detail: `bad key ${KEY}` }));
    const { exitCode, out, err } = await commandLine(["billing", "pods"], {
      env: { PODWRIGHT_API_KEY: KEY, PODWRIGHT_BASE_URL: server.url },
    });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: .*API key.*\. Set PODWRIGHT_API_KEY to another key\.\n$/);
    expect(out + err).not.toContain(KEY);
  });
});
