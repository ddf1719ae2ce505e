import { execFile } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { thisMachine } from "../../../../toolchain/lib/engine/context.mjs";
import { postgres } from "../../../../toolchain/lib/postgres/find.mjs";
import { requireTool } from "../../../../toolchain/lib/tool/find.mjs";
import type { RemoteBackend } from "./backend";
import { ServerProcess } from "./server";

const run = promisify(execFile);
const options = "?sslmode=disable";

/** A PostgreSQL server with a cluster of its own, which is gone after the test. */
export class PostgresBackend implements RemoteBackend {
  readonly env = {};

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly server: ServerProcess,
  ) {}

  /** Of the server, without a database; with its superuser. */
  get address(): string {
    return addressOf(this.server.port);
  }

  static async start(): Promise<PostgresBackend> {
    const programs = await requireTool(thisMachine(new AbortController().signal), postgres);
    const account = accountToRunUnder();
    // Root's folder for temporary files may be one that nobody else can enter.
    const folder = mkdtempSync(join(account === undefined ? tmpdir() : "/tmp", "podwright-postgres-"));
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    const cluster = join(folder, "cluster");
    const initdb = ["-D", cluster, "-A", "trust", "-U", "admin", "-E", "UTF8", "--locale=C", "--no-sync"];
    await run(join(programs, "initdb"), initdb, { ...account, cwd: folder });
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=16MB"];
    const server = await ServerProcess.start({
      program: join(programs, "postgres"),
      args: (port) => ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      account,
      isOurs: async (port) => (await dataDirectory(psqlOn(programs, port))) === cluster,
    });
    const backend = new PostgresBackend(programs, folder, server);
    await backend.query("create database state", "postgres");
    return backend;
  }

  get url(): string {
    return `${this.address}/state${options}`;
  }

  get psql(): string {
    return join(this.programs, "psql");
  }

  async files(database = "state"): Promise<ReadonlyMap<string, string>> {
    const rows = await this.query("select json_object_agg(key, data->>'data') from pulumi_state", database);
    const files = JSON.parse(rows) as Record<string, string>;
    const text = (data: string) => Buffer.from(data, "base64").toString("utf8");
    // Every path begins with the database's name.
    return new Map(Object.entries(files).map(([key, data]) => [key.slice(database.length + 1), text(data)]));
  }

  /** What psql prints for a statement. */
  query(sql: string, database = "state"): Promise<string> {
    return psqlOn(this.programs, this.server.port)(sql, database);
  }

  async stop(): Promise<void> {
    await this.server.stop("SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type Query = (sql: string, database: string) => Promise<string>;

const addressOf = (port: number) => `postgres://admin@127.0.0.1:${port}`;

function psqlOn(programs: string, port: number): Query {
  return async (sql, database) => {
    const url = `${addressOf(port)}/${database}${options}`;
    const args = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url];
    const { stdout } = await run(join(programs, "psql"), args, { maxBuffer: 256 * 1024 * 1024 });
    return stdout;
  };
}

/** The port answers a moment before the database does. A stranger's may not let us in at all. */
async function dataDirectory(query: Query): Promise<string | undefined> {
  for (let tries = 1_000; tries > 0; tries--) {
    try {
      return (await query("show data_directory", "postgres")).trim();
    } catch (error) {
      if (!/starting up/.test(String(error))) return undefined;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
  return undefined;
}

/** PostgreSQL refuses to run as root: Debian's package brings an account for it. */
function accountToRunUnder(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8");
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? [];
  if (uid === undefined) throw new Error("PostgreSQL does not run as root, and there is no account postgres or nobody");
  return { uid: Number(uid), gid: Number(gid) };
}
