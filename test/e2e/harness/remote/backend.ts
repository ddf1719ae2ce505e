/** Where the state of stacks is kept, by a real server of its own. */
export interface RemoteBackend {
  /** `PULUMI_BACKEND_URL`. */
  readonly url: string;
  /** What a runner needs beside it, such as the keys of a bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** All that is stored, as Pulumi wrote it: text by path, such as `.pulumi/stacks/e2e/test.json`. */
  files(): Promise<ReadonlyMap<string, string>>;
  stop(): Promise<void>;
}
