import { readFileSync } from "node:fs";
import path from "node:path";
import { table } from "./markdown";

const repository = path.resolve(__dirname, "../..");

/** Reason for each package. The generator fails for a package without a reason. */
const reasons: Readonly<Record<string, string>> = {
  "@pulumi/pulumi":
    "The SDK that programs already have: resources, the dynamic host, the Automation API. A peer, so that there is one copy of it.",
  "@grpc/grpc-js": "The provider plugin speaks gRPC. The SDK has the same package, so programs carry no second one.",
  "google-protobuf": "The message classes of the plugin protocol that the SDK brings along are built on it.",
  commander: "Flags, help and errors of the command line. No dependencies of its own.",
  "@bomb.sh/tab":
    "Completion scripts of four shells from the commands that commander already knows. Without dependencies.",
  "string-width":
    "What a name takes of a terminal's width, wide characters and colours included. Our tables stay quick over a year of hours, where cli-table3 took seconds.",
  "csv-stringify": "Quoting that spreadsheets read, whatever a name holds.",
  yaml: "YAML output that the other YAML readers take.",
  "eventsource-parser": "Pod logs arrive as server-sent events. A parser and nothing else, without dependencies.",
  fastify: "Routes, hooks and socket-free requests of the emulator. Only the emulator loads it.",
  graphql: "The reference parser and executor: the emulator reads any valid document. Only the emulator loads it.",
  "structured-headers":
    "The rate-limit headers are structured fields (RFC 9651), which a regular expression would misread.",
  undici: "Node's own HTTP client as a package: pools and timeouts that the global fetch does not expose.",
  zod: "One schema for validation, types and these pages; and tolerant reading of the platform's answers.",
  "@biomejs/biome": "Formatter and linter in one binary, with checks for floating promises and import cycles.",
  "@stryker-mutator/core":
    "Changes the code a little at a time, so that `npm run mutation` shows which changes no test notices.",
  "@stryker-mutator/vitest-runner": "Runs the tests that reach a change of @stryker-mutator/core.",
  "@types/google-protobuf": "Types of google-protobuf.",
  "@types/node": "Types of the Node generation that scripts and tests run on.",
  ajv: "Holds requests and responses of the emulator's tests against the published OpenAPI document. Fastify has it too.",
  "ajv-formats": "The formats of that document, such as date-time.",
  "axe-core": "Accessibility rules for the test of the emulator's console page.",
  bun: "The runtime of the plugin's executable: it starts in half of Node's time, in half of its memory, and builds every platform's file on any machine. Stories of the engine run on it, kills and the soak among them.",
  "dependency-cruiser":
    "Checks the arrows between folders, and that no folders import each other; Biome sees circles of files alone.",
  esbuild: "Bundles the plugin, so that it starts in a fraction of the time.",
  "fast-check": "Property tests of normalising, projecting and masking.",
  "playwright-core": "Drives the machine's Chromium over the emulator's console page. Brings no browser of its own.",
  "runpod-sdk": "The npm job client: the emulator must serve it unchanged, and the benchmark compares against it.",
  "podwright-node":
    "The folder `toolchain/node`: Node itself from npm, so that scripts and tests run on one version, whatever the machine has.",
  "ts-node": "Pulumi runs the quickstart's TypeScript with it, and the generator of these pages runs on it.",
  typescript: "The compiler. 5.9 because tools here use its JavaScript API.",
  vitest: "Unit, emulator and end-to-end tests as projects of one runner.",
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

/** Packages that only this repository needs. */
export function developmentDependencies(): string {
  const { devDependencies, peerDependencies } = manifest();
  return tableOf(Object.fromEntries(Object.entries(devDependencies).filter(([name]) => !(name in peerDependencies))));
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
