import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator({ pageSize: 3 });

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null;
}

async function page(path: string, key: string, query: Record<string, string | null> = {}): Promise<Page> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const { status, body } = await it.send("GET", `${path}?${new URLSearchParams(Object.fromEntries(given))}`);
  expect(status).toBe(200);
  const { nextCursor, hasNextPage } = body.pagination;
  expect(hasNextPage).toBe(nextCursor !== null);
  return { ids: body[key].map(({ id }: { id: string }) => id), next: nextCursor };
}

const pods = (query?: Record<string, string | null>) => page("/v2/pods", "pods", query);

async function create(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push((await it.pod()).id);
  return ids;
}

describe("a list", () => {
  test("comes in pages, newest item first", async () => {
    const ids = await create(7);
    const first = await pods();
    const second = await pods({ cursor: first.next });
    const third = await pods({ cursor: second.next });
    expect([first.ids, second.ids, third.ids]).toEqual([[ids[6], ids[5], ids[4]], [ids[3], ids[2], ids[1]], [ids[0]]]);
    expect(third.next).toBeNull();
    expect((await pods({ limit: "2" })).ids).toHaveLength(2);
  });

  test("neither omits nor repeats an item if other items come and go between pages", async () => {
    const ids = await create(6);
    const first = await pods();
    for (const id of [...first.ids, ids[2]]) await it.delete(`/v2/pods/${id}`);
    await create(2);
    expect(await pods({ cursor: first.next })).toEqual({ ids: [ids[1], ids[0]], next: null });
  });

  test("has an empty page if all pods of the page belong to clusters", async () => {
    const [oldest] = await create(1);
    const cluster = {
      ...{ name: "c", type: "TRAINING", image: "nginx" },
      compute: { gpuTypeId: gpu, gpuCountPerPod: 8, podCount: 4 },
    };
    expect((await it.post("/v2/clusters", cluster)).status).toBe(201);
    const first = await pods();
    expect(first.ids).toEqual([]);
    expect(await pods({ cursor: first.next })).toEqual({ ids: [oldest], next: null });
    expect((await pods({ includeClusterPods: "true" })).ids).toHaveLength(3);
  });

  test.each([
    ["an invalid cursor", { cursor: "nonsense" }],
    ["an empty cursor", { cursor: "" }],
    ["a cursor of another query", { cursor: "of pods", includeClusterPods: "true" }],
    ["a limit that is not a number", { limit: "many" }],
    ["a limit under 1", { limit: "0" }],
    ["a limit over 1000", { limit: "1001" }],
  ])("refuses a request with %s", async (_, query) => {
    await create(4);
    const { next } = await pods();
    const sent = Object.fromEntries(Object.entries(query).map(([name, v]) => [name, v === "of pods" ? `${next}` : v]));
    const { status, text } = await it.send("GET", `/v2/pods?${new URLSearchParams(sent)}`);
    expect([status, text]).toEqual([422, expect.stringMatching(/query\.(cursor|limit)/)]);
  });

  test("refuses the cursor of another list", async () => {
    await create(4);
    const { next } = await pods();
    expect(await it.statusOf(`/v2/templates?cursor=${next}`)).toBe(422);
  });
});

test("the lists of templates, endpoints and releases come in pages", async () => {
  const worker = { name: "w", image: "worker", disk: 5, serverless: true };
  for (let index = 0; index < 4; index++) await it.post("/v2/templates", { ...worker, name: `w${index}` });
  const templates = await page("/v2/templates", "templates");
  expect((await page("/v2/templates", "templates", { cursor: templates.next })).ids).toHaveLength(1);

  const endpoint = {
    ...{ image: "worker", type: "QUEUE", gpu: { pools: ["ADA_24"] } },
    ...{ workers: { min: 0, max: 1 }, scaling: { type: "QUEUE_DELAY", queueDelay: 4 } },
  };
  for (let index = 0; index < 4; index++) {
    expect((await it.post("/v2/serverless", { ...endpoint, name: `e${index}` })).status).toBe(201);
  }
  const first = await page("/v2/serverless", "endpoints");
  const [id] = (await page("/v2/serverless", "endpoints", { cursor: first.next })).ids;

  for (const max of [2, 3, 4]) await it.patch(`/v2/serverless/${id}`, { workers: { min: 0, max } });
  const releases = async (cursor = "") => await it.get(`/v2/serverless/${id}/releases${cursor}`);
  const newest = await releases();
  const oldest = await releases(`?cursor=${newest.pagination.nextCursor}`);
  const versions = [...newest.releases, ...oldest.releases].map(({ version }) => version);
  expect(versions).toEqual([4, 3, 2, 1]);
  expect(oldest).toMatchObject({ endpointVersion: 4, pagination: { nextCursor: null, hasNextPage: false } });
});
