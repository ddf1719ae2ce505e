// npm run mutation: how sharp are the tests of the code that must not fail? It changes the code a little, hundreds of
// times, and counts how often a test notices. Survivors are listed: each is either a rule without a test, or a change
// that means nothing.
//   npm run mutation                                     the folders below
//   npm run mutation -- client/http billing=a.ts,b/      other ones: [NAME=]PATH[,PATH …]
//   PODWRIGHT_MUTANTS=300 PODWRIGHT_MUTATION_SEED=1      how many, over all folders, and which
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { createVitest, type TestModule, type TestSpecification, type Vitest } from "vitest/node";
import { instrument, type Mutant, mutantsOf } from "./mutants";

/** What the schema's generator writes, and what states store: its text is held against a file, switches and all. */
const excluded = ["resources", "provider"].map((name) => `provider/hosts/dynamic/${name}.ts`);

const folders = [
  ...[
    "provider/planning",
    "provider/session",
    "provider/creating",
    "provider/waiting",
    "client/http",
    "provider/hosts",
    "cli/recover",
  ],
  "drain=provider/kinds/serverless-endpoint/drain.ts,provider/kinds/serverless-endpoint/activity.ts",
];

interface Sampled extends Mutant {
  readonly id: number;
  readonly area: string;
  readonly file: string;
}

type Outcome = "killed" | "timed out" | "survived" | "not reached";

/** Which mutants a test file's tests reach, by test; what it reaches outside any test stands under "". */
interface Reach {
  readonly specification: TestSpecification;
  readonly tests: Record<string, number[]>;
  readonly ms: number;
}

const root = process.cwd();
const workFolder = mkdtempSync(path.join(tmpdir(), "mutation-"));
process.on("exit", () => rmSync(workFolder, { recursive: true, force: true }));
const sources = new Map<string, ts.SourceFile>();
const sample = chooseSample(process.argv.slice(2), Number(process.env.PODWRIGHT_MUTANTS ?? 300));

let vitest: Vitest;
const reaches: Reach[] = [];
const outcomes = new Map<Sampled, Outcome>();

async function main(): Promise<void> {
  vitest = await createVitest(
    "test",
    {
      ...{
        root,
        config: false,
        related: [...sources.keys()].map((file) => path.resolve(file)),
        watch: false,
        reporters: [{}],
        update: "none",
      },
      include: ["test/{client,provider,cli}/**/*.test.ts"],
      exclude: ["test/provider/schema/**"],
      setupFiles: ["test/support/vitest/environment.ts", path.join(__dirname, "setup.ts")],
      env: { MUTATION_FOLDER: workFolder, MUTATION_ROOT: root },
      ...{
        // The switches must not stay in the cache of other runs.
        fsModuleCachePath: path.join(workFolder, "modules"),
        pool: "forks",
        maxWorkers: 1,
        bail: 1,
        unstubEnvs: true,
        expect: { poll: { timeout: 10_000, interval: 20 } },
      },
      ...{ hookTimeout: 60_000, teardownTimeout: 5_000 },
    },
    {
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          transform(_code, id) {
            const source = sources.get(path.relative(root, id));
            return source === undefined ? null : { code: instrumented(source), map: null };
          },
        },
      ],
    },
  );

  for (const source of sources.values()) build(source);
  reaches.push(...(await measureReach()));
  for (const mutant of sample) {
    const outcome = await tryMutant(mutant);
    outcomes.set(mutant, outcome);
    console.log(`${outcomes.size}/${sample.length} ${describe(mutant)}: ${outcome}`);
  }
  report();
  await vitest.close();
}

void main();

/** An equal share for each area, chosen by the seed. */
function chooseSample(areas: readonly string[], count: number): Sampled[] {
  const random = randomNumbers(Number(process.env.PODWRIGHT_MUTATION_SEED ?? 1));
  const list = areas.length > 0 ? areas : folders;
  let id = 0;
  return list.flatMap((area) => {
    const [name = area, paths = name] = area.split("=");
    const all = filesOf(paths.split(",")).flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
      sources.set(file, source);
      return mutantsOf(source).map((mutant) => ({ ...mutant, file, area: name }));
    });
    const shuffled = all.map((mutant) => ({ mutant, order: random() })).sort((a, b) => a.order - b.order);
    const chosen = shuffled.slice(0, Math.floor(count / list.length)).map(({ mutant }) => ({ ...mutant, id: ++id }));
    console.log(`${name}: ${chosen.length} of ${all.length} mutants`);
    return chosen;
  });
}

function instrumented(source: ts.SourceFile): string {
  const mutants = sample.filter(({ file }) => file === source.fileName);
  return instrument(source, new Map(mutants.map((mutant) => [mutant.id, mutant])));
}

