import { expect, test } from "vitest";
import { pricedKind } from "../../../cli/account/kinds";
import { aPod } from "../../support/pods";

test.each([
  ["RUNNING", 0.44],
  ["STARTING", 0.44],
  ["EXITED", 0],
])("Podwright reads RunPod's price of 0.44 for a pod in status %s as a cost of %d", async (status, amount) => {
  expect(await pricedKind("Pod").costNow(aPod({ status, cost: 0.44 }), {} as never)).toEqual({ amount });
});
