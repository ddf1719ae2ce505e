import { describe, expect, test } from "vitest";
import { type Jobs, NotFoundError, RuleError, UnexpectedAnswerError, ValidationError } from "../../../client";
import { client, cut, failure, json, problem, serve } from "../support/local-server";

const DONE = {
  id: "job1",
  status: "COMPLETED",
  output: { text: "hi" },
  delayTime: 5,
  executionTime: 7,
  workerId: "w1",
};

test("the client sends the wait of runsync and the ttl of status in the URL's query", async () => {
  const server = await serve(json(200, DONE), json(200, { id: "job1", status: "IN_PROGRESS", error: null }));
  const { jobs } = client(server.url);
  expect(await jobs.runsync("ep1", { n: 1 }, { wait: 2000 })).toMatchObject(DONE);
  expect(await jobs.status("ep1", "job1", { ttl: 6000 })).toMatchObject({ status: "IN_PROGRESS", error: undefined });
  expect(server.seen.map(({ url }) => url)).toEqual(["/v2/ep1/runsync?wait=2000", "/v2/ep1/status/job1?ttl=6000"]);
});

test("the client sends the webhook, the policy and the storage settings of a job", async () => {
  const server = await serve(json(200, DONE));
  const extras = {
    webhook: "https://hooks.example.com/done?token=t",
    policy: { executionTimeout: 5_000, ttl: 10_000, lowPriority: true },
    s3Config: { accessId: "a", accessSecret: "b", bucketName: "c", endpointUrl: "https://s3.example.com" },
  };
  await client(server.url).jobs.run("ep1", { a: 1 }, extras);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ input: { a: 1 }, ...extras });
});

test("the error about a refused job contains no input, webhook or storage key", async () => {
  const server = await serve(problem(400, "bad: my-prompt https://h.example.com/?token=hook-token s3-secret"));
  const s3Config = { accessId: "s3-id", accessSecret: "s3-secret", bucketName: "bucket", endpointUrl: "https://s3" };
  const error = await failure(
    client(server.url).jobs.run(
      "ep1",
      { prompt: "my-prompt" },
      { webhook: "https://h.example.com/?token=hook-token", s3Config },
    ),
  );
  expect(error).toBeInstanceOf(RuleError);
  expect(JSON.stringify([error, String(error)])).not.toMatch(/my-prompt|hook-token|s3-secret/);
});

