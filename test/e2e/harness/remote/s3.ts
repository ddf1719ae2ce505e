import { randomUUID } from "node:crypto";
import { s3Server } from "../../../../toolchain/lib/test-tools/tools.mjs";
import { requireTool } from "../tools";
import type { RemoteBackend } from "./backend";
import { ServerProcess } from "./server";

const bucket = "state";

/** An S3 server with one bucket. */
export class S3Backend implements RemoteBackend {
  readonly env: Readonly<Record<"AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_REGION", string>>;

  private constructor(
    private readonly server: ServerProcess,
    secret: string,
  ) {
    this.env = { AWS_ACCESS_KEY_ID: "podwright", AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: "us-east-1" };
  }

  static async start(): Promise<S3Backend> {
    const program = requireTool(s3Server);
    // Only this server knows the secret, so no other server accepts the requests.
    const secret = randomUUID();
    const server = await ServerProcess.start({
      program,
      args: (port) => ["-address", `127.0.0.1:${port}`, "-bucket", bucket],
      env: { ACCESS_KEY: "podwright", SECRET_KEY: secret },
      isOurs: refusesStrangers,
    });
    return new S3Backend(server, secret);
  }

  get url(): string {
    return `s3://${bucket}?endpoint=127.0.0.1:${this.server.port}&disableSSL=true&s3ForcePathStyle=true&region=us-east-1`;
  }

  async files(): Promise<ReadonlyMap<string, string>> {
    const headers = { Authorization: `Bearer ${this.env.AWS_SECRET_ACCESS_KEY}` };
    const response = await fetch(`http://127.0.0.1:${this.server.port}`, { headers });
    if (!response.ok) throw new Error(`The S3 server responds with ${response.status}: ${await response.text()}`);
    return new Map(Object.entries((await response.json()) as Record<string, string>));
  }

  async stop(): Promise<void> {
    await this.server.stop("SIGKILL");
  }
}

/** S3 refuses unsigned requests with 403. */
function refusesStrangers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/${bucket}`).then(
    ({ status }) => status === 403,
    () => false,
  );
}
