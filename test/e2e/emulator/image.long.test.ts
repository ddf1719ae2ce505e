import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../support/free-port";
import { repository } from "../harness/repository";

const dockerfile = readFileSync(join(repository, "emulator/Dockerfile"), "utf8").replace(/\\\n\s*/g, "");

/** The text after an instruction of the Dockerfile. */
function instruction(name: string): string {
  const [, text] = new RegExp(`^${name} (.*)$`, "m").exec(dockerfile) ?? [];
  if (text === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return text;
}

const exec = (text: string) => JSON.parse(text.slice(text.indexOf("["))) as [string, ...string[]];

// No container runs here: the test executes each instruction in a folder, as the builder and the container would.
let prefix: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  const build = mkdtempSync(join(tmpdir(), "podwright-image-build-"));
  for (const file of readdirSync(join(repository, "build")).filter((name) => /^podwright-.*\.tgz$/.test(name)))
    cpSync(join(repository, "build", file), join(build, file));
  prefix = mkdtempSync(join(tmpdir(), "podwright-image-"));
  env = {
    // npm finds its registry and cache settings here.
    ...process.env,
    PATH: [join(prefix, "bin"), process.env.PATH].join(delimiter),
    npm_config_prefix: prefix,
    npm_config_cache: join(prefix, "cache"),
  };
  const [mount = "", ...command] = instruction("RUN").split(" ");
  expect(mount).toBe("--mount=type=bind,source=build,target=/build");
  execFileSync("sh", ["-c", command.join(" ").replaceAll("/build/", `${build}/`)], { cwd: prefix, env, stdio: "pipe" });
  // The container contains the installed files, not their sources.
  rmSync(build, { recursive: true });
});
afterAll(() => rmSync(prefix, { recursive: true, force: true }));

test("the emulator's container image works without Pulumi", async () => {
  expect(existsSync(join(prefix, "lib/node_modules/podwright/node_modules/@pulumi"))).toBe(false);

  const port = await freePort();
  const [program, ...args] = exec(instruction("ENTRYPOINT"));
  const emulator = spawn(program, [...args, "--port", String(port)], { cwd: prefix, env, stdio: "pipe" });
  onTestFinished(() => void emulator.kill("SIGKILL"));
  const [node, ...check] = exec(instruction("HEALTHCHECK")).map((word) => word.replace("8484", String(port)));
  const health = () => spawnSync(node ?? "", check, { cwd: prefix, env }).status;
  await expect.poll(health, { timeout: 30_000 }).toBe(0);
  const headers = { authorization: "Bearer emulator-key" };
  expect((await fetch(`http://127.0.0.1:${port}/v2/pods`, { headers })).status).toBe(200);

  emulator.kill("SIGTERM");
  await once(emulator, "exit");
  expect(health()).toBe(1);
});

test("podwright says that the emulator is in another package, if only podwright is installed", () => {
  const installed = join(prefix, "lib/node_modules/podwright-emulator");
  renameSync(installed, `${installed}-away`);
  onTestFinished(() => renameSync(`${installed}-away`, installed));
  const { status, stderr } = spawnSync("podwright", ["emulator", "--port", "0"], {
    cwd: prefix,
    env,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    "the emulator is in the npm package podwright-emulator, which is not installed beside podwright",
  );
});

test("the emulator's container image runs without root rights", () => {
  const port = instruction("EXPOSE");
  expect(instruction("USER")).toBe("node");
  expect(instruction("FROM")).toMatch(/^node:\d+\.\d+\.\d+-alpine$/);
  expect(parse(readFileSync(join(repository, "emulator/compose.yaml"), "utf8"))).toEqual({
    services: {
      emulator: { build: { context: "..", dockerfile: "emulator/Dockerfile" }, ports: [`127.0.0.1:${port}:${port}`] },
    },
  });
});
