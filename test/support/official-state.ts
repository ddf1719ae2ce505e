import { createHash } from "node:crypto";

/**
 * States of RunPod's own two Pulumi providers, as `pulumi stack export` prints them. Their shape is from the sources of
 * runpod/pulumi-runpod-native at 6e74f45 (`examples/nodejs/export.json`, `provider/schema.json`, `PodState` and its like in
 * `provider/*.go`) and of runpod/pulumi-runpod at 8a7e9d4 (`provider/cmd/pulumi-resource-runpod/schema.json`).
 */
interface Recorded {
  readonly type: string;
  readonly name: string;
  readonly inputs?: object;
  readonly [key: string]: unknown;
}

export function exportedState(
  resources: readonly Recorded[],
  { stack = "old", project = "e2e", pending = [] as readonly object[] } = {},
) {
  const urnOf = (type: string, name: string) => `urn:pulumi:${stack}::${project}::${type}::${name}`;
  const root = urnOf("pulumi:pulumi:Stack", `${project}-${stack}`);
  const provider = urnOf("pulumi:providers:runpod", "default_1_9_99");
  const version = "v3.220.0";
  // Without it, the engine considers a state as edited by hand.
  const magic = createHash("sha256").update(version).digest("hex");
  return {
    version: 3,
    deployment: {
      manifest: { time: "2026-06-25T14:19:49.233512+01:00", magic, version },
      resources: [
        { urn: root, custom: false, type: "pulumi:pulumi:Stack" },
        { urn: provider, custom: true, id: "4f923a9c", type: "pulumi:providers:runpod" },
        ...resources.map(({ type, name, ...recorded }) => ({
          ...{ urn: urnOf(type, name), custom: true, type, parent: root, provider: `${provider}::4f923a9c` },
          ...recorded,
        })),
      ],
      pending_operations: pending,
    },
  };
}

/** Returns a resource of the older provider. Its id is the name, and one output contains RunPod's response. */
export function native(kind: string, name: string, id: string, inputs: object = {}, rest: object = {}): Recorded {
  const answer = `${kind[0]?.toLowerCase()}${kind.slice(1)}`;
  const outputs = { ...inputs, [answer]: { id, name: "", imageName: "" } };
  return { type: `runpod:index:${kind}`, name, id: name, inputs, outputs, ...rest };
}

/** Returns a resource of the newer provider. */
export function generated(kind: string, name: string, id: string, inputs: object = {}, rest: object = {}): Recorded {
  const outputs = { ...inputs, [`${kind[0]?.toLowerCase()}${kind.slice(1)}Id`]: id };
  return { type: `runpod:index:${kind}`, name, id, inputs, outputs, ...rest };
}
