import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { startEmulator } from "../emulator";
import { processAt } from "./process-tree";

const forms = { script: "plugin", executable: `${process.platform}-${process.arch}` };
const pods = 1_000;

/** Measures the plugin's peak memory while it creates and reads a thousand pods. Works only on Linux. */
export async function pluginMemory(): Promise<string[]> {
  const lines = [];
  for (const [form, folder] of Object.entries(forms)) {
    const { idle, peak } = await measured(resolve(__dirname, "../build", folder, "pulumi-resource-podwright"));
    lines.push(`plugin, ${form}, peak memory with ${pods} pods: ${peak} MB (${idle} MB when it starts)`);
  }
  return lines;
}

/** Returns the memory in megabytes. */
async function measured(plugin: string): Promise<{ readonly idle: number; readonly peak: number }> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const env = { ...process.env, PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: emulator.url };
  const child = spawn(plugin, { stdio: ["pipe", "pipe", "inherit"], env });
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const client = new ResourceProviderClient(`127.0.0.1:${port.toString().trim()}`, credentials.createInsecure(), {
      "grpc.enable_http_proxy": 0,
    });
    const idle = peakMegabytes(child.pid ?? 0);
    await createAndRead(client);
    const peak = peakMegabytes(child.pid ?? 0);
    client.close();
    return { idle, peak };
  } finally {
    child.kill("SIGKILL");
    await emulator.close();
  }
}

async function createAndRead(client: ResourceProviderClient): Promise<void> {
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
  // The engine runs this many operations in parallel on two cores.
  const queue = Array.from({ length: pods }, (_, index) => index);
  const worker = async () => {
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) await one(index);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

function peakMegabytes(pid: number): number {
  return Math.round((processAt(pid)?.peak ?? 0) / 1024);
}
