import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { pipeline } from "node:stream";
import { BUILD_FLAGS, findGo } from "../../../toolchain/lib/go.mjs";
import { thisMachine } from "../../../toolchain/lib/machine.mjs";
import { listen } from "../../support/listen";
import { makeTools } from "./guide/tools";

/**
 * Stands in for the registries after a release. It serves the release's files; Go and pip get all other packages from the
 * machine's own registries. Go unpacks them into `goModules`. Returns the environment of commands that use it.
 */
export async function publish(
  files: string,
  version: string,
  folder: string,
  goModules: string,
  machine: NodeJS.ProcessEnv,
) {
  const server = createServer((request, response) => {
    const file = join(files, basename(request.url ?? ""));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-length", statSync(file).size);
    pipeline(createReadStream(file), response, () => undefined);
  });
  const releases = await listen(server);
  const go = (name: string) => execFileSync("go", ["env", name], { env: machine, encoding: "utf8" }).trim();
  const module = goProxy(files, version, folder);
  const built = findGo(thisMachine());
  const env = {
    PATH: [makeTools(folder), machine.PATH].join(":"),
    PODWRIGHT_PUBLISHED: files,
    PIP_FIND_LINKS: [machine.PIP_FIND_LINKS, files].join(" ").trim(),
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `${ownerAndName(module)}=${releases}`,
    GOPROXY: [`file://${join(folder, "goproxy")}`, `file://${go("GOMODCACHE")}/cache/download`, go("GOPROXY")].join(),
    GONOSUMDB: module,
    GOMODCACHE: goModules,
    GOCACHE: go("GOCACHE"),
    // With the toolchain's settings, Go takes the compiled packages of Pulumi from the build of the engine.
    GOFLAGS: ["-modcacherw", ...BUILD_FLAGS.filter((flag) => !flag.startsWith("-mod=")), built?.env.GOFLAGS].join(" "),
    GOGC: built?.env.GOGC,
    CGO_ENABLED: "0",
  };
  return { env, close: () => server.close() };
}

/** The engine replaces the download address of this owner's plugin. */
const ownerAndName = (module: string) => module.split("/").slice(1, 3).join("/");

const zip = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for folder, _, names in os.walk(sys.argv[2]):
        for name in names:
            path = os.path.join(folder, name)
            archive.write(path, os.path.relpath(path, sys.argv[2]))
`;

/** Writes the proxy files that Go requests for the release's module, and returns the module's path. */
function goProxy(files: string, version: string, folder: string): string {
  execFileSync("tar", ["-xzf", join(files, `podwright-go-${version}.tar.gz`), "-C", folder]);
  const [, goModule = ""] = /^module (\S+)$/m.exec(readFileSync(join(folder, "podwright-go/go.mod"), "utf8")) ?? [];
  const versions = join(folder, "goproxy", goModule, "@v");
  const top = join(folder, "module");
  mkdirSync(versions, { recursive: true });
  mkdirSync(join(top, goModule, ".."), { recursive: true });
  const module = join(top, `${goModule}@v${version}`);
  renameSync(join(folder, "podwright-go"), module);
  const file = (end: string) => join(versions, end);
  writeFileSync(file("list"), `v${version}\n`);
  writeFileSync(file(`v${version}.info`), JSON.stringify({ Version: `v${version}`, Time: "2026-11-22T00:00:00Z" }));
  writeFileSync(file(`v${version}.mod`), readFileSync(join(module, "go.mod")));
  // Go rejects entries of folders.
  execFileSync("python3", ["-c", zip, file(`v${version}.zip`), top]);
  return goModule;
}
