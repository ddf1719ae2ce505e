import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";

/** Builds the SDK for TypeScript as a user would, and installs its published files. */
export function installNodeSdk({ dir }: TestStack): void {
  const modules = join(dir, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of ["@pulumi", "@types"]) {
    if (!existsSync(join(modules, name))) symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  cpSync(join(repository, "sdk/nodejs"), join(dir, "sdk"), { recursive: true });
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", join(dir, "sdk")]);
  for (const file of ["package.json", "README.md"]) cpSync(join(dir, "sdk", file), join(dir, "sdk/bin", file));
  renameSync(join(dir, "sdk/bin"), join(modules, "pulumi-podwright"));
}
