import { startEmulator } from "../emulator";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { compared, type Figures, figuresOf } from "./figures";
import { pairsOf } from "./pairs";
import {
  answerGraphql,
  declarePods,
  official,
  officialExecutable,
  officialStack,
  plain,
  podwright,
  source,
  timed,
} from "./providers";

const pods = Number(process.env.PODWRIGHT_BENCH_PODS ?? 50);
/** Milliseconds that a request to another machine and its response take together. */
const away = 50;
const rounds = Number(process.env.PODWRIGHT_BENCH_ROUNDS ?? 7);

/**
 * Measures commands on 50 pods with the plugin's executable and with RunPod's official provider. The official provider talks to a
 * server that stores nothing, and Podwright to the emulator. Both servers answer first without a delay and then with a delay, which
 * shows the cost of each request. Works only on Linux.
 */
export async function besideOfficialProvider(): Promise<string[]> {
  const executable = officialExecutable();
  if (executable === undefined) return [`the official provider: skipped, ${source} or Go cannot be reached`];
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const answering = await answerGraphql();
  const ours = new TestStack({ url: emulator.url, host: "plugin", env: plain });
  const theirs = officialStack(answering);
  try {
    await declarePods(ours, podwright, pods);
    await declarePods(theirs, official(executable), pods);
    await timed(ours, "up");
    await timed(theirs, "up");
    const lines: string[] = [];
    const compare = async (command: Command, where: string) => {
      const pairs = await pairsOf(
        rounds,
        () => measuredAlone(ours, command),
        () => measuredAlone(theirs, command),
      );
      lines.push(
        `${command} of ${pods} pods, executable, platform ${where}: ${compared(pairs, "the official provider")}`,
      );
    };
    for (const command of ["preview", "refresh", "destroy"] as const) await compare(command, "on this machine");
    await timed(ours, "up");
    await timed(theirs, "up");
    emulator.addFault({ operation: "*", times: Number.MAX_SAFE_INTEGER, effect: { delayMs: away } });
    answering.delayMs = away;
    for (const command of ["refresh", "destroy"] as const) await compare(command, `${away} ms away`);
    return lines;
  } finally {
    ours.dispose();
    theirs.dispose();
    answering.server.close();
    await emulator.close();
  }
}

type Command = "preview" | "refresh" | "destroy";

async function measuredAlone(stack: TestStack, command: Command): Promise<Figures> {
  if (command === "destroy") await timed(stack, "up");
  return await figuresOf(() => timed(stack, command));
}
