import { execFile } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { postgres, toolPackages } from "../../../../toolchain/lib/test-tools/tools.mjs";
import { requireTool } from "../tools";
import type { RemoteBackend } from "./backend";
import { ServerProcess } from "./server";

const run = promisify(execFile);
const options = "?sslmode=disable";

/** A PostgreSQL server with its own cluster, which is deleted after the test. */
export class PostgresBackend implements RemoteBackend {
  readonly env = {};

  private constructor(
    private readonly folder: string,
    private readonly server: ServerProcess,
  ) {}

  /** The server's address with its superuser, without a database. */
  get address(): string {
    return addressOf(this.server.port);
  }

  static async start(): Promise<PostgresBackend> {
    const installed = requireTool(postgres);
    const account = accountToRunUnder();
    // Other accounts may have no access to root's folder for temporary files.
    const folder = mkdtempSync(join(account === undefined ? tmpdir() : "/tmp", "podwright-postgres-"));
    const programs = account === undefined ? installed : copyOf(installed, folder);
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    const cluster = join(folder, "cluster");
    const initdb = ["-D", cluster, "-A", "trust", "-U", "admin", "-E", "UTF8", "--locale=C", "--no-sync"];
    await run(join(programs, "initdb"), initdb, { ...account, cwd: folder });
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=16MB"];
    const server = await ServerProcess.start({
      program: join(programs, "postgres"),
      args: (port) => ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      account,
      isOurs: async (port) => (await dataDirectory(port)) === cluster,
    });
    const backend = new PostgresBackend(folder, server);
    await query(`${backend.address}/postgres${options}`, "create database state");
    return backend;
  }

  get url(): string {
    return `${this.address}/state${options}`;
  }

  async files(database = "state"): Promise<ReadonlyMap<string, string>> {
    const rows = await query(
      `${this.address}/${database}${options}`,
      "select key, data->>'data' as data from pulumi_state",
    );
    const text = (data: string) => Buffer.from(data, "base64").toString("utf8");
    // Every path begins with the database's name.
    return new Map(rows.map(({ key = "", data = "" }) => [key.slice(database.length + 1), text(data)]));
  }

  async stop(): Promise<void> {
    await this.server.stop("SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const addressOf = (port: number) => `postgres://admin@127.0.0.1:${port}`;

/** The part of the package `pg` that this file uses. */
interface Pg {
  readonly Client: new (how: {
    readonly connectionString: string;
  }) => {
    connect(): Promise<void>;
    query(sql: string): Promise<{ readonly rows: readonly Readonly<Record<string, string>>[] }>;
    end(): Promise<void>;
  };
}

async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { Client } = createRequire(join(toolPackages, "pg"))("pg") as Pg;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * The port accepts connections a moment before the database does. If another program uses the port, it may refuse every
 * connection.
 */
async function dataDirectory(port: number): Promise<string | undefined> {
  for (let tries = 1_000; tries > 0; tries--) {
    try {
      const [row] = await query(`${addressOf(port)}/postgres${options}`, "show data_directory");
      return row?.data_directory;
    } catch (error) {
      if (!/starting up/.test(String(error))) return undefined;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
  return undefined;
}

/** Writes a `psql` for `psql URL -c STATEMENT …`, because the server's packages contain none. */
export function writePsql(folder: string): void {
  const program = `#!/usr/bin/env node
const { Client } = require(${JSON.stringify(join(toolPackages, "pg"))});
const [connectionString, ...rest] = process.argv.slice(2);
const statements = rest.filter((_, index) => rest[index - 1] === "-c");
if (statements.length * 2 !== rest.length) throw new Error("psql: only -c is known here");
const client = new Client({ connectionString });
client.connect().then(async () => {
  for (const statement of statements) console.log((await client.query(statement)).command);
  await client.end();
});
`;
  writeFileSync(join(folder, "psql"), program, { mode: 0o755 });
}

/** Copies the programs and libraries to a place that another account can read: a clone may lie in root's folder. */
function copyOf(programs: string, folder: string): string {
  cpSync(dirname(programs), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o755);
  return join(folder, "native", "bin");
}

/** PostgreSQL refuses to run as root. */
function accountToRunUnder(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  if (uid === undefined) throw new Error("PostgreSQL does not run as root, and this machine has no account `nobody`");
  return { uid: Number(uid), gid: Number(gid) };
}
