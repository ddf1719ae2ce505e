import { describe, expect, test } from "vitest";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { markersFor } from "../../../../provider/hosts/naming";
import { HostOperations } from "../../../../provider/hosts/operations";
import { allResources } from "../../../../provider/kinds/kinds";
import type { Values } from "../../../../provider/planning/values";
import { failure, useLifecycles } from "../harness";

const gpu = { gpu: { id: "NVIDIA L4" } };
const training = { type: "TRAINING", compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 } };

/** What each kind is given, the input that holds the wrong id, and what the id is of. */
const wrong: readonly [kind: string, inputs: Values, named: string, of: string][] = [
  ["Pod", { ...gpu, templateId: "nope" }, 'templateId: "nope"', "template"],
  ["Pod", { ...gpu, image: "nginx", registry: "nope" }, 'registry: "nope"', "registry credential"],
  [
    "Pod",
    { ...gpu, image: "nginx", mounts: { network: [{ volumeId: "nope", path: "/data" }] } },
    'mounts.network[0].volumeId: "nope"',
    "network volume",
  ],
  ["Template", { image: "worker", registry: "nope" }, 'registry: "nope"', "registry credential"],
  ["Cluster", { ...training, templateId: "nope" }, 'templateId: "nope"', "template"],
  [
    "Cluster",
    { ...training, image: "trainer", mounts: { network: [{ volumeId: "nope", path: "/data" }] } },
    'mounts.network[0].volumeId: "nope"',
    "network volume",
  ],
  ["ServerlessEndpoint", { gpuIds: "AMPERE_16", templateId: "nope" }, 'templateId: "nope"', "template"],
  ["Job", { endpointId: "nope", input: { prompt: "hello" } }, 'endpointId: "nope"', "endpoint"],
];

describe.each(["graphql", "rest"] as const)("an id that the account does not have, over %s", (endpointTransport) => {
  const world = useLifecycles({}, { endpointTransport });

  test.each(wrong)("of a %s with %j is named with its input and what to do", async (kind, given, named, of) => {
    const resource = allResources.find((one) => one.kind === kind);
    if (resource === undefined) throw new Error(`there is no kind ${kind}`);
    const host = new HostOperations(resource, new SeenState(), []);
    const markers = markersFor({}, resource, { logicalName: "web" });
    const { message } = await failure(host.create(world.run(), "web", { ...given, ...markers }));
    expect(message).toContain(
      `The program gives ${named}. Give the id of a ${of} that this key's account has: the output id of its resource, or the id that the RunPod console shows.`,
    );
  });
});
