import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { partsIn, requireHashes } from "../../toolchain/lib/release/parts.mjs";

const repository = path.resolve(__dirname, "../..");
const lockFiles = execFileSync("git", ["ls-files", "*package-lock.json"], { cwd: repository, encoding: "utf8" })
  .trim()
  .split("\n");

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

/** The packages that npm gets from a registry. */
function fetched(file: string): [string, Entry][] {
  const { packages } = JSON.parse(readFileSync(path.join(repository, file), "utf8")) as {
    packages: Record<string, Entry>;
  };
  return Object.entries(packages).filter(([place, { link }]) => place.includes("node_modules/") && link !== true);
}

test.each(lockFiles)("%s contains a hash of each package, so npm refuses a package with other content", (file) => {
  const entries = fetched(file);
  expect(entries).not.toEqual([]);
  const open = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(open.map(([place]) => place)).toEqual([]);
});

test.each(lockFiles)("%s contains no address of a package registry", (file) => {
  const named = fetched(file).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([place]) => place)).toEqual([]);
});

test("the list of the packages in a release contains a hash of each package", () => {
  const parts = partsIn(repository);
  const names = parts.components.map(({ name }) => name);
  const shipped = ["package.json", "emulator/npm/package.json"].flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(repository, file), "utf8")).dependencies),
  );
  expect(names).toEqual(expect.arrayContaining([...shipped, "@pulumi/pulumi", "bun"]));
  // Only the command line and the plugin need these packages, and the build bundles them.
  expect(names).toEqual(expect.arrayContaining(["commander", "yaml", "@grpc/grpc-js", "google-protobuf"]));
  expect(names).not.toContain("vitest");
  const loose = { name: "loose", version: "1.0.0", "bom-ref": "loose@1.0.0" };
  expect(() => requireHashes({ ...parts, components: [...parts.components, loose] })).toThrow(
    'package-lock.json has no hash of loose 1.0.0: see "Lock files" in CONTRIBUTING.md.',
  );
});
