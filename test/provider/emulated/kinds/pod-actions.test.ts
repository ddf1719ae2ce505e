import { expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const onGpu = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const stopped = { ...onGpu, desiredStatus: "EXITED" };
const status = () => world.emulator.state().pods[0]?.status;

test.each([
  ["a start", stopped, onGpu, "RUNNING"],
  ["a stop", onGpu, stopped, "EXITED"],
])(
  "%s of a pod succeeds with a warning if RunPod reports an error although the pod's status changes",
  async (_, first, then, expected) => {
    const stack = await world.stackOf(pod).up(first);
    const effect = { status: 400, afterWork: true } as const;
    world.emulator.addFault({ operation: "podAction", effect });
    await stack.up(then);
    expect(status()).toBe(expected);
    expect(stack.lines.join()).toMatch(
      /warning: RunPod answered the \w+ of pod \w+ with an error, but the \w+ took effect/,
    );
  },
);

test.each([
  ["a start", stopped, onGpu, "RUNNING"],
  ["a stop", onGpu, stopped, "EXITED"],
])(
  "Podwright repeats %s of a pod once if RunPod reports a success but the status stays the same",
  async (_, first, then, expected) => {
    const stack = await world.stackOf(pod).up(first);
    world.emulator.clearRequests();
    world.emulator.addFault({ operation: "podAction", effect: { withoutEffect: true } });
    await stack.up(then);
    expect(status()).toBe(expected);
    expect(world.emulator.counts().podAction).toBe(2);
  },
);

test("the start of a pod fails if two start requests have no effect", async () => {
  const stack = await world.stackOf(pod).up(stopped);
  world.emulator.addFault({ operation: "podAction", times: 2, effect: { withoutEffect: true } });
  const { message } = await failure(stack.up(onGpu));
  expect(message).toContain("but it had no effect: the pod is EXITED as before. Start it in the RunPod console");
});
