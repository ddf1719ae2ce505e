import { expect, test } from "vitest";
import { type Area, areas, Ledger } from "../../../emulator/platform/ledger";

test("a restored ledger counts periods that have ended, that run on, and single charges", () => {
  let now = 0;
  const area = areas[0] as Area;
  const ledger = new Ledger(() => now);
  const hour = 3_600_000;
  ledger.run({ area, resource: "ended" }, { gpu: 2 });
  ledger.run({ area, resource: "open" }, { gpu: 1 });
  // The ledger books a period within one hour as an amount, and a longer one as a period.
  now = 1.5 * hour;
  ledger.stop({ area, resource: "ended" });
  ledger.charge({ area, resource: "fee" }, { gpu: 5 });
  const restored = new Ledger(() => now);
  restored.load(ledger.save());
  expect(restored.spent()).toBe(ledger.spent());
  expect(restored.spent()).toBe(9.5);
  now = 2 * hour;
  expect(restored.spent()).toBe(10);
});
