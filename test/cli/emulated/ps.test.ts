import { afterEach, beforeEach, expect, test } from "vitest";
import { type PsReport, psReport } from "../../../cli/ps/report";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { VirtualClock } from "../../support/virtual-clock";
import { commandLine, type Ended, type World } from "../support/command-line";
import { project } from "../support/project";

const HOUR = 3_600_000;
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ provision: 0, start: 0, workerStart: 0, strict: true });
});
afterEach(() => emulator.close());

async function ps(args: readonly string[], { env, ...world }: World = {}): Promise<Ended> {
  return await commandLine(
    ["ps", ...args, ...(args.includes("--cwd") ? [] : ["--cwd", temporaryFolder("elsewhere")])],
    { env: { ...environmentOf(emulator), ...env }, ...world },
  );
}

async function listed(args: readonly string[], world?: World): Promise<PsReport> {
  const { exitCode, out, err } = await ps([...args, "--output", "json"], world);
  if (exitCode !== 0) throw new Error(err);
  return psReport.parse(JSON.parse(out));
}

const namesIn = ({ items }: PsReport) => items.map(({ name }) => name);

test("podwright ps shows the hardware, the stack and the cost of each resource", async () => {
  const web = await newPod(emulator, { name: "web-1", gpu: { id: "NVIDIA A40", count: 2 } });
  const stray = await newPod(emulator, { name: "stray", gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 } });
  await newEndpoint(emulator, "api", { workersMin: 1 });
  const volume = { name: "data", size: 20, dataCenter: "EU-RO-1" };
  const { id: data } = await send(emulator, "POST", "/v2/network-volumes", volume);
  const { cwd, pulumi } = project({
    prod: [{ kind: "Pod", name: "web", id: web }],
    dev: [{ kind: "NetworkVolume", name: "files", id: data }],
  });

  const report = await listed(["--cwd", cwd, "--volume-price", "0.07", "--parts"], { env: { PATH: pulumi.path } });

  const shown = report.items.map(({ name, hardware, place, owner }) => [name, hardware, place !== null, owner?.name]);
  expect(shown).toEqual([
    ["web-1", "2 × NVIDIA A40", true, "web"],
    ["api", "1 × AMPERE_16", false, undefined],
    ["stray", "cpu3c with 2 vCPUs", true, undefined],
    ["data", null, true, "files"],
  ]);
  expect(report.items[0]?.owner).toEqual({
    organization: null,
    project: "shop",
    stack: "prod",
    name: "web",
    held: true,
  });
  expect(report.items[1]?.parts).toEqual([expect.objectContaining({ status: "IDLE" })]);
  expect(report.items.find(({ id }) => id === stray)?.owner).toBeNull();
  const sum = report.items.reduce((all, { costPerHour }) => all + (costPerHour ?? 0), 0);
  expect(report.total).toEqual({ items: 4, costPerHour: expect.closeTo(sum, 8), unpriced: 0 });
});

test("the totals of podwright ps say that a price is unknown", async () => {
  await newPod(emulator, { name: "web" });
  const { out: priced } = await ps(["--output", "table"]);
  expect(priced).not.toContain("?");
  await send(emulator, "POST", "/v2/network-volumes", { name: "data", size: 20, dataCenter: "EU-RO-1" });
  const { out } = await ps(["--output", "table"]);
  expect(out).toMatch(
    /^2 items: \$\d\S* \+ \? an hour, \$\d\S* \+ \? a month of 730 hours; 1 item without a known price$/m,
  );
});

test("podwright ps shows the pod of a task as the task, by the state and by the pod's mark", async () => {
  const recorded = await newPod(emulator, { name: "train-1a2b3c4", gpu: { id: "NVIDIA A40" } });
  const mark = "-/shop/prod/evaluate/0123456789abcdef0123456789abcdef.1/Task";
  await newPod(emulator, { name: "evaluate-1a2b3c4", gpu: { id: "NVIDIA A40" }, env: { PODWRIGHT_CREATED_BY: mark } });
  const forged = "-/shop/prod/x/0123456789abcdef0123456789abcdef/Anything";
  await newPod(emulator, { name: "other", gpu: { id: "NVIDIA A40" }, env: { PODWRIGHT_CREATED_BY: forged } });
  const outputs = { hasPod: true, podId: recorded };
  const { cwd, pulumi } = project({ prod: [{ kind: "Task", name: "train", id: "run-1", outputs }] });
  const world = { env: { PATH: pulumi.path } };

  const { out } = await ps(["--cwd", cwd, "--output", "table"], world);

  expect(out).toMatch(/^train-1a2b3c4 +task +.* train$/m);
  expect(out).toMatch(/^evaluate-1a2b3c4 +task +.* evaluate \(not in the state\)$/m);
  expect(out).toMatch(/^other +pod /m);
  const { items } = await listed(["--cwd", cwd], world);
  expect(items.find(({ id }) => id === recorded)?.owner).toMatchObject({ name: "train", kind: "Task", held: true });
});

