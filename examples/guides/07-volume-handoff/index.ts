import { Config } from "@pulumi/pulumi";
import { Job, NetworkVolume, Pod, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const data = new NetworkVolume("data", { size: 10, dataCenter: "EU-RO-1" });

const writer = new Pod("writer", {
  image: "python:3.12-slim",
  cmd: ["sh", "-c", "echo handoff > /workspace/hello.txt && sleep infinity"],
  cpu: { id: "cpu3c", vcpuCount: 2 },
  dataCenterIds: ["EU-RO-1"],
  mounts: { network: [{ volumeId: data.id, path: "/workspace" }] },
  // EXITED frees the machine of the pod once it has written the file.
  desiredStatus: config.get("writerStatus") === "EXITED" ? "EXITED" : "RUNNING",
});

const code = new Template("code", { image: "acme/file-reader:1", serverless: true, disk: 5 });

const reader = new ServerlessEndpoint("reader", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 1,
  // The workers mount the volume at /runpod-volume.
  networkVolumeIds: [data.id],
});

const read = new Job(
  "read",
  { endpointId: reader.id, input: { path: "/runpod-volume/hello.txt" } },
  { dependsOn: [writer] },
);

export const content = read.output;
