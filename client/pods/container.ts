import * as z from "zod";
import { count, nullableText, optional, orUnset, type Parsed, type Patch, text, texts } from "../values/fields";

/** Container settings of a pod or template. Unset is `""`, `[]`, `{}` or `null`, never absent. */
export const containerSchema = z.object({
  /** Image reference, as a container registry names it. */
  image: text,
  /**
   * Arguments for the image's entrypoint, as RunPod stores them; `""` when unset. Either words, which become `cmd`, or
   * a JSON object with the two lists.
   */
  args: text,
  /** Absent from a platform that does not report it. A request has either `args` or the two lists. */
  entrypoint: optional(z.array(z.string())),
  /** The same. */
  cmd: optional(z.array(z.string())),
  /** Container disk in GB, at least 1. A restart wipes it. */
  disk: count,
  /** `<port>/<protocol>`, such as `8888/http`. */
  ports: texts,
  /** An update replaces it as a whole. Errors mask its values. */
  env: orUnset(z.record(z.string(), z.string()), (): Record<string, string> => ({})),
  /** Id of the registry credential that pulls the image. */
  registry: nullableText,
});
export type ContainerSettings = Parsed<typeof containerSchema>;

/** The container settings in a request. The client sends no absent key; `registry: null` removes the credential. */
export type ContainerSettingsInput = Patch<ContainerSettings>;

/** Storage on the pod's own host: grows only, dies with the pod. */
export const persistentMountSchema = z.object({
  /** GB, at least 10. */
  size: z.number(),
  path: z.string(),
});
export type PersistentMount = Parsed<typeof persistentMountSchema>;

/** A network volume of the pod's data center; it outlives the pod. */
const networkMountSchema = z.object({ volumeId: z.string(), path: z.string() });
export type NetworkMount = Parsed<typeof networkMountSchema>;

const namedMounts = z.object({
  persistent: optional(persistentMountSchema),
  network: optional(z.array(networkMountSchema)),
});
/** At most one of the two kinds, fixed when the pod is created; `network` holds at most one entry. */
export type Mounts = Parsed<typeof namedMounts>;

export const mountsSchema = orUnset(namedMounts, () => ({})).transform(({ network = [], ...kept }: Mounts): Mounts => {
  // An empty list is no mount.
  return network.length === 0 ? kept : { ...kept, network };
});
