import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findPostgres, postgres } from "../../../toolchain/lib/postgres/find.mjs";
import { getPostgres } from "../../../toolchain/lib/postgres/get.mjs";
import { ensureS3Server } from "../../../toolchain/lib/s3/ensure.mjs";
import { builtFolder, s3Server } from "../../../toolchain/lib/s3/find.mjs";
import { getS3Server } from "../../../toolchain/lib/s3/get.mjs";
import { requireTool } from "../../../toolchain/lib/tool/find.mjs";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

/** A machine where PostgreSQL's programs run; what else is run is written down, and fails. */
class PostgresMachine extends FakeMachine {
  readonly ran: string[] = [];

  constructor() {
    super();
    this.context.run = async (command, args) => {
      // The real machine may have a PostgreSQL where Debian puts it: none of this one's.
      if (path.basename(command) === "postgres")
        return command.startsWith(this.home) ? yes("postgres (PostgreSQL) 15.9\n") : no("cannot execute");
      this.ran.push([path.basename(command), ...args.filter((word) => !word.startsWith("-"))].join(" "));
      return no("E: Unable to locate package");
    };
  }

  have(folder = this.bin): string {
    for (const name of ["initdb", "postgres", "psql"]) executable(path.join(folder, name));
    return folder;
  }
}

describe("PostgreSQL", () => {
  test("on the search path is used", async () => {
    const machine = new PostgresMachine();
    machine.have();
    expect(await findPostgres(machine.context)).toBe(machine.bin);
    expect(machine.ran).toEqual([]);
  });

  test("on the search path may be a link, with the server's programs beside the real file", async () => {
    const machine = new PostgresMachine();
    const real = machine.have(path.join(machine.home, "opt", "postgresql"));
    executable(path.join(machine.bin, "other"));
    symlinkSync(path.join(real, "initdb"), path.join(machine.bin, "initdb"));
    expect(await findPostgres(machine.context)).toBe(real);
  });

  test("named by the user is used or refused, never passed over", async () => {
    const machine = new PostgresMachine();
    machine.have();
    const named = path.join(machine.home, "mine");
    machine.context.env = { ...machine.context.env, PODWRIGHT_POSTGRES_DIR: named };
    await expect(findPostgres(machine.context)).rejects.toThrow(`PODWRIGHT_POSTGRES_DIR names ${named}`);
    machine.have(named);
    expect(await findPostgres(machine.context)).toBe(named);
  });

  test("comes as Debian's package, and when it does not, an error says what was tried and what to do", async () => {
    const machine = new PostgresMachine();
    executable(path.join(machine.bin, "apt-get"));
    const clusterSettings = path.join(machine.home, "createcluster.d");
    const failure = await getPostgres(machine.context, { mayInstallPackages: true, clusterSettings }).catch(String);
    expect(machine.ran).toEqual(["apt-get update", "apt-get DPkg::Lock::Timeout=120 install postgresql"]);
    expect(failure).toMatch(/There is no PostgreSQL server on this machine, and none could be got/);
    expect(failure).toMatch(/apt-get install postgresql: E: Unable to locate package/);
    expect(failure).toMatch(/install PostgreSQL, or set PODWRIGHT_POSTGRES_DIR/);
  });
});

test("Debian's package brings PostgreSQL's programs and starts no server, and a later one of the user's does as ever", async () => {
  const machine = new PostgresMachine();
  executable(path.join(machine.bin, "apt-get"));
  const clusterSettings = path.join(machine.home, "createcluster.d");
  const settings = () =>
    readdirSync(clusterSettings).map((name) => readFileSync(path.join(clusterSettings, name), "utf8"));
  const { run } = machine.context;
  machine.context.run = async (command, args, options) => {
    if (!args.includes("install")) return run(command, args, options);
    expect(settings()).toEqual(["create_main_cluster = false\n"]);
    machine.have();
    return yes();
  };
  expect(await getPostgres(machine.context, { mayInstallPackages: true, clusterSettings })).toBe(machine.bin);
  expect(settings()).toEqual([]);
});

test("a test never installs anything: where a tool is missing it fails at once and says what to do", async () => {
  const machine = new PostgresMachine();
  executable(path.join(machine.bin, "apt-get"));
  machine.installGo();
  await expect(requireTool(machine.context, { ...postgres, candidates: () => [] })).rejects.toThrow(
    /^There is no PostgreSQL server on this machine\. .*install PostgreSQL, or set PODWRIGHT_POSTGRES_DIR/,
  );
  await expect(requireTool(machine.context, s3Server)).rejects.toThrow(/^There is no S3 server .* install Go/);
  expect(machine.ran).toEqual([]);
});

describe("the S3 server", () => {
  /** One whose Go builds a server that runs. */
  const builder = () => {
    const machine = new FakeMachine();
    const run = machine.context.run;
    machine.context.run = async (command, args, options) =>
      path.basename(command) === "versitygw" ? yes("Version  : v1.8.0\n") : run(command, args, options);
    return machine;
  };

  test("on the search path is used, and nothing is built", async () => {
    const machine = builder();
    executable(path.join(machine.bin, "versitygw"));
    expect(await ensureS3Server(machine.context)).toBe(path.join(machine.bin, "versitygw"));
    expect(machine.built).toEqual([]);
  });

  test("is built once and kept under the cache folder", async () => {
    const machine = builder();
    machine.installGo();
    const server = await ensureS3Server(machine.context);
    expect(server).toBe(path.join(builtFolder(machine.context), "versitygw"));
    expect(await ensureS3Server(machine.context)).toBe(server);
    expect(machine.built).toEqual(["versitygw"]);
  });

  test("that cannot be built is an error that says why and what to do", async () => {
    const machine = builder();
    machine.context.platform = "linux";
    machine.installGo();
    machine.onBuild = () => no("dial tcp: lookup failed");
    const failure = await getS3Server(machine.context).catch(String);
    expect(failure).toMatch(/building versitygw failed: dial tcp: lookup failed/);
    expect(failure).toMatch(/install Go .* or set PODWRIGHT_VERSITYGW/);
  });
});
