import { expect, test } from "vitest";
import { mark, secretMark } from "../../../provider/hosts/properties/secret-mark";
import { formerSecrets, secretsOf } from "../../../provider/hosts/properties/secrets";

test("the former value of a secret is as secret as the value, whoever marked it", () => {
  const env = { HAND: "canary" };
  const outputs = { env, args: "canary", disk: 80, __baseline: { former: { env, args: "canary", disk: 50 } } };
  const byProgram = formerSecrets([["args"], ["__baseline", "former", "args"]]);
  const marked = mark(outputs, [...secretsOf({ secrets: ["env"] }, {}, ["args"]), ["args"], ...byProgram]);
  expect(marked).toMatchObject({
    ...{ env: { [secretMark]: expect.anything() }, args: { [secretMark]: expect.anything() }, disk: 80 },
    __baseline: {
      former: { env: { [secretMark]: expect.anything() }, args: { [secretMark]: expect.anything() }, disk: 50 },
    },
  });
});
