import * as z from "zod";
import { count, nullableText, optional, orUnset, type Parsed, type Patch, text, texts } from "../wire/fields";

/** Container settings of a pod or template. A setting without a value is `""`, `[]`, `{}` or `null`, never absent. */
export const containerSchema = z.object({
  /** Image reference in the form of container registries. */
  image: text,
  /**
   * Arguments for the entrypoint of the image, as RunPod stores them. `""` if not set. The text has either words, which become
   * `cmd`, or a JSON object with `entrypoint` and `cmd`.
   */
  args: text,
  /** Entrypoint of the container. Absent if RunPod does not report it. A request contains either `args` or `entrypoint` and `cmd`. */
  entrypoint: optional(z.array(z.string())),
  /** Arguments of the entrypoint. The rules of `entrypoint` apply. */
  cmd: optional(z.array(z.string())),
  /** Size of the container disk in GB, at least 1. A restart wipes this disk. */
  disk: count,
  /** Exposed ports, each as `<port>/<protocol>`, such as `8888/http`. */
  ports: texts,
  /** Environment variables. An update replaces all of them. Errors mask the values. */
  env: orUnset(z.record(z.string(), z.string()), (): Record<string, string> => ({})),
  /** Id of the registry credential that RunPod uses to pull the image. */
  registry: nullableText,
});
export type ContainerSettings = Parsed<typeof containerSchema>;

/** Container settings in a request. The client does not send absent keys. `registry: null` removes the credential. */
export type ContainerSettingsInput = Patch<ContainerSettings>;

/** Storage on the host of the pod. This storage can only grow, and RunPod deletes it with the pod. */
export const persistentMountSchema = z.object({
  /** Size in GB, at least 10. */
  size: z.number(),
  path: z.string(),
});
export type PersistentMount = Parsed<typeof persistentMountSchema>;

/** A network volume in the pod's data center. The volume outlives the pod. */
const networkMountSchema = z.object({ volumeId: z.string(), path: z.string() });
export type NetworkMount = Parsed<typeof networkMountSchema>;

const namedMounts = z.object({
  persistent: optional(persistentMountSchema),
  network: optional(z.array(networkMountSchema)),
});
/** The mount of a pod, which is `persistent` or `network`. This kind never changes. `network` has at most one entry. */
export type Mounts = Parsed<typeof namedMounts>;

export const mountsSchema = orUnset(namedMounts, () => ({})).transform(({ network = [], ...kept }: Mounts): Mounts => {
  // An empty list means that there is no mount.
  return network.length === 0 ? kept : { ...kept, network };
});
