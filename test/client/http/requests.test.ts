import { describe, expect, test } from "vitest";
import {
  ConfigurationError,
  connect,
  NetworkError,
  NotFoundError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../../../client";
import { SETTING_NAMES } from "../../../client/http/configuration";
import { version as packageVersion } from "../../../package.json";
import { client, cut, failure, json, KEY, POD, problem, type Reply, serve, silence } from "../support/local-server";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };

/** A clock that whoever sleeps moves. */
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
    ["whose connection is cut after sending", cut, NetworkError],
    ["that is answered 500", problem(500, "oops"), ServerError],
    ["that is answered 503 with a wait", problem(503, "busy", undefined, { "retry-after": "0" }), ServerError],
    ["whose answer is not JSON", (response) => response.end("{"), UnexpectedAnswerError],
    ["whose answer lacks the id", json(201, { ...POD, id: undefined }), UnexpectedAnswerError],
    [
      "whose answer is a page",
      (response) => response.setHeader("content-type", "text/html").end("<html>"),
      UnexpectedAnswerError,
    ],
    [
      "whose answer is cut in the middle",
      (response, _seen, socket) => {
        response.writeHead(201, { "content-length": "500" }).write('{"id":', () => socket.destroy());
      },
      NetworkError,
    ],
  ])(
    "%s: the client sends a create once, and its error says that the outcome is unknown",
    async (_name, reply, kind) => {
      const server = await serve(reply);
      const error = await failure(client(server.url).pods.create(CREATE));
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ outcomeUnknown: true, retryable: false, operation: "createPod" });
      expect(server.seen).toHaveLength(1);
    },
  );

  test("that gets no response in time is sent once, and its outcome is unknown", async () => {
    const server = await serve(silence);
    const error = await failure(client(server.url, { timeoutMs: 50 }).pods.create(CREATE));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ outcomeUnknown: true });
    expect(server.seen).toHaveLength(1);
  });

  test("that was refused for the rate limit is sent again, and succeeds", async () => {
    const server = await serve(
      problem(429, "rate limit exceeded for the minute window", undefined, { "retry-after": "0" }),
      json(201, POD),
    );
    expect(await client(server.url).pods.create(CREATE)).toMatchObject({ id: POD.id });
    expect(server.seen).toHaveLength(2);
  });

  test("on a host that accepts no connection is tried a few times, and had no effect", async () => {
    const error = await failure(client("http://127.0.0.1:1").pods.create(CREATE));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ outcomeUnknown: false, retryable: true });
    expect((error as Error).message).toContain("nothing answers at that address (ECONNREFUSED)");
  });

  test("whose kept connection the server has closed meanwhile is not repeated unless it was never sent", async () => {
    const server = await serve(json(200, { pods: [] }), cut);
    const platform = client(server.url);
    await platform.pods.list();
    expect(await failure(platform.pods.create(CREATE))).toMatchObject({ outcomeUnknown: true });
    expect(server.seen.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });
});

