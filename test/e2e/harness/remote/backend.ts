/** A backend for stacks on a real server. */
export interface RemoteBackend {
  /** `PULUMI_BACKEND_URL`. */
  readonly url: string;
  /** Other variables that a runner needs, such as the keys of a bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** All stored files as Pulumi wrote them: text by path, such as `.pulumi/stacks/e2e/test.json`. */
  files(): Promise<ReadonlyMap<string, string>>;
  stop(): Promise<void>;
}
