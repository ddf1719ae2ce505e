import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  BalanceError,
  CapacityError,
  ConflictError,
  NotFoundError,
  PermissionError,
  PlatformError,
  RateLimitError,
  RuleError,
  ServerError,
  UnexpectedAnswerError,
  ValidationError,
} from "../../../client";
import { errorFromResponse } from "../../../client/http/answers/from-response";
import { client, failure, json, problem, type Reply, serve } from "../support/local-server";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };

const NO_ROOM =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";

const NO_CREDIT = "You must have at least $0.01 in your account balance to create an endpoint.";

const quotaText =
  "Max workers across all endpoints must not exceed your workers quota (10). Reduce the max workers for other endpoints or lower the max worker count for this endpoint to at most 0.";

async function errorOf(reply: Reply, body: Parameters<ReturnType<typeof client>["pods"]["create"]>[0] = CREATE) {
  const server = await serve(reply);
  const error = await failure(client(server.url).pods.create(body));
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

const request = { operation: "listPods", surface: "rest", method: "GET", path: "/", idempotent: true } as const;

const KINDS = [
  ["a status 400", problem(400, "request could not be processed"), RuleError],
  ["a status 400 for a lack of hardware", problem(400, NO_ROOM), CapacityError],
  [
    "a status 400 for a lack of hardware in unusual words",
    problem(400, "Not enough GPU capacity in EU-RO-1"),
    CapacityError,
  ],
  [
    "a status 400 about volumes that are available elsewhere",
    problem(400, "US-TX-3 has no network volumes; available in EU-RO-1"),
    RuleError,
  ],
  ["a status 401", problem(401, "missing bearer token"), AuthenticationError],
  ["a status 402", problem(402, "insufficient balance"), BalanceError],
  ["a status 403", problem(403, "access denied"), PermissionError],
  ["a status 400 for a lack of credit", problem(400, NO_CREDIT), BalanceError],
  ["a status 500 for a lack of credit", json(500, { error: `create endpoint: graphql: ${NO_CREDIT}` }), BalanceError],
  ["a status 500 for a lack of hardware", json(500, { error: `create pod: ${NO_ROOM}` }), CapacityError],
  ["a status 404", problem(404, "resource not found"), NotFoundError],
  ["a status 409", problem(409, "not valid in status EXITED"), ConflictError],
  ["a status 422", problem(422, "Request validation failed."), ValidationError],
  [
    "a status 429 for the day's limit",
    problem(429, "rate limit exceeded for the day window", undefined, { "retry-after": "40000" }),
    RateLimitError,
  ],
  ["a status 500", problem(500, "oops"), ServerError],
  ["a redirect", (response) => response.writeHead(302, { location: "/login" }).end(), UnexpectedAnswerError],
] satisfies [string, Reply, new (...facts: never[]) => PlatformError][];

test.each(KINDS.map(([what, reply, kind]) => [kind.name, what, reply, kind] as const))(
  "the client throws %s after %s",
  async (_kind, _what, reply, kind) => {
    const error = await errorOf(reply);
    expect(error).toBeInstanceOf(kind);
    expect(error.name).toBe(kind.name);
    expect(error.operation).toBe("createPod");
  },
);

test.each([
  ["REST", "rest", problem(500, quotaText)],
  [
    "GraphQL",
    "graphql",
    json(200, { errors: [{ message: quotaText, extensions: { code: "INTERNAL_SERVER_ERROR" } }] }),
  ],
] as const)(
  "the client never repeats a call over %s that exceeds a quota of the account",
  async (_, endpointTransport, reply) => {
    const server = await serve(reply);
    const error = await failure(client(server.url, { endpointTransport }).endpoints.list());
    expect(error).toBeInstanceOf(RuleError);
    expect(server.seen).toHaveLength(1);
  },
);

test("RunPod's old and new messages about the workers quota cause the same error", async () => {
  const old =
    "Your worker concurrency cannot go beyond the maximum limit of (20). Please contact support if you wish to scale past this number.";
  const errors = [];
  for (const text of [old, quotaText]) {
    const server = await serve(json(500, { error: `create endpoint: graphql: ${text}` }));
    errors.push(await failure(client(server.url, { endpointTransport: "rest" }).endpoints.list()));
  }
  const [first, second] = errors;
  expect(first).toMatchObject({ code: "RULE", retryable: false, outcomeUnknown: false });
  expect(first).toMatchObject({ hint: (second as PlatformError).hint });
});

test.each([
  ["RunPod's list of failures", problem(400, "Bad Request", [NO_CREDIT]), BalanceError],
  ["an unusual message", problem(400, "Your balance is too low."), BalanceError],
])("the client recognises a lack of credit in %s", async (_, reply, kind) => {
  expect(await errorOf(reply)).toBeInstanceOf(kind);
});

test.each([
  ["RunPod's list of failures", problem(422, "Request validation failed.", ["POST Path /v2/pods was not found"])],
  ["the detail of RunPod's error", problem(422, "POST Path /v2/pods was not found")],
])("the error says that RunPod lacks the operation if %s names a missing route", async (_, reply) => {
  expect((await errorOf(reply)).hint).toContain("RunPod does not have this operation at this address");
});

test.each([
  ["INSUFFICIENT_BALANCE", BalanceError],
  ["SUPPLY_CONSTRAINT", CapacityError],
])("the GraphQL code %s decides the kind of an error whose message is unclear", async (code, kind) => {
  const server = await serve(json(200, { errors: [{ message: "Sorry.", extensions: { code } }] }));
  expect(await failure(client(server.url).endpoints.list())).toBeInstanceOf(kind);
  expect(server.seen).toHaveLength(1);
});

test("a status 500 for a lack of hardware means that the create had no effect", async () => {
  const error = await errorOf(json(500, { error: `create pod: ${NO_ROOM}` }));
  expect(error).toMatchObject({ code: "CAPACITY", outcomeUnknown: false, retryable: true });
});

test.each([
  "could not find any pods with required specifications",
  "create pod: no available datacenter with requested resources",
])('RunPod\'s words "%s" mean a lack of hardware, with status 400 and with status 500', async (words) => {
  for (const reply of [problem(400, words), json(500, { error: words, status: 500 })]) {
    expect(await errorOf(reply)).toMatchObject({ code: "CAPACITY", outcomeUnknown: false, retryable: true });
  }
});

test("the code in a REST error decides the kind of an error whose message is unclear", async () => {
  const error = await errorOf(json(400, { status: 400, detail: "Sorry.", code: "SUPPLY_CONSTRAINT" }));
  expect(error).toBeInstanceOf(CapacityError);
});

describe("a GraphQL error in a 200", () => {
  const refusing = (message: string, code: string) => json(200, { errors: [{ message, extensions: { code } }] });
  const errorIn = async (reply: Reply) => await failure(client((await serve(reply)).url).endpoints.list());

  test("is about the API key if it says Unauthorized, even with RunPod's code for all refusals", async () => {
    expect(await errorIn(refusing("Unauthorized", "RUNPOD"))).toBeInstanceOf(AuthenticationError);
    const other = refusing("Model Repo feature is not enabled for this user", "RUNPOD");
    expect(await errorIn(other)).toBeInstanceOf(RuleError);
  });

  test("gives the advice of a 403 if its code is FORBIDDEN", async () => {
    const [forbidden, denied] = [await errorIn(refusing("no", "FORBIDDEN")), await errorOf(problem(403, "no"))];
    expect(forbidden).toBeInstanceOf(PermissionError);
    expect(forbidden).toMatchObject({ hint: denied.hint });
    expect(denied.hint).toContain("give it the permission");
  });
});

describe("a job for a paused endpoint", () => {
  const paused = json(409, { status: 409, code: "ENDPOINT_PAUSED", detail: "Endpoint is paused" });

  test("is submitted again until RunPod accepts it", async () => {
    const server = await serve(paused, paused, json(200, { id: "j", status: "IN_QUEUE" }));
    const waits: string[] = [];
    const platform = client(server.url, { onWait: (sentence) => waits.push(sentence) });
    expect(await platform.jobs.run("ep", { seed: 7 })).toMatchObject({ id: "j" });
    expect(server.seen).toHaveLength(3);
  });

  test("fails after more than a minute with the setting to change", async () => {
    const server = await serve(paused);
    const error = await failure(client(server.url).jobs.run("ep", { seed: 7 }));
    expect(error).toMatchObject({ code: "CONFLICT", outcomeUnknown: false });
    expect(String(error)).toContain("set workersMax above 0, or try again in a few minutes");
    expect(server.seen).toHaveLength(6);
  });
});

test("a plain-text 403 from a proxy does not count as a refusal of the API key", async () => {
  const error = await errorOf((response) => {
    response.writeHead(403, { "content-type": "text/plain" }).end("error code: 1010");
  });
  expect(error).toMatchObject({ code: "UNEXPECTED_ANSWER", status: 403 });
  expect(error.message).toContain(
    "plain text instead of JSON (status 403). A proxy or firewall may have sent the answer",
  );
});

test("the error about a rate limit names the window that RunPod's list of failures contains", async () => {
  const errors = ["rate limit exceeded for the day window"];
  const error = await errorOf(problem(429, "Too Many Requests", errors, { "retry-after": "40000" }));
  expect(error).toMatchObject({ code: "RATE_LIMIT", window: "day" });
});

test("the error about a request that is too long names the inputs to shorten", async () => {
  const server = await serve(problem(413, "request exceeds 102400 bytes"));
  const error = (await failure(client(server.url).pods.create(CREATE))) as PlatformError;
  expect(error).toBeInstanceOf(ValidationError);
  expect(error.message).toContain("Shorten the environment or the command");
  expect(server.seen).toHaveLength(1);
});

test("an error about invalid fields lists missing fields first", async () => {
  const error = await errorOf(
    problem(422, "Request validation failed.", [
      "$: additional properties 'name' not allowed",
      "$.gpu.count: must be >= 1",
      "$: missing property 'image'",
    ]),
  );
  expect(error.errors).toEqual([
    "$: missing property 'image'",
    "$.gpu.count: must be >= 1",
    "$: additional properties 'name' not allowed",
  ]);
  expect(error.message).toBe(
    "RunPod refused createPod (422): Request validation failed: $: missing property 'image'; $.gpu.count: must be >= 1; $: additional properties 'name' not allowed.",
  );
});

test("an error quotes RunPod's message, but masks any API key", async () => {
  const said = async (detail: string) => (await errorOf(problem(401, detail))).detail;
  for (const detail of ["invalid bearer token", "missing bearer authentication.", "bearer scheme expected"]) {
    expect(await said(detail)).toBe(detail);
  }
  for (const key of ["rpa_hunter", "abc123", "my-secret-key", "averylongkeywithoutdigits"]) {
    expect(await said(`invalid Bearer ${key}, sorry`)).toMatch(/^invalid Bearer \[secret\],? ?sorry$/);
  }
});

const around = {
  mask: (text: string) => text,
  ...{ host: "h", setting: "baseUrl", keyHint: "", transportHint: "", now: 0 },
};

test.each([
  ["names no window", "minute", "3600", undefined],
  ["names the window minute", "minute", "58", "minute"],
  ["names the window hour", "hour", "3600", "hour"],
])(
  "the error about a rate limit %s if RunPod reports a limit per %s and a wait of %s seconds",
  async (_, word, seconds, window) => {
    const headers = { "retry-after": seconds };
    const body = { title: "Problem", detail: `rate limit exceeded for the ${word} window` };
    const error = errorFromResponse(
      request,
      { status: 429, headers, text: JSON.stringify(body), json: () => body, repeated: false },
      { ...around, retryAfterMs: Number(seconds) * 1000 },
    );
    expect(error).toMatchObject({ window });
    expect(error.message).toContain(window === undefined ? "RunPod's rate limit is used up until" : `per ${window}`);
  },
);

test("the error about a rate limit names the window that is exhausted according to the response's headers", () => {
  const headers = { ratelimit: '"minute";r=12;t=20, "hour";r=0;t=1800', "retry-after": "1800" };
  const answer = { status: 429, headers, text: "", json: () => ({ detail: "minute" }), repeated: false };
  expect(errorFromResponse(request, answer, { ...around, retryAfterMs: 1_800_000 })).toMatchObject({ window: "hour" });
});

test("the error about a refused API key shows the hint that the program gave to `connect`", async () => {
  const { message } = await errorOf(problem(401, "invalid token"));
  expect(message).toBe("RunPod did not accept the API key (401: invalid token). Pass another apiKey to connect.");
  const server = await serve(
    problem(401, "invalid token"),
    json(200, { errors: [{ message: "who?", extensions: { code: "UNAUTHENTICATED" } }] }),
  );
  const platform = client(server.url, { keyHints: { missing: "none", refused: "Turn the key." } });
  expect(await failure(platform.pods.list())).toMatchObject({ hint: "Turn the key." });
  expect(await failure(platform.endpoints.list())).toMatchObject({ code: "AUTHENTICATION", hint: "Turn the key." });
});

test("the error about an exhausted daily rate limit names the time at which the limit ends", async () => {
  const error = await errorOf(
    problem(429, "rate limit exceeded for the day window", undefined, { "retry-after": "40000" }),
  );
  expect(error).toMatchObject({ window: "day", retryable: true });
  const { resetsAt, message } = error as RateLimitError;
  expect(Math.abs((resetsAt?.getTime() ?? 0) - Date.now() - 40_000_000)).toBeLessThan(60_000);
  expect(message).toContain(`RunPod's limit of requests per day is used up until ${resetsAt?.toISOString()}`);
});

test.each<Record<string, string>>([
  { "retry-after": "99999999999999999" },
  { ratelimit: '"day";r=0;t=999999999999999' },
])("a rate limit with the implausible end %j still stops later calls", async (headers) => {
  const server = await serve(problem(429, "slow down", undefined, headers));
  const { pods } = client(server.url);
  for (const call of [() => pods.list(), () => pods.get("a")])
    expect(await failure(call())).toMatchObject({ code: "RATE_LIMIT" });
  expect(server.seen).toHaveLength(1);
});

test("if several rate limits are exhausted, the error names the limit that lasts longest", async () => {
  const headers = { ratelimit: '"minute";r=0;t=20, "hour";r=0;t=1800, "day";r=9;t=80000', "retry-after": "20" };
  const server = await serve(problem(429, "rate limit exceeded for the minute window", undefined, headers));
  const error = (await failure(client(server.url).pods.list())) as RateLimitError;
  expect(error).toMatchObject({ window: "hour", retryable: true });
  expect(Math.abs((error.resetsAt?.getTime() ?? 0) - Date.now() - 1_800_000)).toBeLessThan(60_000);
  expect(server.seen).toHaveLength(1);
});

describe("RunPod without GraphQL", () => {
  const gone: Reply = (response) => response.writeHead(410, { "content-type": "text/html" }).end("<html>gone</html>");

  test.each([
    ["with a reason", json(410, { errors: [{ message: "GraphQL was retired." }] }), "410: GraphQL was retired"],
    ["with a web page", gone, "status 410"],
  ])("causes an error that suggests REST after a status 410 %s", async (_, reply, reason) => {
    const server = await serve(reply);
    const error = await failure(client(server.url, { transportHint: "Go over REST." }).endpoints.list());
    expect(error).toMatchObject({
      code: "RETIRED",
      message: `RunPod has retired GraphQL, so it did not execute myself (${reason}). Go over REST.`,
      retryable: false,
    });
    expect(server.seen).toHaveLength(1);
  });

  test("causes an error that does not suggest REST if the client already uses REST", async () => {
    const server = await serve(gone);
    const platform = client(server.url, { endpointTransport: "rest", transportHint: "Go over REST." });
    expect(await failure(platform.billing.serverlessDiscount())).toMatchObject({ code: "RETIRED", hint: "" });
  });

  test("causes an error that names the client's option endpointTransport", async () => {
    const server = await serve(gone);
    expect(await failure(client(server.url).endpoints.list())).toMatchObject({
      hint: 'Pass endpointTransport: "rest" to connect, which manages the same endpoints over REST.',
    });
  });
});

test("an error contains the request id for RunPod's support", async () => {
  expect((await errorOf(problem(400, "no", undefined, { "x-request-id": "req-17" }))).requestId).toBe("req-17");
});