test("podwright ps --output markdown shows other people's names as text, and masks keys in them", async () => {
  const id = await newPod(emulator, {
    name: "`@all` | rpa_0123456789ABCDEFGHIJ0123456789ABCDEFGHIJ01",
    gpu: { id: "NVIDIA A40" },
  });
  await newEndpoint(emulator, "api", { workersMin: 1 });

  const { out, exitCode } = await ps(["--output", "markdown", "--parts"]);

  expect(exitCode).toBe(0);
  const lines = out.split("\n");
  expect(lines[0]).toBe("## Resources on the account");
  expect(lines.find((line) => line.includes(id))).toMatch(
    /^\| `` `@all` \\\| \[secret\] `` pod \| `\w+` \| RUNNING \| 1 × NVIDIA A40 \|/,
  );
  expect(lines.filter((line) => line.startsWith("| worker |"))).toHaveLength(1);
  expect(out).not.toContain("rpa_0123");
  expect(out).toMatch(/^2 items: \$[\d.]+ an hour, /m);
});

test("podwright ps asks Pulumi for each state once, and once for all stacks of a backend", async () => {
  const { cwd, pulumi } = project({ prod: [{ kind: "Pod", name: "web", id: "p-1" }], dev: [] });

  await listed(["--cwd", cwd, "--stack", "prod", "--stack", "dev"], { env: { PATH: pulumi.path } });

  expect(pulumi.commands().filter((line) => line === "stack export")).toHaveLength(2);
  expect(pulumi.commands().filter((line) => line === "stack ls")).toHaveLength(1);
});

test("podwright ps --unowned lists only resources that belong to no stack", async () => {
  const web = await newPod(emulator, { name: "web" });
  await newPod(emulator, { name: "stray" });
  const marked = { PODWRIGHT_CREATED_BY: "acme/shop/gone/old/old-1" };
  await newPod(emulator, { name: "old-1", env: marked });
  const { cwd, pulumi } = project({ prod: [{ kind: "Pod", name: "web", id: web }], broken: [] });
  pulumi.another("broken", "error: no access");
  const world = { env: { PATH: pulumi.path } };

  const unowned = await listed(["--cwd", cwd, "--unowned"], world);
  expect(namesIn(unowned)).toEqual(["stray"]);
  expect(unowned.stacksNotRead).toEqual([expect.stringContaining("no access")]);
  expect(namesIn(await listed(["--cwd", cwd, "--stack", "prod"], world))).toEqual(["web"]);
  expect((await ps(["--cwd", cwd, "--output", "table"], world)).out).toMatch(
    /^note: Podwright could not read broken in /m,
  );
});

test("podwright ps --stack lists no resource of a stack that has the same name in another project", async () => {
  const web = await newPod(emulator, { name: "web" });
  await newPod(emulator, { name: "site-1", env: { PODWRIGHT_CREATED_BY: "-/blog/prod/site/site-1" } });
  const { cwd, pulumi } = project({ prod: [{ kind: "Pod", name: "web", id: web }] });
  const world = { env: { PATH: pulumi.path } };

  const all = await listed(["--cwd", cwd], world);
  expect(Object.fromEntries(all.items.map(({ name, owner }) => [name, owner?.project]))).toEqual({
    web: "shop",
    "site-1": "blog",
  });
  expect(namesIn(await listed(["--cwd", cwd, "--stack", "prod"], world))).toEqual(["web"]);
});

test("podwright ps --idle lists pods with low utilization and endpoints without jobs", async () => {
  const idle = await newPod(emulator, { name: "idle" });
  await newPod(emulator, { name: "busy" });
  emulator.changePod(idle, { utilization: 0 });
  await newEndpoint(emulator, "quiet", { workersMin: 1 });
  const clock = new VirtualClock();
  clock.advance(emulator.now() - clock.now());

  expect(namesIn(await listed(["--idle", "1h"], { clock }))).toEqual(["quiet"]);
  emulator.advance(HOUR);
  clock.advance(HOUR);
  expect(namesIn(await listed(["--idle", "1h"], { clock })).toSorted()).toEqual(["idle", "quiet"]);
});

test("podwright ps names the account of each resource if two stacks use different accounts", async () => {
  const other = await startEmulator({ provision: 0, start: 0, strict: true });
  try {
    // Both emulators count their ids alike.
    await send(other, "DELETE", `/v2/pods/${await newPod(other)}`);
    const [web, api] = [await newPod(emulator, { name: "web" }), await newPod(other, { name: "api" })];
    const { cwd, pulumi } = project({
      prod: [{ kind: "Pod", name: "web", id: web }],
      dev: [{ kind: "Pod", name: "api", id: api }],
    });
    pulumi.configure("dev", { "podwright:apiKey": other.apiKey, "podwright:baseUrl": other.url });
    const { items } = await listed(["--cwd", cwd, "--stack", "prod", "--stack", "dev"], { env: { PATH: pulumi.path } });
    const shown = items.map(({ name, account, owner }) => [name, account?.split(" ")[0], owner?.stack]);
    expect(shown.toSorted()).toEqual([
      ["api", "dev", "dev"],
      ["web", "prod", "prod"],
    ]);
  } finally {
    await other.close();
  }
});

