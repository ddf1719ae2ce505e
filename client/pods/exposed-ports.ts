import type { Pod, PortMapping } from "./types";

/** How the ports are reached that the pod exposes: RunPod was recorded to report a port of its own beside them. */
export function exposedPorts({ ports, runtime }: Pick<Pod, "ports" | "runtime">): PortMapping[] {
  return (runtime?.ports ?? []).filter((mapping) => ports.includes(`${mapping.private}/${mapping.type}`));
}
