import { expect, test } from "vitest";
import { UnexpectedAnswerError, ValidationError } from "../../../client";
import { client, failure, json, POD, problem, serve } from "../support/local-server";

const page = (
  ids: readonly string[],
  nextCursor: string | null,
  hasNextPage: boolean | undefined = nextCursor !== null,
) => json(200, { pods: ids.map((id) => ({ ...POD, id })), pagination: { nextCursor, hasNextPage } });

test("the client reads every page of a list, even after a short or empty page", async () => {
  const server = await serve(page(["a", "b"], "one"), page([], "t&o"), page(["c"], null));
  const { items, pages } = await client(server.url).pods.listing({ includeClusterPods: true });
  expect(items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(pages).toBe(3);
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/v2/pods?includeClusterPods=true",
    "/v2/pods?includeClusterPods=true&cursor=one",
    "/v2/pods?includeClusterPods=true&cursor=t%26o",
  ]);
});

test("the client needs three requests to find 2,500 pods in pages of a thousand", async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => `pod-${index}`);
  const server = await serve(
    page(ids.slice(0, 1_000), "one"),
    page(ids.slice(1_000, 2_000), "two"),
    page(ids.slice(2_000), null),
  );
  const { pods } = client(server.url, { timeScale: 1 });
  const found = await Promise.all(ids.map((id) => pods.find(id)));
  expect(found.map((one) => one?.id)).toEqual(ids);
  expect(server.seen).toHaveLength(3);
});

test("an item that moves to the next page between two requests is listed once", async () => {
  const server = await serve(page(["a", "b"], "one"), page(["b", "c"], null));
  expect((await client(server.url).pods.list()).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("the client reads another page if a response has a cursor, but no hasNextPage", async () => {
  const more = json(200, { pods: [{ ...POD, id: "a" }], pagination: { nextCursor: "one" } });
  const server = await serve(more, page(["b"], null));
  expect((await client(server.url).pods.list()).map(({ id }) => id)).toEqual(["a", "b"]);
});

test.each([
  ["with hasNextPage false", page(["a"], "one", false)],
  ["with an empty cursor", json(200, { pods: [{ ...POD, id: "a" }], pagination: { nextCursor: "" } })],
])("the client reads no more pages after a page %s", async (_, last) => {
  const server = await serve(last);
  expect(await client(server.url).pods.list()).toHaveLength(1);
});

test.each([
  ["with hasNextPage true but without a cursor", [page(["a"], null, true)], "ended listPods before its last page"],
  ["with hasNextPage true but an empty cursor", [page(["a"], "", true)], "ended listPods before its last page"],
  ["that repeats its cursor", [page(["a"], "one"), page(["b"], "one")], "ended listPods before its last page"],
  [
    "whose cursor is not a text",
    [json(200, { pods: [], pagination: { nextCursor: 7, hasNextPage: true } })],
    "without a usable 'pagination.nextCursor'",
  ],
] as const)("a page %s never counts as the end of the list", async (_, [first, ...others], message) => {
  const server = await serve(first, ...others);
  const { pods } = client(server.url, { timeScale: 1 });
  for (const call of [() => pods.list(), () => pods.find("a")]) {
    const error = await failure(call());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ message: expect.stringContaining(message), outcomeUnknown: false });
  }
});

test("the client starts again with the first page after RunPod refuses a page", async () => {
  const server = await serve(
    page(["a"], "one"),
    problem(422, "Request validation failed.", ["query.cursor: is not a cursor of this list"]),
    page(["a", "b"], null),
  );
  const { pods } = client(server.url, { timeScale: 1 });
  expect(await failure(pods.find("b"))).toBeInstanceOf(ValidationError);
  expect(await pods.find("b")).toMatchObject({ id: "b" });
});

test("the client never reuses a list if a write happened between two pages of the list", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await serve(
    page(["a"], "one"),
    (response, request, socket) => void held.then(() => page(["b"], null)(response, request, socket)),
    json(200, POD),
    page(["c"], null),
  );
  const { pods } = client(server.url, { timeScale: 1 });
  const list = pods.list();
  await expect.poll(() => server.seen.length).toBe(2);
  await pods.update("a", { name: "new" });
  release();
  expect(await list).toHaveLength(2);
  expect(await pods.find("c")).toMatchObject({ id: "c" });
});

test("the client reads every page of an endpoint's releases", async () => {
  const rollout = { inProgress: false, workersOnLatest: 0, workersTotal: 0, percentOnLatest: 0 };
  const of = (id: string, nextCursor: string | null) =>
    json(200, {
      releases: [{ id, version: 1, source: "MANUAL", workerCount: 0, createdAt: "", diff: [] }],
      ...{ rollout, endpointVersion: 2, pagination: { nextCursor, hasNextPage: nextCursor !== null } },
    });
  const server = await serve(of("r2", "one"), of("r1", null));
  const { releases, endpointVersion } = await client(server.url).workers.releases("e1");
  expect(releases.map(({ id }) => id)).toEqual(["r2", "r1"]);
  expect(endpointVersion).toBe(2);
});

test("the client throws an error after a thousand pages of an endless list", async () => {
  let sent = 0;
  const server = await serve((response, seen, socket) => page([`p${sent}`], `c${++sent}`)(response, seen, socket));
  const error = await failure(client(server.url).pods.list());
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect((error as Error).message).toMatch(
    /^The list of listPods has no end: RunPod sent 1000 pages and reports one more page\. /,
  );
  expect(server.seen).toHaveLength(1_000);
});

test("the client stops reading a list with slow pages after a quarter of an hour", async () => {
  let now = 0;
  let sent = 0;
  const clock = { now: () => now, sleep: async () => undefined };
  const server = await serve((response, seen, socket) => {
    now += 60_000;
    page([`p${sent}`], `c${++sent}`)(response, seen, socket);
  });
  const error = await failure(client(server.url, { clock }).pods.list());
  expect((error as Error).message).toContain("The list of listPods has no end");
  expect(server.seen.length).toBeLessThan(20);
});
