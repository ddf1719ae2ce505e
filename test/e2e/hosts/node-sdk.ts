import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";

/** Installs the published files of the SDK for TypeScript. The set-up of the long tests has compiled them for the package. */
export function installNodeSdk({ dir }: TestStack): void {
  const modules = join(dir, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of ["@pulumi", "@types"]) {
    if (!existsSync(join(modules, name))) symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  cpSync(join(repository, "sdk/nodejs/bin"), join(modules, "pulumi-podwright"), { recursive: true });
}
