import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "./harness/emulated";

const repository = resolve(__dirname, "../..");

test("the plugin archive installs into Pulumi and deploys without a warning", async () => {
  const [archive = ""] = execFileSync("node", ["toolchain/package.mjs"], { cwd: repository }).toString().split("\n");
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  // Instead of the working copy's build, which the harness put there.
  rmSync(join(stack.dir, "home/plugins"), { recursive: true });
  const version = /-v(.*)\.tar\.gz$/.exec(archive)?.[1] ?? "";

  const install = await stack.run(["plugin", "install", "resource", "podwright", version, "--file", archive]);
  expect(install.ok, install.text).toBe(true);
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expect(up.text).not.toContain("warning");
  expect(emulator.state().pods).toMatchObject([{ id: stack.resource("web").id, status: "RUNNING" }]);
  expect((await stack.destroy()).ok).toBe(true);
});
