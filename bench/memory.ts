import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Emulator, startEmulator } from "../emulator";
import { growth, type Point } from "./growth";
import { processAt, processorOf } from "./process-tree";

const forms = { script: "plugin", executable: `${process.platform}-${process.arch}` };
const counts = (process.env.PODWRIGHT_BENCH_COUNTS?.split(",") ?? ["250", "1000", "5000"]).map(Number);
/** Seconds for which the benchmark measures a wait. */
const waitSeconds = 20;

/**
 * Measures the plugin's peak memory and processor time while it creates and reads pods, and the processor time while it waits for
 * pods that do not start. Several numbers of pods show the growth as a line. Works only on Linux.
 */
export async function pluginMemory(): Promise<string[]> {
  const lines = [];
  for (const [form, folder] of Object.entries(forms)) {
    const plugin = resolve(__dirname, "../build", folder, "pulumi-resource-podwright");
    const made: (Usage & { pods: number })[] = [];
    const waited: Point[] = [];
    for (const pods of counts) {
      made.push({ pods, ...(await withPlugin(plugin, { start: 0 }, (client) => createAndRead(client, pods))) });
      if (pods <= 1_000) waited.push({ pods, figure: await waitingFor(plugin, pods) });
    }
    const line = (figure: "peak" | "processor" | "lists", unit: string) =>
      growth(
        made.map((one) => ({ pods: one.pods, figure: one[figure] })),
        unit,
      );
    lines.push(
      `plugin, ${form}, peak memory (${made[0]?.idle} MB when it starts): ${line("peak", "MB")}`,
      `plugin, ${form}, processor time to create and read the pods: ${line("processor", "s")}`,
      `plugin, ${form}, pages of the list of all pods while it creates and reads them: ${line("lists", "pages")}`,
      `plugin, ${form}, processor time of a wait of ${waitSeconds} s: ${growth(waited, "s")}`,
    );
  }
  return lines;
}

interface Usage {
  /** Megabytes when the plugin starts, and at the peak. */
  readonly idle: number;
  readonly peak: number;
  /** Seconds of processor time. */
  readonly processor: number;
  /** Requests for a page of the list of all pods. */
  readonly lists: number;
}

/** Runs the work with a plugin and an emulator of its own. */
async function withPlugin(
  plugin: string,
  timing: { readonly start: number },
  work: (client: ResourceProviderClient, pid: number, emulator: Emulator) => Promise<unknown>,
): Promise<Usage> {
  const emulator = await startEmulator({ provision: 0, ...timing });
  const env = { ...process.env, PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: emulator.url };
  const child = spawn(plugin, { stdio: ["pipe", "pipe", "inherit"], env });
  const pid = child.pid ?? 0;
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const client = new ResourceProviderClient(`127.0.0.1:${port.toString().trim()}`, credentials.createInsecure(), {
      "grpc.enable_http_proxy": 0,
    });
    await promisify(
      client.handshake.bind(client) as (request: proto.ProviderHandshakeRequest, done: () => void) => void,
    )(new proto.ProviderHandshakeRequest());
    const idle = peakMegabytes(pid);
    await work(client, pid, emulator);
    const lists = emulator.counts().listPods ?? 0;
    const usage = { idle, peak: peakMegabytes(pid), processor: processorOf(pid), lists };
    client.close();
    return usage;
  } finally {
    child.kill("SIGKILL");
    await emulator.close();
  }
}

/** Returns the seconds of processor time of a plugin that waits for pods that do not start. */
async function waitingFor(plugin: string, pods: number): Promise<number> {
  let spent = Number.NaN;
  let creates: Promise<unknown> | undefined;
  await withPlugin(plugin, { start: 86_400_000 }, async (client, pid, emulator) => {
    creates = createAndRead(client, pods, pods).catch(() => undefined);
    while ((emulator.counts().createPod ?? 0) < pods) await setTimeout(1_000);
    const before = processorOf(pid);
    await setTimeout(waitSeconds * 1_000);
    spent = processorOf(pid) - before;
  });
  // The creates end with the plugin.
  await creates;
  return spent;
}

/** Creates and reads pods, eight at a time, as the engine does on two cores. */
async function createAndRead(client: ResourceProviderClient, pods: number, atOnce = 8): Promise<void> {
  const create = promisify(client.create.bind(client)) as (
    request: proto.CreateRequest,
  ) => Promise<proto.CreateResponse>;
  const read = promisify(client.read.bind(client)) as (request: proto.ReadRequest) => Promise<proto.ReadResponse>;
  const one = async (index: number) => {
    const urn = `urn:pulumi:bench::bench::podwright:index:Pod::web-${index}`;
    const inputs = { name: `web-${index}`, __autoname: `web-${index}`, image: "nginx", gpu: { id: "NVIDIA L4" } };
    const request = new proto.CreateRequest();
    request.setUrn(urn);
    request.setProperties(Struct.fromJavaScript(inputs));
    const made = await create(request);
    const again = new proto.ReadRequest();
    again.setUrn(urn);
    again.setId(made.getId());
    again.setInputs(Struct.fromJavaScript(inputs));
    again.setProperties(made.getProperties());
    await read(again);
  };
  const queue = Array.from({ length: pods }, (_, index) => index);
  const worker = async () => {
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) await one(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function peakMegabytes(pid: number): number {
  return Math.round((processAt(pid)?.peak ?? 0) / 1024);
}
