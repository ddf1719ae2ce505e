import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { s3Server } from "../../../../toolchain/lib/test-tools/tools.mjs";
import { requireTool } from "../tools";
import type { RemoteBackend } from "./backend";
import { ServerProcess } from "./server";

const bucket = "state";

/** An S3 server with one bucket over its own folder. */
export class S3Backend implements RemoteBackend {
  readonly env: Readonly<Record<"AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_REGION", string>>;

  private constructor(
    private readonly folder: string,
    private readonly server: ServerProcess,
    secret: string,
  ) {
    this.env = { AWS_ACCESS_KEY_ID: "podwright", AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: "us-east-1" };
  }

  static async start(): Promise<S3Backend> {
    const program = requireTool(s3Server);
    const folder = mkdtempSync(join(tmpdir(), "podwright-s3-"));
    mkdirSync(join(folder, "data", bucket), { recursive: true });
    mkdirSync(join(folder, "attributes"));
    // Not every file system stores attributes with a file, so the server keeps them in another folder.
    const posix = ["posix", "--sidecar", join(folder, "attributes"), join(folder, "data")];
    // Only this server knows the secret, so no other server accepts the requests.
    const secret = randomUUID();
    const server = await ServerProcess.start({
      program,
      args: (port) => ["--port", `127.0.0.1:${port}`, "--quiet", ...posix],
      env: { ROOT_ACCESS_KEY: "podwright", ROOT_SECRET_KEY: secret },
      isOurs: refusesStrangers,
    });
    return new S3Backend(folder, server, secret);
  }

  get url(): string {
    return `s3://${bucket}?endpoint=127.0.0.1:${this.server.port}&disableSSL=true&s3ForcePathStyle=true&region=us-east-1`;
  }

  async files(): Promise<ReadonlyMap<string, string>> {
    const root = join(this.folder, "data", bucket);
    const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name));
    const files = paths.filter((path) => statSync(path).isFile());
    return new Map(files.map((path) => [relative(root, path), readFileSync(path, "utf8")]));
  }

  async stop(): Promise<void> {
    await this.server.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** S3 refuses unsigned requests with 403. */
function refusesStrangers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/${bucket}`).then(
    ({ status }) => status === 403,
    () => false,
  );
}
