import { expect, test } from "vitest";
import { pricedKind } from "../../../cli/account/kinds";
import { aPod } from "../../support/pods";

test.each([
  ["RUNNING", 0.44],
  ["STARTING", 0.44],
  ["EXITED", 0],
])("a pod that is %s counts as %d dollars an hour, although RunPod shows its rate", async (status, amount) => {
  expect(await pricedKind("Pod").costNow(aPod({ status, cost: 0.44 }), {} as never)).toEqual({ amount });
});
