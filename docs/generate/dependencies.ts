import { readFileSync } from "node:fs";
import path from "node:path";
import { table } from "./markdown";

const repository = path.resolve(__dirname, "../..");

/** The reason for each package. The generator fails if a package has no reason. */
const reasons: Readonly<Record<string, string>> = {
  "@pulumi/pulumi":
    "Pulumi's SDK, with resources, the dynamic host and the Automation API. It is a peer dependency, because programs already have it and need only one copy.",
  "@grpc/grpc-js": "The provider plugin uses gRPC, with the package that Pulumi's SDK uses.",
  "google-protobuf": "The message classes of the plugin protocol, which are in Pulumi's SDK, need it.",
  commander: "Parses flags and prints help and errors of the command line. It has no dependencies.",
  "@bomb.sh/tab": "Makes completion scripts for four shells from commander's commands. It has no dependencies.",
  "string-width":
    "Measures the width of a text on a terminal, with wide characters and colours. The package cli-table3 needed seconds for a table with a row for each hour of a year.",
  "csv-stringify": "Writes CSV that spreadsheets read correctly, even if a name contains quotes or commas.",
  yaml: "Writes YAML that other YAML parsers read.",
  "eventsource-parser": "Parses server-sent events, the format of pod logs. It has no dependencies.",
  fastify: "Serves the emulator's routes, also for requests without a socket.",
  graphql: "The reference implementation of GraphQL, with which the emulator reads every valid document.",
  "structured-headers":
    "The rate-limit headers are structured fields (RFC 9651), which a regular expression would misread.",
  undici: "Node's own HTTP client as a package. It has settings for pools and timeouts that the global `fetch` lacks.",
  zod: "One schema serves for validation, types and pages. Schemas also read RunPod's responses tolerantly.",
  "@biomejs/biome": "Formats and lints the code, and finds floating promises and import cycles.",
  "@stryker-mutator/core":
    "Changes the code a little at a time, so that `npm run mutation` shows which changes no test notices.",
  "@stryker-mutator/vitest-runner":
    "Runs the tests that cover the code in which @stryker-mutator/core made a mistake on purpose.",
  "@types/google-protobuf": "Types of google-protobuf.",
  "@types/node": "Types of the Node version on which scripts and tests run.",
  ajv: "Fastify validates with it. The emulator's tests validate requests and responses with it against the published OpenAPI document.",
  "ajv-formats": "Fastify uses it. It also adds the formats of the OpenAPI document to ajv, such as `date-time`.",
  "axe-core": "Accessibility rules for the test of the emulator's console page.",
  bun: "The runtime of the plugin's executable. It starts in half the time that Node needs, uses half the memory, and builds the executables for all systems on any machine. The tests with the Pulumi engine run the plugin on it.",
  "dependency-cruiser":
    "Checks the direction of imports between folders, and that no two folders import each other. Biome finds only cycles between files.",
  esbuild:
    "Bundles the plugin, the command line and the dynamic host, which start in a fraction of the time that single files need.",
  "fast-check": "Property tests of normalising, projecting and masking.",
  "playwright-core": "Tests the emulator's console page with the machine's Chromium. It contains no browser.",
  "runpod-sdk": "RunPod's npm client for jobs. The emulator must serve it unchanged, and a benchmark compares with it.",
  "podwright-node":
    "The folder `toolchain/node`, which installs Node from npm, so that scripts and tests run on the same version on every machine.",
  "ts-node": "Pulumi runs the quickstart's TypeScript with it, and the generator of these pages runs on it.",
  "@typescript/native":
    "TypeScript 7, which checks and compiles this repository in less than half of the processor time of version 5.9. It has no JavaScript API.",
  typescript: "Pulumi, ts-node and the tools of this repository use the JavaScript API of version 5.9.",
  vitest: "Runs the unit, emulator and end-to-end tests.",
};

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
}

/** Packages that programs get with Podwright. */
export function runtimeDependencies(): string {
  const { dependencies, peerDependencies } = manifest();
  return tableOf({ ...peerDependencies, ...dependencies });
}

/** Packages that programs get with the emulator. */
export function emulatorDependencies(): string {
  const { dependencies } = readJson<Manifest>("emulator/npm/package.json");
  return tableOf(dependencies);
}

/** Packages that the build puts into the command line and the plugin. */
export function bundledDependencies(): string {
  return tableOf(forDevelopment((isBundled) => isBundled));
}

/** Packages that only this repository needs. */
export function developmentDependencies(): string {
  return tableOf(forDevelopment((isBundled) => !isBundled));
}

function forDevelopment(isWanted: (isBundled: boolean) => boolean): Readonly<Record<string, string>> {
  const { devDependencies, peerDependencies } = manifest();
  const bundled = new Set(readJson<readonly string[]>("dist/bundled.json"));
  const wanted = Object.entries(devDependencies).filter(
    ([name, version]) => !(name in peerDependencies) && isWanted(bundled.has(`${name} ${version}`)),
  );
  return Object.fromEntries(wanted);
}

function tableOf(versions: Readonly<Record<string, string>>): string {
  const { packages } = readJson<Lock>("package-lock.json");
  const rows = Object.entries(versions).map(([name, version]) => {
    const reason = reasons[name];
    if (reason === undefined) throw new Error(`"${name}" has no reason in docs/generate/dependencies.ts`);
    return [name, version, (packages[`node_modules/${name}`]?.license ?? "").replace(/^\((.*)\)$/, "$1"), reason];
  });
  return table(["Package", "Version", "Licence", "Reason"], rows);
}

function manifest(): Manifest {
  return readJson<Manifest>("package.json");
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(repository, file), "utf8")) as T;
}
