import type { Pod, PortMapping } from "./types";

/** Returns the mappings of the ports that the pod exposes. In recordings, RunPod also reports a port of its own. */
export function exposedPorts({ ports, runtime }: Pick<Pod, "ports" | "runtime">): PortMapping[] {
  return (runtime?.ports ?? []).filter((mapping) => ports.includes(`${mapping.private}/${mapping.type}`));
}
