import { expect, test } from "vitest";
import { pricedKind } from "../../../cli/account/kinds";
import { aPod } from "../../support/pods";

test.each([
  ["RUNNING", 0.44],
  ["STARTING", 0.44],
  ["EXITED", 0],
])("Podwright counts a pod that is %s as %d dollars an hour, while RunPod reports 0.44", async (status, amount) => {
  expect(await pricedKind("Pod").costNow(aPod({ status, cost: 0.44 }), {} as never)).toEqual({ amount });
});
