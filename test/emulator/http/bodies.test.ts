import { expect, test } from "vitest";
import { contract } from "../../contract/exceptions";
import { endpointBody, gpu, useEmulator } from "../support/harness";

const it = useEmulator();

const container = { args: "serve", disk: 20, ports: ["80/http"], env: { A: "1" }, registry: null, cmd: ["a"] };
const mounts = { network: [{ volumeId: "v", path: "/v" }] };
const persistent = { persistent: { size: 20, path: "/data" } };
const cuda = { minCudaVersion: "12.1" };
const pools = { pools: ["AMPERE_24"], excludedTypes: ["NVIDIA L4"] };
const workers = { min: 0, max: 2, idleTimeout: 5 };
const onCpu = { cpu: [{ id: "cpu3c", vcpuCount: 2 }], scaling: { type: "REQUEST_COUNT", requestCount: 1 } };
const { gpu: _pools, ...endpoint } = endpointBody;

/** Bodies that the published document allows, by operation. */
const good: Readonly<Record<string, readonly object[]>> = {
  createPod: [
    { name: "p", image: "x", gpu: { id: gpu, count: 1, minRamPerGpu: 1, ...cuda }, mounts: persistent, ...container },
    { name: "p", image: "x", cpu: { id: "cpu3c", vcpuCount: 2 }, mounts, cloud: "SECURE", dataCenterIds: ["US-TX-3"] },
  ],
  updatePod: [
    { name: "p", image: "x", disk: 20, mounts: persistent, locked: false, globalNetworking: false },
    { mounts },
  ],
  podAction: [{ action: "start" }],
  createTemplate: [{ name: "t", image: "x", ...container, mounts: persistent, serverless: false, public: false }],
  updateTemplate: [{ name: "t", image: "x", disk: 20, category: "CPU", startSsh: true }],
  createNetworkVolume: [{ name: "v", size: 10, dataCenter: "US-TX-3", type: "STANDARD" }],
  updateNetworkVolume: [{ name: "v", size: 4096 }],
  createRegistry: [{ name: "r", username: "u", password: "p" }],
  createDelegation: [{ resource: "arn", name: "d" }],
  createSecret: [{ name: "s", value: "v", description: "d" }],
  updateSecret: [{ value: "v", description: "d" }],
  createEndpoint: [
    { ...endpointBody, ...container, workers, gpu: pools, timeout: 0, flashboot: "OFF", networkVolumes: ["v"] },
    { ...endpoint, ...onCpu, workers: { min: 0 }, dataCenterIds: ["US-TX-3"] },
  ],
  updateEndpoint: [{ name: "e", disk: 20, gpu: pools, workers, scaling: endpointBody.scaling }],
  createCluster: [
    {
      ...{ name: "c", type: "RAY", image: "x", mounts, cmd: ["a"] },
      compute: { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 },
    },
  ],
  updateCluster: [{ name: "c" }],
  updateSshKeys: [{ keys: ["ssh-ed25519 AAAA me"] }],
};

const strange = [undefined, null, "", "-x", 0, 1, 1.5, 251, 4097, true, [], { foo: 1 }];
/** Every setting that some body has, for the bodies that may not have it. */
const settings: Readonly<Record<string, unknown>> = Object.assign({ unheardOf: 1 }, ...Object.values(good).flat());

/** The body, the empty one, and the body with one thing in it changed, removed, doubled or added. */
function* variantsOf(body: object): Iterable<object> {
  yield* [body, {}];
  for (const [key, value] of Object.entries(settings)) if (!(key in body)) yield { ...body, [key]: value };
  for (const path of placesIn(body)) {
    const holderIn = (copy: object) => path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key), copy);
    const last = path.at(-1) ?? "";
    const present: unknown = Reflect.get(holderIn(body), last);
    const doubled = Array.isArray(present) ? [[...present, ...present]] : [];
    for (const value of [...strange, ...doubled]) {
      const copy = structuredClone(body);
      Reflect.set(holderIn(copy), last, value);
      yield copy;
    }
  }
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? Object.keys(value) : [...Object.keys(value), "unheardOf"];
  return own.flatMap((key) => [[key], ...placesIn(Reflect.get(value, key)).map((path) => [key, ...path])]);
}

test.each(Object.entries(good))(
  "%s is 422 exactly for bodies that the published document does not allow",
  async (name, bodies) => {
    const operation = contract.operations.find((one) => one.name === name)!;
    const path = operation.path.replace(/\{\w+\}/g, "nobody");
    for (const body of bodies)
      for (const text of new Set([...variantsOf(body)].map((variant) => JSON.stringify(variant)))) {
        const isAllowed = contract.violationsOfRequest(operation, text).length === 0;
        const { status } = await it.send(operation.method, path, text);
        if (status === 201) it.emulator.reset();
        if (isAllowed === (status === 422))
          throw new Error(`${isAllowed ? "allowed" : "not allowed"}, ${status}: ${text}`);
      }
    expect(bodies.flatMap((body) => contract.violationsOfRequest(operation, JSON.stringify(body)))).toEqual([]);
  },
);