/** In the place of its file below `dist/`, for tests of built code. */
function build(source: ts.SourceFile): void {
  const compilerOptions = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, esModuleInterop: true };
  // As `tsc` builds them; a text alone does not say of which package it is.
  const fileName = source.fileName.replace(/ts$/, "cts");
  const file = path.join(workFolder, "dist", source.fileName.replace(/ts$/, "js"));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, ts.transpileModule(instrumented(source), { compilerOptions, fileName }).outputText);
}

function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((given) => {
    if (!existsSync(given)) throw new Error(`${given} does not exist.`);
    return statSync(given).isDirectory() ? globSync(`${given}/**/*.ts`, { exclude: excluded }).sort() : [given];
  });
}

/** Runs every test file once with no mutant active. One that fails by itself can show nothing and is left out. */
async function measureReach(): Promise<Reach[]> {
  const found: Reach[] = [];
  for (const specification of await specifications()) {
    const file = path.relative(root, specification.moduleId);
    const started = performance.now();
    if ((await runFile(specification, null, null, 300_000)) !== "survived") {
      console.log(`left out, because it fails without a mutant: ${file}`);
      continue;
    }
    const noted = path.join(workFolder, `${specification.moduleId.replaceAll(path.sep, "+")}.reached.json`);
    const tests = existsSync(noted) ? JSON.parse(readFileSync(noted, "utf8")) : {};
    found.push({ specification, tests, ms: performance.now() - started });
  }
  return found.sort((a, b) => a.ms - b.ms);
}

/** Those that import the code, and those that load what is built of it. */
async function specifications(): Promise<TestSpecification[]> {
  const importing = await vitest.getRelevantTestSpecifications();
  const loadsBuilt = ({ moduleId }: TestSpecification) => /\bdist\/|createRequire/.test(readFileSync(moduleId, "utf8"));
  const isOther = ({ moduleId }: TestSpecification) => importing.every((one) => one.moduleId !== moduleId);
  const others = (await vitest.globTestSpecifications()).filter(isOther);
  return [...importing, ...others.filter(loadsBuilt)];
}

/** Runs the tests that reach the mutant, the quickest files first, until one fails. */
async function tryMutant({ id }: Sampled): Promise<Outcome> {
  let outcome: Outcome = "not reached";
  for (const { specification, tests, ms } of reaches) {
    const reaching = Object.keys(tests).filter((test) => tests[test]?.includes(id));
    if (reaching.length === 0) continue;
    outcome = await runFile(specification, id, reaching.includes("") ? null : reaching, 30_000 + 5 * ms);
    if (outcome !== "survived") return outcome;
  }
  return outcome;
}

async function runFile(
  specification: TestSpecification,
  active: number | null,
  tests: readonly string[] | null,
  limitMs: number,
): Promise<"killed" | "timed out" | "survived"> {
  writeFileSync(path.join(workFolder, "order.json"), JSON.stringify({ active, tests }));
  rmSync(path.join(workFolder, "pid"), { force: true });
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  let late = false;
  // A test that never yields does not hear of its own time limit.
  const watchdog = setTimeout(() => {
    late = true;
    process.kill(Number(readFileSync(path.join(workFolder, "pid"), "utf8")), "SIGKILL");
  }, limitMs);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  clearTimeout(watchdog);
  if (late) return "timed out";
  return unhandledErrors.length > 0 || testModules.some((module: TestModule) => !module.ok()) ? "killed" : "survived";
}

function report(): void {
  const rows = [...new Set(sample.map(({ area }) => area)), "all"].map((area) => {
    const own = sample.filter((mutant) => area === "all" || mutant.area === area).map((mutant) => outcomes.get(mutant));
    const count = (outcome: Outcome) => own.filter((each) => each === outcome).length;
    const killed = count("killed") + count("timed out");
    const score = `${((100 * killed) / own.length).toFixed(1)} %`;
    return { area, mutants: own.length, killed, survived: count("survived"), unreached: count("not reached"), score };
  });
  console.log("\nNot noticed by any test:");
  for (const [mutant, outcome] of outcomes)
    if (outcome === "survived" || outcome === "not reached") console.log(`${describe(mutant)}: ${outcome}`);
  console.table(rows);
}

function describe({ file, start, end, change }: Sampled): string {
  const source = sources.get(file);
  if (source === undefined) throw new Error(`${file} was not read.`);
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const text = source.text.slice(start, end).replace(/\s+/g, " ");
  return `${file}:${line + 1}:${character + 1} ${change} (${text.length > 80 ? `${text.slice(0, 80)}…` : text})`;
}

/** Mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
