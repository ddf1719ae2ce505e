/**
 * A response that RunPod gave, in the form of the files in test/contract/recordings. A maintainer adds `expect`, which says
 * how the client reads the response.
 */
export interface Recording {
  readonly source: string;
  /** Date of the recording, such as `2026-08-20` or `2026-07`. */
  readonly date: string;
  readonly surface: "rest-v1" | "rest-v2" | "graphql" | "jobs" | "public" | "webhook";
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: unknown;
    /** The body, if it is not JSON. The recording then has no `body`. */
    readonly text?: string | undefined;
  };
  /** The origin of the recording. `trimmed` means that the recording lacks parts of the response. */
  readonly provenance: "recorded" | "trimmed" | "quoted" | "claimed";
  readonly note: string;
}
