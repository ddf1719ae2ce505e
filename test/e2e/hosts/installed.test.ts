import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { TestStack } from "../harness/stack";

const repository = resolve(__dirname, "../../..");

test("a program that installed the package from its tarball deploys and destroys a pod", async () => {
  const { emulator, stack } = await emulated();
  installFromTarball(stack);
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);

  const up = await stack.up();

  expect(up.text).toContain("is RUNNING");
  expect(stack.resource("web").id).toBe(emulator.state().pods[0]?.id);
  expect((await stack.destroy()).ok).toBe(true);
  expect(emulator.state().pods).toEqual([]);
});

test("the tarball holds every file of the emulator's page", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=silent"], {
    cwd: repository,
  });
  const [{ files }] = JSON.parse(packed.toString()) as [{ files: { path: string }[] }];
  const folder = "emulator/console/browser";
  const assets = readdirSync(join(repository, folder)).filter((name) => name !== "tsconfig.json");
  expect(assets).toEqual(expect.arrayContaining(["index.html", "style.css", "icon.svg", "main.mjs"]));
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(assets.map((name) => `dist/${folder}/${name}`)));
});

/** Puts what `npm pack` would publish where the harness links the working copy. */
function installFromTarball(stack: TestStack): void {
  const modules = join(stack.dir, "node_modules");
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", stack.dir], { cwd: repository });
  const tarball = readdirSync(stack.dir).find((file) => file.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", join(stack.dir, tarball), "-C", stack.dir]);
  unlinkSync(join(modules, "podwright"));
  renameSync(join(stack.dir, "package"), join(modules, "podwright"));
  // Its dependencies are those of the working copy, at the same versions.
  mkdirSync(join(modules, "podwright/node_modules"));
  for (const dependency of ["undici", "zod", "structured-headers", "eventsource-parser"]) {
    symlinkSync(join(repository, "node_modules", dependency), join(modules, "podwright/node_modules", dependency));
  }
}
