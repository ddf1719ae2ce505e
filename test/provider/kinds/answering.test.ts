import { expect, test } from "vitest";
import type { Platform, Pod } from "../../../client";
import { waitUntilAnswers } from "../../../provider/kinds/pod/answering";
import { openSession } from "../../../provider/session/session";
import { testRun } from "../../support/test-run";
import { VirtualClock } from "../../support/virtual-clock";

test("pods that wait for their public address share lists, and send fewer and fewer requests", async () => {
  const clock = new VirtualClock();
  const pods = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: `pod-${index}`, status: "RUNNING", runtime: { uptime: 1, ports: [] } },
    ports: ["80/tcp"],
  })) as unknown as Pod[];
  const requests: number[] = [];
  const listing = async () => {
    requests.push(clock.now());
    return { items: pods, unreadable: [] };
  };
  const platform = { pods: { listing } } as unknown as Platform;
  const session = openSession({ platform, clock });
  const began = clock.now();
  const minute = 60_000;
  const readiness = { tcp: { port: 80 } };
  const waits = pods.map(async (pod, index) => {
    await clock.sleep(index * 700);
    const run = testRun({ platform, clock, session });
    return await waitUntilAnswers(run, pod, { readiness }, began + 10 * minute).catch((error: unknown) => error);
  });
  await clock.run(Promise.all(waits));
  const inMinute = (number: number) => requests.filter((at) => Math.floor((at - began) / minute) === number - 1).length;
  expect(inMinute(5)).toBe(6);
  expect(inMinute(9)).toBe(6);
});
