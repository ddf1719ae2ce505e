import { problems } from "../http/problem";
import type { Endpoint } from "../records/endpoint";
import type { Pod } from "../records/pod";
import type { Platform } from "./platform";

type Usable = "template" | "volume" | "registry";

interface Usage {
  readonly what: string;
  readonly byPod: (pod: Pod, id: string) => boolean;
  readonly byEndpoint?: (endpoint: Endpoint, id: string) => boolean;
}

/**
 * The resources that use another resource and so prevent its deletion. A template does not prevent the deletion of its
 * registry credential.
 */
const usages: Readonly<Record<Usable, Usage>> = {
  template: {
    what: "template",
    byPod: ({ template }, id) => template === id,
    byEndpoint: ({ templateId }, id) => templateId === id,
  },
  volume: {
    what: "network volume",
    byPod: ({ mounts }, id) => mounts.network?.[0]?.volumeId === id,
    byEndpoint: ({ networkVolumeIds }, id) => networkVolumeIds.includes(id),
  },
  registry: { what: "registry credential", byPod: ({ registry }, id) => registry === id },
};

/** Throws while the resource is in use, and during `releaseLag` after its last use. */
export function refuseInUse({ pods, endpoints, released, clock, settings }: Platform, kind: Usable, id: string): void {
  const { what, byPod, byEndpoint } = usages[kind];
  const endpoint = [...endpoints.values()].find((one) => byEndpoint?.(one, id));
  if (endpoint) throw problems.inUse(what, `endpoint ${endpoint.id}`);
  const pod = [...pods.values()].find((one) => byPod(one, id));
  if (pod) throw problems.inUse(what, `pod ${pod.id}`);
  const at = released.get(`${kind}/${id}`);
  if (at !== undefined && clock.now() < at + settings.releaseLag)
    throw problems.inUse(what, "a resource being deleted");
}

/** Records that a use of a resource has ended. */
export function release({ released, clock, settings }: Platform, kind: Usable, id: string): void {
  for (const [other, at] of released) if (at + settings.releaseLag <= clock.now()) released.delete(other);
  released.set(`${kind}/${id}`, clock.now());
}
