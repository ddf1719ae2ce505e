import { type Profiler, Session } from "node:inspector/promises";
import { join, relative, sep } from "node:path";
import { connect } from "../client";
import { pod } from "../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../provider/kinds/serverless-endpoint/lifecycle";
import { declaring, Engine, type Program } from "../test/support/engine";
import { emulatorProcess } from "./emulator-process";

const folders = ["kernel", "client", "provider"];
const repository = join(__dirname, "..");

const aPod = declaring(pod);
const anEndpoint = declaring(serverlessEndpoint);
const web = (image: string): Program => ({ web: aPod({ image, gpu: { id: "NVIDIA L4" } }) });
const jobs = (templateId: string, workersMax: number): Program => ({
  jobs: anEndpoint({ name: "jobs", gpuIds: "AMPERE_16", workersMax, templateId }),
});

/**
 * Counts the files and functions of Podwright's kernel, client and provider that an operation runs, and its requests. The same operation has run
 * once before, so modules that load on demand do not count.
 */
export async function codeOfOperations(): Promise<string[]> {
  const emulator = await emulatorProcess();
  let requests = 0;
  const [apiKey, url] = ["emulator-key", emulator.url];
  const onExchange = () => {
    requests += 1;
  };
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, onExchange });
  const engine = new Engine({ platform: () => platform });
  const profiler = new Session();
  profiler.connect();
  try {
    const { id } = await platform.templates.create({ name: "worker", image: "worker", serverless: true, disk: 10 });
    const operations: Readonly<Record<string, () => Promise<unknown>>> = {
      "check of a new pod": () => engine.preview(web("nginx:1")),
      "check and create of a pod": () => engine.up(web("nginx:1")),
      "check and diff of a pod": () => engine.up(web("nginx:1")),
      "check, diff and update of a pod": () => engine.up(web("nginx:2")),
      "delete of a pod": () => engine.up({}),
      "check and create of an endpoint": () => engine.up(jobs(id, 2)),
      "check and diff of an endpoint": () => engine.up(jobs(id, 2)),
      "check, diff and update of an endpoint": () => engine.up(jobs(id, 3)),
      "delete of an endpoint": () => engine.up({}),
    };
    for (const operation of Object.values(operations)) await operation();
    const lines: string[] = [];
    await profiler.post("Profiler.enable");
    for (const [name, operation] of Object.entries(operations)) {
      requests = 0;
      await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
      await operation();
      const { result } = await profiler.post("Profiler.takePreciseCoverage");
      await profiler.post("Profiler.stopPreciseCoverage");
      lines.push(`code of ${name}: ${describe(result)}, requests ${requests}`);
    }
    return lines;
  } finally {
    profiler.disconnect();
    await platform.close();
    await emulator.stop();
  }
}

function describe(scripts: readonly Profiler.ScriptCoverage[]): string {
  const used = scripts.flatMap(({ url, functions }) => {
    const [folder = ""] = relative(repository, url.replace("file://", "")).split(sep);
    // The first function is the whole module.
    const run = functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return folders.includes(folder) && run.length > 0 ? [{ folder, run: run.length }] : [];
  });
  const parts = folders.map((folder) => `${folder} ${used.filter((file) => file.folder === folder).length}`);
  return `files ${used.length} (${parts.join(", ")}), functions ${used.reduce((sum, { run }) => sum + run, 0)}`;
}
