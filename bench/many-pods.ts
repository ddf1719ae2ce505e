import { startEmulator } from "../emulator";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { paired, pairsOf } from "./pairs";
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
 * talks to a server that stores nothing.
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
    for (const [name, other] of Object.entries(others)) {
      emulator.clearRequests();
      const pairs = await pairsOf(
        rounds,
        () => upAndDestroy(awaited),
        () => upAndDestroy(other),
      );
      for (const command of ["up", "destroy"] as const) {
        const { a, b, ratio } = paired(pairs.map(([one, two]) => [one[command], two[command]]));
        const figures = `${(a / 1000).toFixed(1)} s; ${name}: ${(b / 1000).toFixed(1)} s; ratio ${ratio.toFixed(2)}`;
        lines.push(`${command} of ${count} pods, executable: ${figures}`);
      }
    }
    return lines;
  } finally {
    for (const stack of opened) stack.dispose();
    answering.server.close();
    await emulator.close();
  }
}

async function upAndDestroy(stack: TestStack) {
  return { up: await timed(stack, "up"), destroy: await timed(stack, "destroy") };
}
