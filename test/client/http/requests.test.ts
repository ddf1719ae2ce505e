import { describe, expect, test } from "vitest";
import { NetworkError, NotFoundError, ServerError, TimeoutError, UnexpectedAnswerError } from "../../../client";
import { client, cut, failure, json, KEY, POD, problem, type Reply, serve, silence } from "../support/local-server";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };

/** A clock that each sleep moves. */
function movedClock() {
  let now = Date.UTC(2026, 5, 1);
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    now += ms;
    slept.push(ms);
  };
  return { clock: { now: () => now, sleep }, slept };
}

describe("a create", () => {
  test.each<[string, Reply, new (...facts: never[]) => Error]>([
    ["the connection breaks after the request", cut, NetworkError],
    ["RunPod responds with status 500", problem(500, "oops"), ServerError],
    [
      "RunPod responds with status 503 and a wait",
      problem(503, "busy", undefined, { "retry-after": "0" }),
      ServerError,
    ],
    ["the response is not JSON", (response) => response.end("{"), UnexpectedAnswerError],
    ["the response lacks the id", json(201, { ...POD, id: undefined }), UnexpectedAnswerError],
    [
      "the response is a web page",
      (response) => response.setHeader("content-type", "text/html").end("<html>"),
      UnexpectedAnswerError,
    ],
    [
      "the response breaks off in the middle",
      (response, _seen, socket) => {
        response.writeHead(201, { "content-length": "500" }).write('{"id":', () => socket.destroy());
      },
      NetworkError,
    ],
  ])("is never repeated and has an unknown outcome if %s", async (_name, reply, kind) => {
    const server = await serve(reply);
    const error = await failure(client(server.url).pods.create(CREATE));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ outcomeUnknown: true, retryable: false, operation: "createPod" });
    expect(server.seen).toHaveLength(1);
  });

  test("is never repeated and has an unknown outcome if no response comes in time", async () => {
    const server = await serve(silence);
    const error = await failure(client(server.url, { timeoutMs: 50 }).pods.create(CREATE));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ outcomeUnknown: true });
    expect(server.seen).toHaveLength(1);
  });

  test("is repeated after a refusal by the rate limit", async () => {
    const server = await serve(
      problem(429, "rate limit exceeded for the minute window", undefined, { "retry-after": "0" }),
      json(201, POD),
    );
    expect(await client(server.url).pods.create(CREATE)).toMatchObject({ id: POD.id });
    expect(server.seen).toHaveLength(2);
  });

  test("reports that it had no effect if the host accepts no connection", async () => {
    const error = await failure(client("http://127.0.0.1:1").pods.create(CREATE));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ outcomeUnknown: false, retryable: true });
    expect((error as Error).message).toContain("no program listens at that address (ECONNREFUSED)");
  });

  test("is never repeated if RunPod closes a reused connection", async () => {
    const server = await serve(json(200, { pods: [] }), cut);
    const platform = client(server.url);
    await platform.pods.list();
    expect(await failure(platform.pods.create(CREATE))).toMatchObject({ outcomeUnknown: true });
    expect(server.seen.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });
});

