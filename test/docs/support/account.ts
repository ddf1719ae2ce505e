import type { Emulator } from "../../../emulator/index";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";

/** The account of the pages: endpoints in `ENDPOINT`, `STREAMING` and `FAILING`, with key and addresses. */
export async function accountFor(emulator: Emulator): Promise<Record<string, string>> {
  const [ENDPOINT, STREAMING, FAILING] = [
    await newEndpoint(emulator, "jobs", { idleTimeout: 1 }),
    await newEndpoint(emulator, "streaming", { idleTimeout: 1 }),
    await newEndpoint(emulator, "failing", { idleTimeout: 1 }),
  ];
  emulator.handle("streaming", function* () {
    yield { output: "Hello " };
    yield { output: "world" };
  });
  emulator.handle("failing", () => {
    throw new Error("out of memory");
  });
  return {
    ...environmentOf(emulator),
    PODWRIGHT_TIME_SCALE: "0.05",
    ENDPOINT,
    STREAMING,
    FAILING,
  };
}

/** Causes costs with a pod and a job. */
export async function spend(emulator: Emulator, { ENDPOINT }: Readonly<Record<string, string>>): Promise<void> {
  await newPod(emulator, { gpu: { id: "NVIDIA GeForce RTX 4090" } });
  await send(emulator, "POST", `/v2/${ENDPOINT}/run`, { input: { n: 1 } });
  emulator.advance(3 * 3_600_000);
}
