/** Container settings as a pod or template answers them. Unset is `""`, `[]`, `{}` or `null`, never absent. */
export interface ContainerSettings {
  /** Image reference, as a container registry names it. */
  readonly image: string;
  /** Arguments for the image's entrypoint; `""` when unset. */
  readonly args: string;
  /** Container disk in GB, at least 1. Wiped by a restart. */
  readonly disk: number;
  /** `<port>/<protocol>`, such as `8888/http`. */
  readonly ports: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Id of the registry credential that pulls the image. */
  readonly registry: string | null;
}

/** The same settings as a request carries them. An absent key is not sent; `registry: null` clears. */
export interface ContainerSettingsInput {
  readonly image?: string | undefined;
  readonly args?: string | undefined;
  readonly disk?: number | undefined;
  readonly ports?: readonly string[] | undefined;
  /** Replaced whole by an update, never merged. Its values are masked in every error. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly registry?: string | null | undefined;
}

/** Storage on the pod's own host: grows only, dies with the pod. Size in GB, at least 10. */
export interface PersistentMount {
  readonly size: number;
  readonly path: string;
}

/** A network volume of the pod's data center; it outlives the pod. */
export interface NetworkMount {
  readonly volumeId: string;
  readonly path: string;
}

/** At most one of the two kinds, fixed when the pod is created; `network` holds at most one entry. */
export interface Mounts {
  readonly persistent?: PersistentMount | undefined;
  readonly network?: readonly NetworkMount[] | undefined;
}