describe("the client", () => {
  test("repeats a read whose response is not JSON", async () => {
    const page: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Back soon</html>");
    };
    const short: Reply = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"id":');
    };
    const server = await serve(page, short, json(200, POD), short);
    const { pods } = client(server.url);
    expect(await pods.get(POD.id)).toMatchObject({ id: POD.id });
    expect(await failure(pods.create(CREATE))).toMatchObject({ code: "UNEXPECTED_ANSWER", outcomeUnknown: true });
    expect(server.seen).toHaveLength(4);
  });

  test("repeats a read after a broken connection, a status 502 or a truncated response", async () => {
    const half: Reply = (response, _seen, socket) => {
      response.writeHead(200, { "content-length": "500" }).write('{"id":', () => socket.destroy());
    };
    const server = await serve(cut, problem(502, "bad gateway"), half, json(200, POD));
    expect(await client(server.url).pods.get(POD.id)).toMatchObject({ id: POD.id, status: "RUNNING" });
    expect(server.seen).toHaveLength(4);
  });

  test("announces a long pause before the next attempt, but not a short pause", async () => {
    const limit = (seconds: string) => problem(429, "slow down", undefined, { "retry-after": seconds });
    const server = await serve(limit("1"), limit("60"), json(200, POD));
    const announced: string[] = [];
    const { clock } = movedClock();
    const { pods } = client(server.url, { clock, onWait: (sentence) => announced.push(sentence) });
    await pods.get(POD.id);
    expect(announced).toEqual(["getPod got status 429; trying again in 60 s"]);
  });

  const utc = (ms: number) => new Date(ms).toUTCString();

  test.each<[string, (now: number) => Record<string, string>]>([
    ["seconds", () => ({ "retry-after": "60" })],
    ["a date", (now) => ({ "retry-after": utc(now + 60_000), date: utc(now) })],
    ["a date from a wrong clock", (now) => ({ "retry-after": utc(now + 3_660_000), date: utc(now + 3_600_000) })],
  ])("repeats a create over GraphQL after a 429 that names the wait as %s", async (_, wait) => {
    const { clock, slept } = movedClock();
    const limited: Reply = (...args) =>
      json(429, { errors: [{ message: "Too many requests" }] }, wait(clock.now()))(...args);
    const saved = json(200, { data: { saveEndpoint: { id: "ep1", name: "jobs", workersMin: 0, workersMax: 3 } } });
    const input = { name: "jobs", gpuIds: "ADA_24", templateId: "t" };
    const server = await serve(limited, limited, saved, limited);
    const { endpoints } = client(server.url, { clock });
    expect(await endpoints.create(input)).toMatchObject({ id: "ep1" });
    expect(slept).toEqual([60_000, 60_000]);
    expect(await failure(endpoints.create(input))).toMatchObject({ code: "RATE_LIMIT", detail: "Too many requests" });
    expect(server.seen).toHaveLength(9);
  });

  test("waits until the longest of several exhausted rate limits ends", async () => {
    const { clock, slept } = movedClock();
    const ratelimit = '"minute";r=0;t=50, "hour";r=3;t=3000, "day";r=0;t=60';
    const server = await serve(problem(429, "slow down", undefined, { ratelimit, "retry-after": "2" }), json(200, POD));
    await client(server.url, { clock }).pods.get(POD.id);
    expect(slept.slice(0, 1)).toEqual([60_000]);
  });

  test("repeats an update at most three times", async () => {
    const server = await serve(problem(503, "busy"));
    expect(await failure(client(server.url).pods.update(POD.id, { name: "x" }))).toMatchObject({
      code: "SERVER",
      outcomeUnknown: false,
      retryable: true,
    });
    expect(server.seen).toHaveLength(4);
  });

  test("accepts a 404 for a repeated delete whose first response was lost", async () => {
    const page: Reply = (response) =>
      response.writeHead(404, { "content-type": "text/html" }).end("<html>Not Found</html>");
    const server = await serve(cut, problem(404, "resource not found"), cut, page);
    const { pods } = client(server.url);
    await pods.delete(POD.id);
    expect(server.seen).toHaveLength(2);
    // Only the first attempt may have had an effect, because the rate limit kept out the second attempt.
    const busy = await serve(
      problem(502, "bad gateway"),
      problem(429, "slow down", undefined, { "retry-after": "0" }),
      problem(404, "gone"),
    );
    await client(busy.url).pods.delete(POD.id);
    expect(busy.seen).toHaveLength(3);
    // The 404 comes from a proxy, so it proves nothing.
    expect(await failure(pods.delete(POD.id))).toBeInstanceOf(UnexpectedAnswerError);
  });

  test("throws NotFoundError for a delete that finds no resource, even after a 429", async () => {
    const limited = problem(429, "slow down", undefined, { "retry-after": "0" });
    const nothing = problem(404, "resource not found");
    const server = await serve(nothing, limited, nothing);
    const { pods } = client(server.url);
    for (let n = 0; n < 2; n++) expect(await failure(pods.delete(POD.id))).toBeInstanceOf(NotFoundError);
    expect(server.seen).toHaveLength(3);
  });

  test("never repeats an action whose response is lost, except the cancel of a job", async () => {
    const acting = await serve(cut);
    expect(await failure(client(acting.url).pods.act(POD.id, "stop"))).toMatchObject({ outcomeUnknown: true });
    expect(await failure(client(acting.url).jobs.purgeQueue("ep1"))).toMatchObject({ outcomeUnknown: true });
    const { delegations } = client(acting.url).registries;
    expect(await failure(delegations.create({ resource: "arn" }))).toMatchObject({ outcomeUnknown: true });
    expect(acting.seen).toHaveLength(3);
    const cancelling = await serve(cut, json(200, { id: "j1", status: "CANCELLED" }));
    expect(await client(cancelling.url).jobs.cancel("ep1", "j1")).toEqual({ id: "j1", status: "CANCELLED" });
  });
});

describe("clients in one process", () => {
  test("share their lists if their settings are the same", async () => {
    const server = await serve((response) =>
      setTimeout(() => json(200, { pods: [POD] })(response, {} as never, {} as never), 20),
    );
    const [one, two] = [client(server.url), client(server.url)];
    const found = await Promise.all([one.pods.find(POD.id), two.pods.find(POD.id)]);
    expect(found.map((pod) => pod?.id)).toEqual([POD.id, POD.id]);
    expect(server.seen).toHaveLength(1);
    await one.close();
    await one.close();
    expect(await two.pods.list()).toHaveLength(1);
  });

  test("share nothing if their API keys differ", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(server.url).pods.find("x");
    await client(server.url, { apiKey: "another-key" }).pods.find("x");
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, "Bearer another-key"]);
  });
});
