import type { Pod } from "../../client";

/** A pod as the platform answers it: running, on one GPU, with nothing special. */
export function aPod(changes: Partial<Pod> = {}): Pod {
  return {
    id: "pod1",
    name: "web-1234567",
    status: "RUNNING",
    actions: ["stop", "restart", "terminate"],
    image: "nginx",
    args: "",
    disk: 50,
    ports: [],
    env: {},
    registry: null,
    mounts: {},
    gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
    cloud: "SECURE",
    dataCenterId: "EU-RO-1",
    template: null,
    cost: 0.44,
    locked: false,
    globalNetworking: { enabled: false },
    runtime: null,
    createdAt: "2026-06-01T12:00:00Z",
    startedAt: "2026-06-01T12:01:00Z",
    ...changes,
  };
}
