import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { allResources } from "../../../../provider/kinds/kinds";
import type { Resource } from "../../../../provider/session/resource";
import { failure, useLifecycles } from "../harness";

const gpu = { gpu: { id: "NVIDIA L4" } };
const training = { type: "TRAINING", compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 } };

/** The inputs of each kind, the input with the wrong id, and the kind that the id belongs to. */
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

describe.each(["graphql", "rest"] as const)("an unknown id (endpoints over %s)", (endpointTransport) => {
  const world = useLifecycles({}, { endpointTransport });

  test.each(wrong)(
    "makes the create of a %s fail with an error that names the input: %j",
    async (kind, given, named, of) => {
      const resource = allResources.find((one) => one.kind === kind);
      if (resource === undefined) throw new Error(`there is no kind ${kind}`);
      const { message } = await failure(world.stackOf(resource as unknown as Resource<never>).up(given));
      expect(message).toContain(
        `The program gives ${named}. Give the id of a ${of} in the account of this API key${of.includes("template") ? ", or of a public template" : ""}: the output id of its resource, or the id in the RunPod console.`,
      );
    },
  );
});