test("podwright ps reads the account of the selected stack if the environment has no key", async () => {
  await newPod(emulator, { name: "web" });
  const { cwd, pulumi } = project({ prod: [] });
  pulumi.configure("prod", { "podwright:apiKey": emulator.apiKey });
  const env = { PATH: pulumi.path, PODWRIGHT_API_KEY: undefined };
  expect((await ps(["--output", "json"], { env })).err).toContain("Set PODWRIGHT_API_KEY");
  pulumi.configure("", { "podwright:apiKey": emulator.apiKey });
  expect(namesIn(await listed(["--cwd", cwd], { env }))).toEqual(["web"]);
});

test("podwright ps shows a hostile name as plain text", async () => {
  const name = "=cmd|'/c calc'!A1, \"x\"\n\u001b[31mred\u202e::error::";
  await newPod(emulator, { name });
  const [table, csv, json, yaml] = await Promise.all(
    ["table", "csv", "json", "yaml"].map((format) => ps(["--output", format])),
  );
  expect(table?.out.split("\n")[1]).toMatch(/^=cmd\|'\/c calc'!A1, "x" \[31mred::error:: {2}pod {2}/);
  expect(csv?.out.split("\r\n")[1]).toMatch(/^Pod,\w+,"'=cmd\|'\/c calc'!A1, ""x"" \[31mred::error::",/);
  expect(psReport.parse(JSON.parse(json?.out ?? "")).items[0]?.name).toBe(name);
  for (const text of [table?.out, csv?.out, json?.out, yaml?.out])
    for (const control of ["\u001b", "\u202e"]) expect(text).not.toContain(control);
});

test("podwright ps says that an empty account has no resources", async () => {
  expect((await ps(["--output", "table"])).out).toBe("The account of the environment has no such resources.\n");
  expect((await listed([])).total).toEqual({ items: 0, costPerHour: 0, unpriced: 0 });
});

test("podwright ps --watch prints the resources again after a failed read", async () => {
  const clock = new VirtualClock();
  const [interrupted, unread] = [new AbortController(), new AbortController()];
  const tables: string[] = [];
  const onPart: World["onPart"] = (stream, text) => {
    tables.push(`${stream} ${text.split("\n")[0]}`);
    if (tables.length === 1) emulator.addFault({ operation: "listPods", effect: { refusal: "access" } });
    if (tables.length === 3) unread.abort();
  };
  const watching = ["--watch", "1m", "--output", "table", "--kind", "pod"];
  const ended = await clock.run(ps(watching, { clock, signal: interrupted.signal, unread: unread.signal, onPart }));
  expect(tables.map((line) => line.slice(0, 16))).toEqual(["stdout The accou", "stderr warning: ", "stdout The accou"]);
  expect(ended.exitCode).toBe(0);
  expect((await ps(["--watch", "--output", "yaml"])).err).toContain("--watch needs --output table or json");
});

test("podwright ps --watch leaves half of the requests a minute to others, and says so once", async () => {
  const clock = new VirtualClock();
  const unread = new AbortController();
  const printed: string[] = [];
  const onPart: World["onPart"] = (stream, text) => {
    printed.push(stream === "stdout" ? stream : text);
    if (printed.filter((part) => part === "stdout").length === 3) unread.abort();
  };
  await clock.run(ps(["--watch", "1s", "--output", "table"], { clock, unread: unread.signal, onPart }));
  const requests = Object.values(emulator.counts()).reduce((sum, count) => sum + count, 0) / 3;
  expect(requests).toBeGreaterThan(2);
  expect(clock.slept).toEqual([requests * 2_000, requests * 2_000]);
  const note = `note: a reading sends ${requests} requests, so Podwright reads again after ${requests * 2}s, and leaves half of RunPod's 60 requests a minute to others\n`;
  expect(printed).toEqual(["stdout", note, "stdout", "stdout"]);
});

test("podwright ps --debug prints each request and each command of Pulumi to standard error", async () => {
  const { cwd, pulumi } = project({ prod: [] });
  const args = ["--cwd", cwd, "--kind", "endpoint", "--output", "json"];
  const env = { PATH: pulumi.path };
  expect((await ps(args, { env })).err).toBe("");
  const { out, err } = await ps([...args, "--debug"], { env });
  expect(psReport.parse(JSON.parse(out)).items).toEqual([]);
  expect(err).toMatch(/^debug: POST \/graphql 200 \(myself.*\)$/m);
  expect(err).toMatch(/^debug: pulumi stack export --stack prod .* \(in .*\)$/m);
  expect(err).not.toContain(emulator.apiKey);
});
