import { expect, test } from "vitest";
import type { FollowedLine } from "../../../client";
import { followed } from "../../../provider/kinds/task/follow";
import type { Run } from "../../../provider/session/run";
import { VirtualClock } from "../../support/virtual-clock";

test("a log that RunPod refuses, or ends without a line, is opened ever less often until it has a line again", async () => {
  const clock = new VirtualClock();
  const opened: string[] = [];
  const line = (id: string): FollowedLine => ({ id, source: "container", ts: "", line: id });
  async function* follow(_: string, { after }: { readonly after?: string | undefined }) {
    opened.push(`${(clock.now() - began) / 1_000} s after ${after ?? "nothing"}`);
    if (opened.length === 2) return;
    if (opened.length !== 6 && opened.length !== 8) throw new Error("RunPod refused the log");
    yield line(opened.length === 6 ? "a line" : "the result");
  }
  const began = clock.now();
  const run = { clock, timeScale: 1, platform: { pods: { follow } } } as unknown as Run;
  const found = followed(run, { id: "pod-1" }, new AbortController().signal, ({ line }) => line === "the result");
  expect(await clock.run(found)).toBe(true);
  expect(opened).toEqual([
    "0 s after nothing",
    "2 s after nothing",
    "6 s after nothing",
    "14 s after nothing",
    "30 s after nothing",
    "50 s after nothing",
    "52 s after a line",
    "56 s after a line",
  ]);
});
