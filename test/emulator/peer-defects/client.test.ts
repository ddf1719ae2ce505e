import { inspect } from "node:util";
import { Agent, type Dispatcher } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { ServerError, systemClock, TimeoutError } from "../../../client";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import {
  client,
  failure,
  json,
  KEY,
  POD,
  problem,
  type Reply,
  serve,
  silence,
} from "../../client/support/local-server";
import { type TestRun, testRun } from "../../support/test-run";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };
const VOLUME = { name: "data", size: 10, dataCenter: "EU-RO-1" };
const EMPTY_LIST = json(200, { pods: [] });

/** An operation of a lifecycle against a platform that gives these replies. */
async function against(...replies: [Reply, ...Reply[]]): Promise<TestRun> {
  const { url } = await serve(...replies);
  return testRun({ platform: client(url), clock: systemClock, timeScale: 0.01 });
}

/** What reached the terminal while the work was done. */
async function printedDuring(work: () => Promise<unknown>): Promise<string> {
  const spies = [
    ...[process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockReturnValue(true)),
    ...(["log", "info", "warn", "error", "debug"] as const).map((way) =>
      vi.spyOn(console, way).mockReturnValue(undefined),
    ),
  ];
  try {
    await work();
    return spies.flatMap((spy) => spy.mock.calls.map(String)).join("\n");
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A client whose calls are refused, and how long each would have waited for its answer. */
async function watched() {
  const patience: object[] = [];
  class Watched extends Agent {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const { headersTimeout, bodyTimeout } = options;
      patience.push({ headersTimeout, bodyTimeout });
      return super.dispatch(options, handler);
    }
  }
  const dispatcher = new Watched();
  onTestFinished(() => dispatcher.close());
  const server = await serve(problem(403, "no"));
  return { patience, platform: client(server.url, { dispatcher, timeoutMs: 7_000 }) };
}

test("the key stands in no address but the one the interface asks for, and no error or message repeats it (peer defect 1)", async () => {
  const server = await serve((response, { url, headers }) =>
    response.writeHead(403).end(`no to ${url}, ${headers.authorization}`),
  );
  const told: string[] = [];
  const onWait = (sentence: string) => told.push(sentence);
  const { pods, endpoints, templates, networkVolumes, jobs, billing } = client(server.url, { onWait });
  const inHeader = [
    pods.list(),
    pods.create(CREATE),
    templates.list(),
    networkVolumes.create(VOLUME),
    jobs.run("ep1", {}),
    billing.account(),
  ];
  const errors = await Promise.all(inHeader.map(failure));
  expect(server.seen).toHaveLength(inHeader.length);
  for (const { url, headers } of server.seen) {
    expect(decodeURIComponent(url)).not.toContain(KEY);
    expect(headers.authorization).toContain(KEY);
  }
  const unreachable = client("http://127.0.0.1:1", { onWait }).endpoints;
  errors.push(...(await Promise.all([endpoints.list(), endpoints.delete("ep1"), unreachable.list()].map(failure))));
  for (const error of errors) expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
  expect(told.join()).not.toContain(KEY);
});

test("a create that is refused fails, prints nothing, and a volume call that hangs ends by itself (peer defect 8)", async () => {
  const refused = await serve(problem(500, "oops"));
  const hanging = client((await serve(silence)).url, { timeoutMs: 20 });
  const printed = await printedDuring(async () => {
    expect(await failure(client(refused.url).templates.create({ name: "t", image: "x" }))).toBeInstanceOf(ServerError);
    expect(await failure(hanging.networkVolumes.create(VOLUME))).toBeInstanceOf(TimeoutError);
  });
  expect(printed).toBe("");
});

test("nothing drops out of the state because a message says not found or an answer lacks the account (peer defect 19)", async () => {
  for (const reply of [problem(403, "pod not found"), problem(400, "not found: does not exist")]) {
    const run = await against(EMPTY_LIST, reply);
    await failure(pod.read(run, { id: "pod1", declared: {} }));
  }
  for (const myself of [null, {}, { endpoints: null }]) {
    const run = await against(json(200, { data: { myself } }));
    await failure(serverlessEndpoint.read(run, { id: "ep1", declared: {} }));
  }
  const noPod = await against(EMPTY_LIST, problem(404, "gone"));
  expect(await pod.read(noPod, { id: "pod1", declared: {} })).toBeUndefined();
  const noEndpoints = json(200, { data: { myself: { endpoints: [] } } });
  const noEndpoint = await against(noEndpoints, noEndpoints, problem(404, "gone"));
  expect(await serverlessEndpoint.read(noEndpoint, { id: "ep1", declared: {} })).toBeUndefined();
});

test("a refresh that the platform refuses fails instead of passing for no change, and a good one fills every output (peer defect 22)", async () => {
  for (const status of [401, 403, 500, 503]) {
    for (const replies of [[problem(status, "no")], [EMPTY_LIST, problem(status, "no")]] as [Reply][]) {
      const run = await against(...replies);
      expect(await failure(pod.read(run, { id: POD.id, declared: {} }))).toMatchObject({ status });
    }
  }
  const run = await against(json(200, { pods: [POD] }), json(200, POD));
  const declared = { ...CREATE, name: "old", ports: ["1/tcp"], env: { TOKEN: "old" }, disk: 10 };
  const found = await pod.read(run, { id: POD.id, declared });
  const { name, image, ports, env, disk, status, cost } = POD;
  expect(found?.inputs).toMatchObject({ name, image, ports, env, disk });
  expect(found?.outputs).toMatchObject({ name, image, ports, env, disk, status, cost, placement: { gpu: POD.gpu } });
});

test("deleting what is gone succeeds, a call that hangs ends, and no call's error repeats the environment (peer defect 26)", async () => {
  const gone = await against(problem(404, "pod not found"));
  await expect(pod.delete(gone, { id: POD.id, inputs: {}, state: {} })).resolves.toBeUndefined();

  const { patience, platform } = await watched();
  const { pods, networkVolumes, templates, endpoints, jobs } = platform;
  const calls = [
    ...[pods.get("p"), pods.list(), pods.delete("p"), pods.update("p", { name: "n" }), pods.act("p", "stop")],
    ...[networkVolumes.list(), networkVolumes.delete("v"), templates.delete("t"), endpoints.delete("e")],
    ...[jobs.health("e"), jobs.cancel("e", "j")],
  ];
  await Promise.all(calls.map(failure));
  expect(patience).toHaveLength(calls.length);
  for (const limits of patience) expect(limits).toEqual({ headersTimeout: 7_000, bodyTimeout: 7_000 });

  const env = { TOKEN: "canary-env-26" };
  const echo: Reply = (response, seen, socket) => problem(422, `bad body ${seen.body}`)(response, seen, socket);
  const echoing = client((await serve(echo)).url);
  for (const call of [
    echoing.pods.create({ ...CREATE, env }),
    echoing.pods.update("p", { env }),
    echoing.templates.create({ name: "t", image: "x", env }),
    echoing.templates.update("t", { env }),
  ])
    expect(inspect(await failure(call), { depth: 9, showHidden: true })).not.toContain(env.TOKEN);
});

test("waiting for a job prints nothing and keeps its distance, a refusal is thrown, and a missing key says so (peer defect 36)", async () => {
  const working = json(200, { id: "job1", status: "IN_PROGRESS" });
  const looks = await serve(working, working, working, working, json(200, { id: "job1", status: "COMPLETED" }));
  const pauses: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms) };
  const { jobs } = client(looks.url, { clock, timeScale: 1 });
  expect(await printedDuring(async () => await jobs.track("ep1", "job1"))).toBe("");
  expect(pauses.filter((ms) => ms >= 200).length).toBeGreaterThanOrEqual(looks.seen.length - 1);

  const done = json(200, { id: "job1", status: "COMPLETED" });
  const streams = [json(200, []), working, json(200, []), working, json(200, []), done, json(200, [])] as const;
  const streaming = await serve(...streams);
  pauses.length = 0;
  for await (const _ of client(streaming.url, { clock, timeScale: 1 }).jobs.track("ep1", "job1"));
  expect(pauses.filter((ms) => ms >= 200)).toHaveLength(2);

  const refusing = await serve(problem(403, "no"));
  expect(await failure(client(refusing.url).jobs.run("ep1", {}))).toMatchObject({ status: 403 });
  expect(await failure(client(refusing.url, { apiKey: undefined }).jobs.health("ep1"))).toMatchObject({
    code: "CONFIGURATION",
    message: expect.stringContaining("Give connect an apiKey"),
  });
});

test("what network volumes cost is read from the platform's bill of volumes (peer defect 37)", async () => {
  const server = await serve((response, { url }) => {
    const totals = { totalAmount: 3, standardAmount: 2, highPerformanceAmount: 1 };
    const query = { startTime: "2026-06-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z", bucketSize: "day" };
    const metadata = { query, recordCount: 0, totals, uniqueNetworkVolumeCount: 0 };
    response.writeHead(url.startsWith("/v2/billing/network-volumes") ? 200 : 404);
    response.end(JSON.stringify({ records: [], metadata }));
  });
  expect((await client(server.url).billing.networkVolumes()).totals.totalAmount).toBe(3);
});
