import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "../../toolchain/lib/machine.mjs";
import { requireLocked } from "../../toolchain/lib/release/executable.mjs";
import { hasLinks, makeLinks } from "../../toolchain/lib/test-tools/postgres.mjs";
import { s3Server, sdkPython } from "../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../support/temporary-folder";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

test("a server for tests is built only once", async () => {
  const machine = new FakeMachine();
  expect(s3Server.find(machine.context)).toBeUndefined();
  expect(await s3Server.make(machine.context)).toBe("Go is not installed on this machine");
  machine.installGo();
  expect(await s3Server.make(machine.context)).toBe("");
  expect(s3Server.find(machine.context)).toContain(machine.context.cacheFolder);
  expect(machine.built).toEqual(["s3-server"]);
});

test("a server for tests is built only once even if two processes need the server at the same time", async () => {
  const machine = new FakeMachine();
  machine.installGo();
  expect(await Promise.all([s3Server.make(machine.context), s3Server.make(machine.context)])).toEqual(["", ""]);
  expect(machine.built).toEqual(["s3-server"]);
});

test("a Python environment with missing packages is built again", async () => {
  const machine = new FakeMachine();
  let pip = no("no matching distribution");
  const context: typeof machine.context = {
    ...machine.context,
    run: async (_command, args) => {
      if (args[1] === "venv") executable(`${args.at(-1)}/bin/python`);
      return args[1] === "pip" ? pip : yes();
    },
  };
  expect(await sdkPython.make(context)).toBe("Python is not installed on this machine");
  executable(`${machine.bin}/python3`);
  expect(await sdkPython.make(context)).toBe("no matching distribution");
  expect(sdkPython.find(context)).toBeUndefined();
  pip = yes();
  expect(await sdkPython.make(context)).toBe("");
  expect(sdkPython.find(context)).toContain(context.cacheFolder);
});

test("PostgreSQL's libraries get their links without the package's install script", () => {
  const folder = temporaryFolder("postgres");
  const native = path.join(folder, "native");
  mkdirSync(path.join(native, "lib"), { recursive: true });
  writeFileSync(path.join(native, "lib/libpq.so.5.18"), "code");
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  writeFileSync(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
  expect(hasLinks(folder)).toBe(false);
  symlinkSync("gone", path.join(native, "lib/libpq.so"));
  makeLinks(folder);
  expect(hasLinks(folder)).toBe(true);
  expect(readFileSync(path.join(native, "lib/libpq.so"), "utf8")).toBe("code");
});

test("an executable for another system contains Bun only if the hash of Bun matches the lock file", () => {
  const name = "@oven/bun-darwin-aarch64";
  const { packages } = JSON.parse(readFileSync(path.join(repositoryFolder, "package-lock.json"), "utf8"));
  expect(() => requireLocked(name, packages[`node_modules/${name}`].integrity)).not.toThrow();
  expect(() => requireLocked(name, "sha512-other")).toThrow(`The registry's ${name} differs from package-lock.json`);
});
