import { expect, test } from "vitest";
import { pricedKind } from "../../../cli/account/kinds";
import { aPod } from "../../support/pods";

test.each([
  ["RUNNING", 0.44],
  ["STARTING", 0.44],
  ["EXITED", 0],
])("a pod in status %s with RunPod's hourly price of 0.44 costs %d an hour", async (status, amount) => {
  expect(await pricedKind("Pod").costNow(aPod({ status, cost: 0.44 }), {} as never)).toEqual({ amount });
});
