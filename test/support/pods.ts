import type { Pod } from "../../client";
import { podSchema } from "../../client/pods/types";

/** Returns a running pod on one GPU in the client's form. Other fields are unset. */
export function aPod(changes: Partial<Pod> = {}): Pod {
  return {
    ...podSchema.parse({
      id: "pod1",
      name: "web-1234567",
      status: "RUNNING",
      actions: ["stop", "restart", "terminate"],
      image: "nginx",
      disk: 50,
      gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
      cloud: "SECURE",
      dataCenterId: "EU-RO-1",
      cost: 0.44,
      createdAt: "2026-06-01T12:00:00Z",
      startedAt: "2026-06-01T12:01:00Z",
    }),
    ...changes,
  };
}
