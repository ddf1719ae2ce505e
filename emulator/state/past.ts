import type { Fault } from "../platform/faults";
import type { Platform } from "../platform/platform";
import { decode, encode } from "./graph";

/** The parts of an account that a read can show as they were. */
const shown = [
  ...(["pods", "clusters", "templates", "volumes", "registries", "delegations", "secrets"] as const),
  ...(["endpoints", "publicEndpoints"] as const),
];

/** Plans a fault. For an older answer, the account of this moment is what the answer will show. */
export function planFault(platform: Platform, fault: Fault): void {
  platform.faults.add(fault, "older" in fault.effect ? remember(platform) : undefined);
}

/**
 * Copies the account. The result carries out a read on the copy. It must read before its first `await`, because other requests
 * then see the present account again.
 */
function remember(platform: Platform): <T>(read: () => T) => T {
  const past = decode(encode(contentsOf(platform))) as object;
  return (read) => {
    const present = contentsOf(platform);
    Object.assign(platform, past);
    try {
      return read();
    } finally {
      Object.assign(platform, present);
    }
  };
}

function contentsOf(platform: Platform): object {
  return Object.fromEntries(shown.map((name) => [name, platform[name]]));
}