describe("repetition", () => {
  test("a read is repeated after a cut connection, a 5xx, and a truncated response", async () => {
    const half: Reply = (response, _seen, socket) => {
      response.writeHead(200, { "content-length": "500" }).write('{"id":', () => socket.destroy());
    };
    const server = await serve(cut, problem(502, "bad gateway"), half, json(200, POD));
    expect(await client(server.url).pods.get(POD.id)).toMatchObject({ id: POD.id, status: "RUNNING" });
    expect(server.seen).toHaveLength(4);
  });

  test("a long pause before the next attempt is announced, a short one is not", async () => {
    const limit = (seconds: string) => problem(429, "slow down", undefined, { "retry-after": seconds });
    const server = await serve(limit("1"), limit("60"), json(200, POD));
    const announced: string[] = [];
    const { clock } = movedClock();
    const { pods } = client(server.url, { clock, onWait: (sentence) => announced.push(sentence) });
    await pods.get(POD.id);
    expect(announced).toEqual(["getPod got status 429; trying again in 60 s"]);
  });

  test.each([
    ["seconds", () => "60"],
    ["a date", (now: number) => new Date(now + 60_000).toUTCString()],
  ])(
    "a create over GraphQL waits out its rate limit, given as %s, and no more often than six times",
    async (_, wait) => {
      const { clock, slept } = movedClock();
      const limited: Reply = (...args) =>
        json(429, { errors: [{ message: "Too many requests" }] }, { "retry-after": wait(clock.now()) })(...args);
      const saved = json(200, { data: { saveEndpoint: { id: "ep1", name: "jobs", workersMin: 0, workersMax: 3 } } });
      const input = { name: "jobs", gpuIds: "ADA_24", templateId: "t" };
      const server = await serve(limited, limited, saved, limited);
      const { endpoints } = client(server.url, { clock });
      expect(await endpoints.create(input)).toMatchObject({ id: "ep1" });
      expect(slept).toEqual([60_000, 60_000]);
      expect(await failure(endpoints.create(input))).toMatchObject({ code: "RATE_LIMIT", detail: "Too many requests" });
      expect(server.seen).toHaveLength(9);
    },
  );

  test("the wait is for the longest of several windows", async () => {
    const { clock, slept } = movedClock();
    const ratelimit = '"minute";r=0;t=50, "hour";r=3;t=3000, "day";r=0;t=60';
    const server = await serve(problem(429, "slow down", undefined, { ratelimit, "retry-after": "2" }), json(200, POD));
    await client(server.url, { clock }).pods.get(POD.id);
    expect(slept.slice(0, 1)).toEqual([60_000]);
  });

  test("an update is, and no more than the limit", async () => {
    const server = await serve(problem(503, "busy"));
    expect(await failure(client(server.url).pods.update(POD.id, { name: "x" }))).toMatchObject({
      code: "SERVER",
      outcomeUnknown: false,
      retryable: true,
    });
    expect(server.seen).toHaveLength(4);
  });

  test("a repeated delete that finds nothing after a lost response has succeeded", async () => {
    const server = await serve(cut, problem(404, "resource not found"));
    await client(server.url).pods.delete(POD.id);
    expect(server.seen).toHaveLength(2);
  });

  test("a first delete that finds nothing throws NotFoundError", async () => {
    const server = await serve(problem(404, "resource not found"));
    expect(await failure(client(server.url).pods.delete(POD.id))).toBeInstanceOf(NotFoundError);
  });

  test("an action, a purge and a delegation are not; a cancel is", async () => {
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

describe("a signal", () => {
  test("ends a request under way with its reason", async () => {
    const server = await serve(silence);
    const abort = new AbortController();
    const call = client(server.url).pods.get(POD.id, { signal: abort.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(new Error("the user pressed Ctrl-C"));
    await expect(call).rejects.toThrow("the user pressed Ctrl-C");
  });

  test("ends a back-off with its reason", async () => {
    const server = await serve(problem(503, "busy"));
    const abort = new AbortController();
    const call = client(server.url, { timeScale: 1_000 }).pods.get(POD.id, { signal: abort.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  test("already fired sends nothing", async () => {
    const server = await serve(json(200, POD));
    await expect(client(server.url).pods.get(POD.id, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow(
      "no",
    );
    expect(server.seen).toHaveLength(0);
  });

  describe("that fires while a create has a grace", () => {
    const reason = new Error("the user pressed Ctrl-C");

    test("lets a create in flight return its resource", async () => {
      let answer = () => {};
      const server = await serve((...request) => {
        answer = () => json(201, POD)(...request);
      });
      const abort = new AbortController();
      const call = client(server.url).pods.create(CREATE, { signal: abort.signal, graceMs: 5_000 });
      await expect.poll(() => server.seen.length).toBe(1);
      abort.abort(reason);
      answer();
      expect(await call).toMatchObject({ id: POD.id });
    });

    test("ends it with an unknown outcome when no response comes in that time", async () => {
      const server = await serve(silence);
      const abort = new AbortController();
      const call = failure(client(server.url).pods.create(CREATE, { signal: abort.signal, graceMs: 20 }));
      await expect.poll(() => server.seen.length).toBe(1);
      abort.abort(reason);
      expect(await call).toMatchObject({ code: "TIMEOUT", outcomeUnknown: true });
      expect(server.seen).toHaveLength(1);
    });

    test("ends it at once with its reason, and sends nothing, while it waits for its turn", async () => {
      const spent = { "ratelimit-policy": '"minute";q=60;w=60', ratelimit: '"minute";r=0;t=50' };
      const server = await serve(json(200, { pods: [] }, spent));
      const platform = client(server.url);
      await platform.pods.list();
      const abort = new AbortController();
      const call = failure(platform.pods.create(CREATE, { signal: abort.signal, graceMs: 60_000 }));
      await new Promise((resolve) => setImmediate(resolve));
      abort.abort(reason);
      expect(await call).toBe(reason);
      expect(server.seen).toHaveLength(1);
    });
  });

  test("closing the platform ends the calls in flight", async () => {
    const server = await serve(silence);
    const platform = client(server.url);
    const call = failure(platform.pods.create(CREATE));
    await expect.poll(() => server.seen.length).toBe(1);
    await platform.close();
    expect(await call).toMatchObject({ code: "NETWORK", outcomeUnknown: true });
  });
});

describe("where the key goes", () => {
  test("REST takes it as a bearer, job operations bare, GraphQL in the query", async () => {
    const server = await serve((response, { url }) => {
      const body = url.startsWith("/graphql")
        ? { data: { myself: { endpoints: [] } } }
        : { pods: [], id: "j", status: "IN_QUEUE" };
      response.end(JSON.stringify(body));
    });
    const platform = client(server.url);
    await platform.pods.list();
    await platform.jobs.status("ep1", "j");
    await platform.endpoints.list();
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v2/pods", `Bearer ${KEY}`],
      ["/v2/ep1/status/j", KEY],
      [`/graphql?api_key=${KEY}`, undefined],
    ]);
  });

  test("a missing key is an error of the first call, with where to set it", async () => {
    const error = await failure(connect({ apiKey: undefined }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toBe("listPods needs an API key and none is set. Give connect an apiKey.");
    const keyHints = { missing: "Look under the mat.", refused: "" };
    expect(await failure(connect({ apiKey: "", keyHints }).pods.list())).toMatchObject({ hint: "Look under the mat." });
  });

  test("each names the client and its version", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(server.url).pods.list();
    expect(server.seen[0]?.headers["user-agent"]).toBe(`podwright/${packageVersion}`);
  });

  test("a key with a line break is refused without being shown", async () => {
    const error = await failure(connect({ apiKey: "abc\nsecond" }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).not.toMatch(/abc|second/);
  });
});

test("a transport that does not exist is refused before anything is sent, and the two that do are named", async () => {
  const error = await failure(connect({ apiKey: KEY, endpointTransport: "soap" }).pods.list());
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toMatch(/"soap", and there are two: graphql and rest\. Leave it out/);
});

describe("an address", () => {
  test.each([
    ["http://pods.example.com", "plain http to pods.example.com"],
    ["ftp://pods.example.com", 'baseUrl is "ftp://pods.example.com", which is not an http or https URL'],
    ["pods.example.com", 'baseUrl is "pods.example.com", which is not an http or https URL'],
    ["ftp://user:hunter2@pods.example.com?key=hunter2", 'baseUrl is "ftp://…@pods.example.com", which is not'],
    ["me:hunter2@pods.example.com", 'baseUrl is "…@pods.example.com", which is not'],
    ["rpa_hunter2hunter2hunter2", "baseUrl is a text of 25 characters, which is not"],
    ["https://user:hunter2@pods.example.com", "more than a host and a path"],
    ["https://pods.example.com/?api_key=hunter2", "more than a host and a path"],
  ])("%s is refused before anything is sent", async (baseUrl, sentence) => {
    const error = await failure(connect({ apiKey: KEY, baseUrl }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain("hunter2");
  });

  test("has the name of its setting in errors", async () => {
    const settingNames = { ...SETTING_NAMES, baseUrl: "SOME_URL", allowInsecureUrl: "SOME_SWITCH" };
    const options = { apiKey: KEY, baseUrl: "http://pods.example.com", settingNames };
    expect(((await failure(connect(options).pods.list())) as Error).message).toBe(
      "SOME_URL is plain http to pods.example.com, which would send the API key unencrypted. Use https, or set SOME_SWITCH to true if you accept that.",
    );
  });

  test.each(["", "/", "/v2", "/v2/"])("works with %j at its end", async (end) => {
    const server = await serve(json(200, { pods: [] }));
    await client(`${server.url}${end}`).pods.list();
    expect(server.seen[0]?.url).toBe("/v2/pods");
  });

  test("may have a path of its own", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(`${server.url}/gateway/`).pods.list();
    expect(server.seen[0]?.url).toBe("/gateway/v2/pods");
  });

  test("that returns a page is reported as the wrong one, and nothing counts as gone", async () => {
    const server = await serve((response) =>
      response.writeHead(404, { "content-type": "text/html" }).end("<html>Not Found</html>"),
    );
    const error = await failure(client(server.url).pods.get(POD.id));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain(
      "HTML instead of JSON (status 404). A proxy or firewall may have answered in its place. Check that baseUrl is the platform's address.",
    );
  });
});

describe("ids", () => {
  test("are percent-encoded", async () => {
    const server = await serve(json(200, POD));
    await client(server.url).pods.get("a/b c?d");
    expect(server.seen[0]?.url).toBe("/v2/pods/a%2Fb%20c%3Fd");
  });

  test.each(["", ".", ".."])("%j is refused: it would address the whole list", async (id) => {
    const server = await serve(json(200, POD));
    expect(await failure(client(server.url).pods.delete(id))).toBeInstanceOf(ConfigurationError);
    expect(server.seen).toHaveLength(0);
  });
});

describe("platforms of one process", () => {
  test("share pace and lists when they have the same settings, and close with the last", async () => {
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

  test("share nothing when their keys differ", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(server.url).pods.find("x");
    await client(server.url, { apiKey: "another-key" }).pods.find("x");
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, "Bearer another-key"]);
  });
});
