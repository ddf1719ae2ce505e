import { describe, expect, test } from "vitest";
import { UnexpectedAnswerError } from "../../../client";
import { client, failure, json, POD, serve } from "../support/local-server";

describe("a response of a newer RunPod version", () => {
  test("can contain unknown fields and states", async () => {
    const server = await serve(
      json(200, { ...POD, status: "HIBERNATING", cloud: "LUNAR", quantum: { qubits: 3 }, runtime: "?" }),
    );
    expect(await client(server.url).pods.get(POD.id)).toMatchObject({
      status: "HIBERNATING",
      cloud: "LUNAR",
      runtime: null,
    });
  });

  test.each([
    ["is null", null, null],
    ["is an empty object", {}, null],
    ["contains usage figures", { uptime: 3 }, { uptime: 3 }],
    ["contains usage figures in another form", { uptime: "3 s", cores: [1] }, {}],
    ["is absent", undefined, undefined],
  ])("shows whether a container runs: the field `runtime` %s", async (_, runtime, expected) => {
    const server = await serve(json(200, { ...POD, runtime }));
    expect((await client(server.url).pods.get(POD.id)).runtime).toEqual(expected);
  });

  test("can omit unset fields or set them to null", async () => {
    const server = await serve(json(200, { id: "p", status: "RUNNING", cloud: "SECURE", gpu: null, env: null }));
    const pod = await client(server.url).pods.get("p");
    expect(pod).toMatchObject({ args: "", ports: [], env: {}, mounts: {}, registry: null, locked: false });
    expect(pod.gpu).toBeUndefined();
  });

  test("causes an error if a required field is missing", async () => {
    const server = await serve(json(200, { pods: null }), json(200, { ...POD, status: undefined }));
    const { pods } = client(server.url);
    for (const [asked, place] of [
      [pods.list(), "'pods'"],
      [pods.get(POD.id), "'status'"],
    ] as const) {
      const error = await failure(asked);
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect((error as Error).message).toContain(`without a usable ${place}`);
    }
  });
});

test("null in a response means the same as an absent field", async () => {
  const bare = { id: "p1", status: "RUNNING" };
  const nulls = {
    ...Object.fromEntries(Object.keys(POD).map((key) => [key, null])),
    ...bare,
    mounts: { persistent: null, network: null },
    gpu: { id: "NVIDIA L4", count: null },
    runtime: { uptime: null, gpus: null, ports: [{ private: 80, public: null, type: "http", ip: null }] },
    ssh: { proxy: null },
    cudaVersion: null,
    cluster: null,
  };
  const absent = {
    ...bare,
    mounts: {},
    gpu: { id: "NVIDIA L4" },
    runtime: { ports: [{ private: 80, type: "http" }] },
    ssh: {},
  };
  const server = await serve(json(200, { pods: [nulls] }), json(200, { pods: [absent] }));
  const { pods } = client(server.url);
  const [first] = await pods.list();
  const [second] = await pods.list();
  expect(first).toMatchObject({ id: "p1", mounts: {}, gpu: { id: "NVIDIA L4", count: 1 }, env: {}, ports: [] });
  expect(first).toEqual({ ...second, cudaVersion: first?.cudaVersion });
});