describe("a job request", () => {
  const MB = 1_000_000;
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const refused: [string, (jobs: Jobs) => Promise<unknown>][] = [
    ["a wait below 1000 ms", (jobs) => jobs.runsync("ep1", { n: 1 }, { wait: 999 })],
    ["a wait above 300000 ms", (jobs) => jobs.runsync("ep1", { n: 1 }, { wait: 300_001 })],
    ["a wait that is not a whole number", (jobs) => jobs.runsync("ep1", { n: 1 }, { wait: 1500.5 })],
    ["a status ttl of 0", (jobs) => jobs.status("ep1", "job1", { ttl: 0 })],
    ["a /run body above 10 MB", (jobs) => jobs.run("ep1", { data: "x".repeat(10 * MB) })],
    ["a /runsync body above 20 MB", (jobs) => jobs.runsync("ep1", { data: "x".repeat(20 * MB) })],
    ["a body of two-byte letters above the limit", (jobs) => jobs.run("ep1", { data: "é".repeat(5 * MB) })],
    ["an input that is a list", (jobs) => jobs.run("ep1", [] as unknown as Record<string, unknown>)],
    ["an input that contains itself", (jobs) => jobs.run("ep1", circular)],
    ["an empty input", (jobs) => jobs.run("ep1", {})],
    ["a webhook that is not a web address", (jobs) => jobs.run("ep1", { n: 1 }, { webhook: "ftp://example.com" })],
    ["an execution timeout below 5 s", (jobs) => jobs.run("ep1", { n: 1 }, { policy: { executionTimeout: 4_999 } })],
    [
      "an execution timeout above 7 days",
      (jobs) => jobs.run("ep1", { n: 1 }, { policy: { executionTimeout: 604_800_001 } }),
    ],
    ["a job ttl below 10 s", (jobs) => jobs.run("ep1", { n: 1 }, { policy: { ttl: 9_999 } })],
    ["a job ttl above 7 days", (jobs) => jobs.run("ep1", { n: 1 }, { policy: { ttl: 604_800_001 } })],
    ["an empty job id", (jobs) => jobs.status("ep1", "")],
  ];
  test.each(refused)("is never sent with %s", async (_what, call) => {
    const server = await serve(json(200, DONE));
    const error = await failure(call(client(server.url).jobs));
    expect(error).toMatchObject({ status: undefined, outcomeUnknown: false });
    expect(server.seen).toHaveLength(0);
  });

  test("fails with an error that names the size limit if the body is too large", async () => {
    const error = await failure(client("http://127.0.0.1:9").jobs.run("ep1", { data: "x".repeat(10 * MB) }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(String(error)).toContain("has 10,000,021 bytes, and RunPod accepts at most 10 MB (10,000,000 bytes)");
  });

  test("can have a body of exactly 10 MB", async () => {
    const server = await serve(json(200, DONE));
    const envelope = JSON.stringify({ input: { data: "" } }).length;
    await client(server.url).jobs.run("ep1", { data: "x".repeat(10 * MB - envelope) });
    expect(server.seen[0]?.body).toHaveLength(10 * MB);
  });
});

test("a runsync call can wait longer than the timeout of other calls", async () => {
  const late =
    (ms: number) =>
    (response: Parameters<ReturnType<typeof json>>[0], ...rest: unknown[]) => {
      setTimeout(() => json(200, DONE)(response, ...(rest as [never, never])), ms);
    };
  const server = await serve(late(300));
  const { jobs } = client(server.url, { timeoutMs: 50 });
  expect(await jobs.runsync("ep1", { n: 1 }, { wait: 60_000 })).toMatchObject({ status: "COMPLETED" });
});

test("the client never repeats a run, runsync or retry call whose response is lost", async () => {
  const lost = await serve(cut);
  const { jobs } = client(lost.url);
  for (const call of [jobs.run("ep1", { n: 1 }), jobs.runsync("ep1", { n: 1 }), jobs.retry("ep1", "job1")]) {
    expect(await failure(call)).toMatchObject({ outcomeUnknown: true });
  }
  expect(lost.seen).toHaveLength(3);
  const status = await serve(cut, json(200, DONE));
  expect(await client(status.url).jobs.status("ep1", "job1")).toMatchObject({ id: "job1" });
});

test("the client returns a failed job that RunPod sends with status 400", async () => {
  const server = await serve(
    json(400, { id: "job1", status: "FAILED", error: "nsfw" }),
    json(400, { error: "no input" }),
  );
  const { jobs } = client(server.url);
  expect(await jobs.runsync("ep1", { n: 1 })).toMatchObject({ status: "FAILED", error: "nsfw" });
  expect(await failure(jobs.runsync("ep1", { n: 1 }))).toBeInstanceOf(RuleError);
});

describe("a job's stream", () => {
  const chunk = { output: { text: ["a"] }, metrics: { stream_index: 0 } };

  test("can arrive as a list of chunks or as an object with a status", async () => {
    const server = await serve(json(200, [chunk, "b"]), json(200, { status: "IN_PROGRESS", stream: [chunk] }));
    const { jobs } = client(server.url);
    expect(await jobs.stream("ep1", "job1")).toEqual({
      chunks: [chunk, { output: "b" }],
      status: undefined,
      intact: true,
    });
    expect(await jobs.stream("ep1", "job1")).toEqual({ chunks: [chunk], status: "IN_PROGRESS", intact: true });
  });

  test("causes an error if RunPod sends the stream in an unknown form", async () => {
    const server = await serve(json(200, { status: "COMPLETED" }));
    expect(await failure(client(server.url).jobs.stream("ep1", "job1"))).toBeInstanceOf(UnexpectedAnswerError);
  });
});

test("every operation on a job that RunPod does not find throws NotFoundError", async () => {
  const server = await serve(json(404, { error: "job not found" }));
  const { jobs } = client(server.url);
  for (const operation of ["status", "stream", "cancel", "retry"] as const) {
    const error = await failure(jobs[operation]("ep1", "job1"));
    expect(error).toBeInstanceOf(NotFoundError);
    expect((error as Error).message).toBe(
      `RunPod refused ${operation} (404): job not found. RunPod keeps the result of a run for 30 minutes, and the result of a runsync for 1 to 5 minutes, so the result of this job may have expired.`,
    );
  }
});

test("the error about a missing endpoint or model tells the user what to check", async () => {
  const { jobs, publicEndpoints } = client((await serve(json(404, { error: "endpoint not found" }))).url);
  const hint = "Check the endpoint's id, and check that the API key belongs to the account of the endpoint.";
  expect(await failure(jobs.health("typo"))).toMatchObject({ code: "NOT_FOUND", hint });
  expect(await failure(publicEndpoints.run("typo", { n: 1 }))).toMatchObject({ hint: "Check the model's id." });
});

test("a program can run a hundred runsync jobs at the same time", async () => {
  const held: (() => void)[] = [];
  const many = 100;
  const server = await serve((response, request, socket) => {
    held.push(() => json(200, DONE)(response, request, socket));
    if (held.length === many) for (const answer of held) answer();
  });
  const { jobs } = client(server.url);
  const done = await Promise.all(Array.from({ length: many }, () => jobs.runsync("ep1", { n: 1 })));
  expect(done.map(({ status }) => status)).toEqual(Array(many).fill("COMPLETED"));
});
