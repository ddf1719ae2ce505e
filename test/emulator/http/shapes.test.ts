import { expect, test } from "vitest";
import type { Platform } from "../../../client";
import { throughClient } from "../support/client";
import { endpointBody, gpu, onlyPage, startWorld, type World } from "../support/harness";

const image = { name: "p", image: "nginx:1" };
const container = { args: "serve", disk: 30, ports: ["8888/http", "22/tcp"], env: { MODE: "train" } };
const persistent = { persistent: { size: 10, path: "/data" } };
const h100 = { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 };

interface Shape {
  readonly what: string;
  readonly path: string;
  readonly list: string;
  /** `REGISTRY` and `VOLUME` stand for an id. */
  readonly body: object;
  /** Reads the resource through the client, if the client shows it as REST does. */
  readonly client?: (platform: Platform, id: string) => Promise<unknown>;
}
const pod = { path: "pods", list: "pods", client: ({ pods }: Platform, id: string) => pods.get(id) };

const shapes: readonly Shape[] = [
  { what: "a pod with defaults", ...pod, body: { ...image, gpu: { id: gpu } } },
  {
    ...{ what: "a pod with all settings", ...pod },
    body: {
      ...{ ...image, ...container, registry: "REGISTRY", gpu: { id: gpu, count: 2 }, globalNetworking: true },
      ...{ mounts: { network: [{ volumeId: "VOLUME", path: "/net" }] }, dataCenterIds: ["EU-CZ-1", "EU-RO-1"] },
      startSsh: true,
    },
  },
  { what: "a pod on CPUs", ...pod, body: { ...image, cpu: { id: "cpu3g", vcpuCount: 4 } } },
  {
    ...{ what: "a pod in the community cloud", ...pod },
    body: { ...image, gpu: { id: gpu }, cloud: "COMMUNITY", mounts: persistent, registry: null },
  },
  { what: "a template", path: "templates", list: "templates", body: image },
  {
    what: "a network volume",
    path: "network-volumes",
    list: "networkVolumes",
    body: { name: "v", size: 10, dataCenter: "US-TX-3" },
  },
  { what: "an endpoint", path: "serverless", list: "endpoints", body: endpointBody },
  {
    what: "a cluster",
    path: "clusters",
    list: "clusters",
    body: { ...image, type: "TRAINING", compute: h100, ports: ["22/tcp"] },
  },
  {
    what: "a secret",
    path: "account/secrets",
    list: "secrets",
    body: { name: "s", value: "hush", description: "mine" },
  },
];

/** Returns the resource. Its create, its read and its list must show the same. */
async function shown(it: World, { path, list, client }: Shape, id: string): Promise<object> {
  const body = await it.get(`/v2/${path}/${id}`);
  const all = await it.get(`/v2/${path}`);
  expect(all[list]).toEqual([body]);
  expect(all).toEqual({ [list]: [body], ...("pagination" in all && onlyPage) });
  if (client) expect(await throughClient(it.emulator, (platform) => client(platform, id))).toEqual(body);
  return body;
}

test.each(shapes)("the create, read and list responses of $what show the same complete resource", async (shape) => {
  const it = await startWorld({ now: () => Date.UTC(2026, 5, 1, 12) });
  const [registry, volume] = [await it.registry(), shape.path === "network-volumes" ? {} : await it.volume("EU-RO-1")];
  const text = JSON.stringify(shape.body).replace("REGISTRY", registry.id).replace("VOLUME", volume.id);
  const created = await it.create(`/v2/${shape.path}`, JSON.parse(text));
  expect(await shown(it, shape, created.id)).toEqual(created);
  it.advance(2000);
  const later = await shown(it, shape, created.id);
  await expect(`${JSON.stringify({ created, later }, null, 2)}\n`).toMatchFileSnapshot(
    `golden/${shape.what.split(" ").slice(1).join("-")}.txt`,
  );
});
