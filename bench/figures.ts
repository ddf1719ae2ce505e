import { paired } from "./pairs";
import { processorOfChildren, processorOfNew } from "./process-tree";

/** What a command of Pulumi costs. The emulator runs in this process, so the two processor times never overlap. */
export interface Figures {
  readonly ms: number;
  /** Milliseconds of processor time of Pulumi and the provider. */
  readonly processor: number;
  /** Milliseconds of processor time of the provider alone. */
  readonly provider: number;
  /** Milliseconds of processor time of the server that plays RunPod, and of this process. */
  readonly server: number;
}

/** Measures a command that runs in child processes. Works only on Linux. */
export async function figuresOf(command: () => Promise<unknown>): Promise<Figures> {
  const [began, children, own] = [performance.now(), processorOfChildren(), process.cpuUsage()];
  const provider = (await processorOfNew("pulumi-resource", command)) * 1000;
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(own);
  return { ms, processor: (processorOfChildren() - children) * 1000, provider, server: (user + system) / 1000 };
}

/** Compares the figures of pairs. The last ratio takes each server's processor time out of the time of its own command. */
export function compared(pairs: readonly (readonly [Figures, Figures])[], other: string): string {
  const by = (of: (figures: Figures) => number) => paired(pairs.map(([a, b]) => [of(a), of(b)]));
  const [time, processor, server] = [by(({ ms }) => ms), by((one) => one.processor), by((one) => one.server)];
  const [provider, alone] = [by((one) => one.provider), by((one) => one.ms - one.server)];
  const line = (a: number, b: number) => `${seconds(a)}; ${other}: ${seconds(b)}`;
  return (
    `${line(time.a, time.b)}; ratio ${time.ratio.toFixed(2)}; processor time of Pulumi and the provider ${line(processor.a, processor.b)}; ratio ${processor.ratio.toFixed(2)}; ` +
    `of the provider alone ${line(provider.a, provider.b)}; ` +
    `processor time of the server ${line(server.a, server.b)}; time without it: ratio ${alone.ratio.toFixed(2)}`
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
