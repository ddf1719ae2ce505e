import { startEmulator } from "../emulator";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { compared, type Figures, figuresOf } from "./figures";
import { median, pairsOf } from "./pairs";
import {
  answerGraphql,
  declarePods,
  official,
  officialExecutable,
  officialStack,
  plain,
  podwright,
  timed,
} from "./providers";

const count = Number(process.env.PODWRIGHT_BENCH_PODS ?? 200);
const rounds = Number(process.env.PODWRIGHT_BENCH_ROUNDS ?? 3);
/** Uses the client's normal pauses. The environment of the tests shortens them. */
const env = { ...plain, PODWRIGHT_TIME_SCALE: undefined };

/**
 * Measures `up` and `destroy` of many pods that run at once, so that only the waits themselves cost time. Compares them
 * with the same pods under `skipAwait`, and with RunPod's official provider, which never waits. The official provider
 * talks to a server that stores nothing. Also counts the requests of the waiting `up`. Works only on Linux.
 */
export async function manyPods(): Promise<string[]> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const answering = await answerGraphql();
  const opened: TestStack[] = [];
  const open = async (stack: TestStack, provider: typeof podwright) => {
    opened.push(stack);
    await declarePods(stack, provider, count);
    return stack;
  };
  const ours = (args: object) =>
    open(new TestStack({ url: emulator.url, host: "plugin", env }), {
      ...podwright,
      args: { ...podwright.args, ...args },
    });
  const executable = officialExecutable();
  try {
    const awaited = await ours({});
    const others = {
      "without a wait": await ours({ skipAwait: true }),
      ...(executable === undefined
        ? {}
        : { "the official provider": await open(officialStack(answering), official(executable)) }),
    };
    const lines: string[] = [];
    const requests: number[] = [];
    const first = async () => {
      emulator.clearRequests();
      const up = await figuresOf(() => timed(awaited, "up"));
      requests.push(emulator.requests().length);
      return { up, destroy: await figuresOf(() => timed(awaited, "destroy")) };
    };
    for (const [name, other] of Object.entries(others)) {
      const pairs = await pairsOf<Record<"up" | "destroy", Figures>>(rounds, first, () => upAndDestroy(other));
      for (const command of ["up", "destroy"] as const) {
        const figures = pairs.map(([one, two]) => [one[command], two[command]] as const);
        lines.push(`${command} of ${count} pods, executable: ${compared(figures, name)}`);
      }
    }
    return [...lines, `requests of up, for each of ${count} pods: ${(median(requests) / count).toFixed(2)}`];
  } finally {
    for (const stack of opened) stack.dispose();
    answering.server.close();
    await emulator.close();
  }
}

async function upAndDestroy(stack: TestStack) {
  return { up: await figuresOf(() => timed(stack, "up")), destroy: await figuresOf(() => timed(stack, "destroy")) };
}
