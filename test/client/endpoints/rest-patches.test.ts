import { describe, expect, test } from "vitest";
import type { EndpointInput } from "../../../client";
import { endpointOf, patchBody } from "../../../client/endpoints/rest/mapping";
import { restEndpointSchema } from "../../../client/endpoints/rest/record";
import { RECORD } from "./rest-platform";

type Record = Parameters<typeof patchBody>[1];

const record = (changes: object = {}): Record => restEndpointSchema.parse({ ...RECORD, ...changes });

function patch(changes: Partial<EndpointInput>, live = record(), dataCenterIds = live.dataCenterIds) {
  const { id: _, workers: __, createdAt: ___, ...whole } = endpointOf(live);
  return patchBody("updateEndpoint", live, { ...whole, ...changes }, dataCenterIds);
}

describe("an update over REST", () => {
  test.each<[string, Partial<EndpointInput>, object]>([
    ["nothing if all settings are the same", {}, {}],
    ["a new name", { name: "other" }, { name: "other" }],
    ["no pools if only their order differs", { gpuIds: "AMPERE_24, ADA_24,-NVIDIA L4,ADA_24" }, {}],
    ["no GPU settings if the program leaves out the number of GPUs", { gpuCount: undefined }, {}],
    ["both worker numbers if one number changes", { workersMax: 5 }, { workers: { min: 0, max: 5 } }],
    [
      "the idle timeout together with the worker numbers",
      { idleTimeout: 7 },
      { workers: { min: 0, max: 3, idleTimeout: 7 } },
    ],
    ["no idle timeout if the program sets no idle timeout", { idleTimeout: undefined }, {}],
    ["no execution timeout if the program sets no execution timeout", { executionTimeoutMs: undefined }, {}],
    ["an execution timeout of 0", { executionTimeoutMs: 0 }, { timeout: 0 }],
    ["the scaler together with its value", { scalerValue: 9 }, { scaling: { type: "QUEUE_DELAY", queueDelay: 9 } }],
    ["no volumes if only their order differs", { networkVolumeId: undefined, networkVolumeIds: ["vol2", "vol1"] }, {}],
    [
      "an empty list of volumes if the program sets an empty list",
      { networkVolumeId: undefined, networkVolumeIds: [] },
      { networkVolumes: [] },
    ],
    ["a new boot type", { flashBootType: "OFF" }, { flashboot: "OFF" }],
    [
      "a new list of CUDA versions",
      { allowedCudaVersions: ["12.1"] },
      { gpu: { allowedCudaVersions: ["12.1"], minCudaVersion: "" } },
    ],
  ])("sends %s", (_, changes, expected) => {
    expect(patch(changes)).toEqual(expected);
  });

  test("sends no CUDA versions if the program changes only their order", () => {
    const live = record({ gpu: { ...RECORD.gpu, allowedCudaVersions: ["12.1", "12.2"] } });
    expect(patch({ allowedCudaVersions: ["12.2", "12.1"] }, live)).toEqual({});
    expect(patch({ allowedCudaVersions: undefined }, live)).toEqual({});
  });

  test("sends an empty list of data centers if the program removes all data centers", () => {
    expect(patch({}, record(), ["US-TX-3", "EU-RO-1", "US-TX-3"])).toEqual({});
    expect(patch({}, record(), [])).toEqual({ dataCenterIds: [] });
  });

  test("sends the default scaler if the program sets no scaler", () => {
    const live = record({ scaling: { type: "REQUEST_COUNT", requestCount: 8 } });
    const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
    expect(patch({ scalerType: undefined, scalerValue: undefined }, live)).toEqual({ scaling });
  });
});
