import { afterEach, describe, expect, test, vi } from "vitest";
import { AuthenticationError } from "../../../client";
import { startEmulator } from "../../../emulator";
import { client, failure, json, KEY, type Reply, type Seen, serve } from "../support/local-server";

const nothing = json(200, { data: { myself: { endpoints: [] } } });
const refusal = json(401, { errors: [{ message: "no key" }] });
const places = (seen: readonly Seen[]) =>
  seen.map(({ url, headers }) =>
    [url.includes(`api_key=${KEY}`) ? "query" : "", headers.authorization ? "header" : ""].join(""),
  );

/** Accepts the key only in the query, and answers every other request with `refused`. */
const queryOnly =
  (refused: Reply): Reply =>
  (response, seen, socket) =>
    (seen.url.includes("api_key=") ? nothing : refused)(response, seen, socket);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the API key over GraphQL", () => {
  test("stays out of the URL if RunPod accepts the key in the header", async () => {
    const server = await serve(nothing);
    const platform = client(server.url);
    await platform.endpoints.list();
    await platform.endpoints.list();
    expect(places(server.seen)).toEqual(["header", "header"]);
  });

  test.each([
    ["with a 401", refusal],
    [
      "with an error in a 200",
      json(200, { errors: [{ message: "no", extensions: { code: "UNAUTHENTICATED" } }], data: null }),
    ],
    [
      "with the word Unauthorized and RunPod's code for all refusals",
      json(200, {
        errors: [{ message: "Unauthorized", path: ["myself"], extensions: { code: "RUNPOD" } }],
        data: { myself: null },
      }),
    ],
    ["with a null account", json(200, { data: { myself: null } })],
  ])("is sent in the URL's query if RunPod refuses the header %s", async (_, refused) => {
    const server = await serve(queryOnly(refused));
    const platform = client(server.url);
    expect(await platform.endpoints.list()).toEqual([]);
    await platform.endpoints.list();
    expect(places(server.seen)).toEqual(["header", "query", "query"]);
  });

  test("appears in at most one URL if the key is wrong", async () => {
    const server = await serve(refusal);
    const platform = client(server.url);
    const seen = await Promise.all([1, 2, 3].map(() => platform.surfaces.account()));
    await failure(platform.endpoints.list());
    for (const { error } of seen) expect(error).toBeInstanceOf(AuthenticationError);
    expect(places(server.seen).filter((place) => place === "query")).toHaveLength(1);
  });

  test("can still be sent in the URL's query after a request that needs no key", async () => {
    const schema = json(200, { data: { __type: { fields: [] } } });
    const server = await serve(schema, queryOnly(refusal));
    const platform = client(server.url);
    await platform.surfaces.graphql();
    await platform.surfaces.graphql();
    expect(places(server.seen)).toEqual(["header", "header", "query"]);
  });

  test("never appears in the URL after the key worked in the header", async () => {
    const server = await serve(nothing, refusal);
    const platform = client(server.url);
    await platform.endpoints.list();
    expect(await failure(platform.endpoints.list())).toBeInstanceOf(AuthenticationError);
    expect(places(server.seen)).toEqual(["header", "header"]);
  });

  test.each(["net,undici", "u*", "*", "NET, *ndic*", "fetch", "Web*"])(
    "stays out of the URL while NODE_DEBUG=%s makes Node print URLs",
    async (debugged) => {
      vi.stubEnv("NODE_DEBUG", debugged);
      const server = await serve(queryOnly(refusal));
      expect(await failure(client(server.url).endpoints.list())).toBeInstanceOf(AuthenticationError);
      expect(places(server.seen)).toEqual(["header"]);
    },
  );

  test.each(["", "net", "n*,tls", "undici.", "und"])(
    "may be sent in the URL's query with NODE_DEBUG=%s",
    async (debugged) => {
      vi.stubEnv("NODE_DEBUG", debugged);
      const server = await serve(queryOnly(refusal));
      await client(server.url).endpoints.list();
      expect(places(server.seen)).toEqual(["header", "query"]);
    },
  );

  test("works even if RunPod accepts the key only in the URL's query", async () => {
    const emulator = await startEmulator({ strictInterface: true });
    const platform = client(emulator.url, { apiKey: emulator.apiKey });
    expect(await platform.endpoints.list()).toEqual([]);
    await emulator.close();
  });

  test("is sent in the URL's query of a create only after RunPod refuses the header", async () => {
    const save = { name: "llm", templateId: "t", gpuIds: "ADA_24", workersMin: 0, workersMax: 1 };
    const without = await serve(json(200, { data: { saveEndpoint: null } }));
    await failure(client(without.url).endpoints.create(save as never));
    expect(places(without.seen)).toEqual(["header"]);
    const refusing = await serve(refusal);
    await failure(client(refusing.url).endpoints.create(save as never));
    expect(places(refusing.seen)).toEqual(["header", "query"]);
  });
});

describe("the API key of job operations", () => {
  const noKey = json(401, { status: 401, title: "Unauthorized", detail: "no token provided" });
  const jobs = { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 };
  const workers = { idle: 0, initializing: 0, ready: 0, running: 0, throttled: 0, unhealthy: 0 };
  const healthy = json(200, { jobs, workers });
  const accepting =
    (form: "Bearer" | "bare"): Reply =>
    (response, seen, socket) => {
      const isBearer = seen.headers.authorization === `Bearer ${KEY}`;
      return (isBearer === (form === "Bearer") ? healthy : noKey)(response, seen, socket);
    };
  const forms = (seen: readonly Seen[]) => seen.map(({ headers }) => headers.authorization?.replace(KEY, "KEY"));

  test("is a bearer token", async () => {
    const server = await serve(accepting("Bearer"));
    const platform = client(server.url);
    await platform.jobs.health("ep");
    await platform.jobs.health("ep");
    expect(forms(server.seen)).toEqual(["Bearer KEY", "Bearer KEY"]);
  });

  test("is sent bare from the first refusal of the bearer token on", async () => {
    const server = await serve(accepting("bare"));
    const platform = client(server.url);
    await platform.jobs.health("ep");
    await platform.jobs.health("ep");
    expect(forms(server.seen)).toEqual(["Bearer KEY", "KEY", "KEY"]);
  });

  test("survives single 401 responses, whichever form the refused request had", async () => {
    const server = await serve(noKey, healthy, noKey, healthy, healthy);
    const platform = client(server.url);
    for (const _ of [1, 2, 3]) await platform.jobs.health("ep");
    expect(forms(server.seen)).toEqual(["Bearer KEY", "KEY", "KEY", "Bearer KEY", "Bearer KEY"]);
  });

  test("is refused after one request in each form if the key is wrong", async () => {
    const server = await serve(noKey);
    expect(await failure(client(server.url).jobs.run("ep", { seed: 7 }))).toBeInstanceOf(AuthenticationError);
    expect(forms(server.seen)).toEqual(["Bearer KEY", "KEY"]);
  });
});
