import { describe, expect, test } from "vitest";
import type { AccountItem } from "../../../cli/account/inventory";
import { type KnownStacks, ownerOf } from "../../../cli/account/ownership";
import { sealedName } from "../../../provider/session/owner";

const item: AccountItem = {
  kind: "NetworkVolume",
  id: "v1",
  name: "data",
  status: "20 GB STANDARD",
  hardware: null,
  place: "EU-RO-1",
  createdAt: null,
  creator: undefined,
  costPerHour: null,
  costPerMonth: null,
};
const prod = { organization: "-", project: "shop", stack: "prod" };
const known = (holders: KnownStacks["holders"] = new Map()): KnownStacks => ({
  projects: ["shop"],
  stacks: [prod],
  holders,
  unread: [],
});
const creator = { ...prod, organization: "acme", name: "web", marker: "m" };

describe("the owner of a resource", () => {
  test("is the stack whose state contains the resource, even if another stack created the resource", () => {
    const holders = new Map([
      [
        "NetworkVolume v1",
        { ...prod, stack: "dev", place: "dev", name: "data", urn: "urn:pulumi:dev::shop::t::data", protect: true },
      ],
    ]);
    expect(ownerOf({ ...item, creator }, known(holders))).toEqual({
      ...prod,
      stack: "dev",
      name: "data",
      place: "dev",
      protect: true,
      held: true,
    });
  });

  test("is the stack that created the resource if no state contains the resource", () => {
    expect(ownerOf({ ...item, creator }, known())).toEqual({ ...prod, organization: "acme", name: "web", held: false });
    const other = { ...creator, project: "other" };
    expect(ownerOf({ ...item, creator: other }, known())).toMatchObject({ project: "other", held: null });
  });

  test("is the stack that the resource's generated name identifies", () => {
    const name = sealedName({ ...prod, name: "data" }, "data-1a2b3c4");
    expect(ownerOf({ ...item, name }, known())).toEqual({ ...prod, name: "data", held: false });
  });

  test("is unknown if neither a state nor the resource itself names a stack", () => {
    expect(ownerOf(item, known())).toBeNull();
  });
});
