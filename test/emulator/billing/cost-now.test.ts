import { afterAll, expect, test } from "vitest";
import { consoleAddress } from "../../../emulator/console/address";
import { viewOf } from "../../../emulator/console/view";
import { stateOf } from "../../../emulator/control/state";
import { areas } from "../../../emulator/platform/ledger";
import { toUsd } from "../../../emulator/platform/money";
import type { Platform } from "../../../emulator/platform/platform";
import { fc, runs } from "../../support/property";
import { anyRequest, get, opening, post } from "../support/any-request";
import { Machine } from "../support/machine";

const [machine, restarted] = [new Machine(), new Machine()];
afterAll(() => Promise.all([machine.server.close(), restarted.server.close()]));

/** Returns the whole bill since 1970. */
function billed({ ledger, clock }: Platform): number {
  const edges = [0, (Math.floor(clock.now() / 3_600_000) + 1) * 3_600_000];
  const amounts = areas.flatMap((area) => ledger.amounts({ area, edges })).map((booked) => booked.amounts);
  return toUsd(amounts.flatMap((parts) => Object.values(parts)).reduce((sum, amount) => sum + amount, 0));
}

test("the emulator's total cost always equals the sum of its bill", async () => {
  const requests = fc.array(anyRequest(machine.routes), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(requests, async (wild) => {
      machine.reset();
      expect(machine.platform.ledger.spent()).toBe(0);
      for (const request of [...opening, ...wild]) await machine.send(request);
      machine.platform.clock.advance(1_234_567);
      expect(machine.platform.ledger.spent()).toBeCloseTo(billed(machine.platform), 8);
      restarted.platform.ledger.load(machine.platform.ledger.save());
      restarted.platform.clock.load(machine.platform.clock.save());
      expect(restarted.platform.ledger.spent()).toBe(machine.platform.ledger.spent());
    }),
    { numRuns: runs(8), seed: 3 },
  );
}, 60_000);

test("the hourly prices in the console add up to the account's hourly cost", async () => {
  machine.reset();
  const gpu = { id: "NVIDIA GeForce RTX 4090" };
  await machine.send(post("/v2/pods", { name: "p", image: "x", gpu }));
  expect(stateOf(machine.platform).costPerHour).toBe(0.69);
  const endpoint = { name: "e", image: "x", type: "QUEUE", gpu: { pools: ["ADA_24"] }, workers: { min: 1 } };
  await machine.send(post("/v2/serverless", { ...endpoint, scaling: { type: "QUEUE_DELAY", queueDelay: 4 } }));
  await machine.send(post("/v2/network-volumes", { name: "v", size: 3650, dataCenter: "US-TX-3" }));
  const { text } = await machine.send(get("/_emulator/state"));
  expect(JSON.parse(text).costPerHour).toBe(2.14);
  const view = viewOf(machine.platform, consoleAddress(new URLSearchParams()));
  expect(view.costPerHour).toBe(2.14);
  const visible = view.lists.flatMap(({ rows }) => rows).reduce((sum, { costPerHour = 0 }) => sum + costPerHour, 0);
  expect(visible).toBeCloseTo(2.14, 6);
});
