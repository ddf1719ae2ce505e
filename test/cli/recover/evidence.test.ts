import { expect, test } from "vitest";
import { judgeFinding, type StackEvidence } from "../../../cli/recover/evidence";

const urn = "urn:pulumi:prod::shop::podwright:index:Pod::web";
const operation = {
  type: "creating",
  resource: { urn, type: "podwright:index:Pod", inputs: { __nonce: "web-1" } },
};
const evidence: StackEvidence = {
  ...{ own: "acme/shop/prod", pending: [], markers: new Map(), unread: [], runs: [], states: new Map() },
  holders: new Map([["Pod p1", "acme/shop/prod"]]),
};

test("a resource that the stack's own state contains already counts as created by the killed run, not as another stack's", () => {
  const finding = { created: [{ id: "p1", name: "web", outputs: {} }], similar: [] };
  expect(judgeFinding(operation, finding as never, evidence)).toMatchObject({
    ...{ created: [{ id: "p1" }], copies: [], doubt: undefined },
  });
});
