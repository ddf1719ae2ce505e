import { mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { lendPackages } from "../../../cli/cost/installed-packages";
import { projectAt } from "../../../cli/stack/project-file";
import { temporaryFolder } from "../../support/temporary-folder";

let root: string;
let checkout: string;

function write(files: Readonly<Record<string, string>>, ...folders: readonly string[]): void {
  for (const [file, content] of Object.entries(files)) {
    for (const folder of folders) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    }
  }
}

async function lend(): Promise<string | undefined> {
  const project = await projectAt(join(root, "infra"));
  if (project === undefined || "error" in project) throw new Error("no project");
  return lendPackages({ project: project.value, root, checkout })?.differs;
}

beforeEach(() => {
  root = realpathSync(temporaryFolder("root"));
  checkout = realpathSync(temporaryFolder("checkout"));
});

test("podwright cost --against previews another commit with the installed packages", async () => {
  write({ "infra/Pulumi.yaml": "name: shop\nruntime: nodejs\n", "package-lock.json": "{}" }, root, checkout);
  write({ "infra/package.json": '{"version":"2.0.0"}', "packages/size/index.js": "2" }, root);
  write({ "infra/package.json": '{"version":"1.0.0"}', "packages/size/index.js": "1" }, checkout);
  write({ "node_modules/left/index.js": "left", "node_modules/@own/other/index.js": "other" }, root);
  symlinkSync("../../packages/size", join(root, "node_modules/@own/size"));

  expect(await lend()).toBeUndefined();

  const read = (path: string) => readFileSync(join(checkout, "node_modules", path, "index.js"), "utf8");
  expect(["left", "@own/other", "@own/size"].map(read)).toEqual(["left", "other", "1"]);
});

test.each<[string, string, string, Readonly<Record<string, string>>]>([
  ["a lock file", "nodejs", "infra/package-lock.json", { "infra/node_modules/a/index.js": "" }],
  ["package.json without a lock file", "nodejs", "infra/package.json", { "infra/node_modules/a/index.js": "" }],
  ["requirements.txt", "python", "infra/requirements.txt", { "infra/.venv/pyvenv.cfg": "" }],
])(
  "podwright cost --against uses no installed packages for a commit that differs in %s",
  async (_, runtime, file, installed) => {
    write({ "infra/Pulumi.yaml": `name: shop\nruntime: ${runtime}\n` }, root, checkout);
    write({ [file]: "1", ...installed }, root);
    write({ [file]: "2" }, checkout);
    expect(await lend()).toBe(file);
    write({ [file]: "1" }, checkout);
    expect(await lend()).toBeUndefined();
  },
);

test("podwright cost --against previews another commit in the existing Python virtual environment", async () => {
  const yaml = (tool: string) => ({
    "infra/Pulumi.yaml": `name: shop\nruntime: { name: python, options: { toolchain: ${tool}, virtualenv: ../env } }\n`,
  });
  write({ ...yaml("uv"), "env/pyvenv.cfg": "" }, root);
  write(yaml("uv"), checkout);
  expect(await lend()).toBeUndefined();
  expect(() => readlinkSync(join(checkout, "env"))).toThrow("ENOENT");
  write(yaml("pip"), root);
  expect(await lend()).toBeUndefined();
  expect(readlinkSync(join(checkout, "env"))).toBe(join(root, "env"));
});
