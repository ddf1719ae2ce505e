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
  test("is the stack whose state holds the resource, even if its mark names another stack", () => {
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

  test("is the stack and organization that its environment names, and says whether that state holds the resource", () => {
    expect(ownerOf({ ...item, creator }, known())).toEqual({ ...prod, organization: "acme", name: "web", held: false });
    const other = { ...creator, project: "other" };
    expect(ownerOf({ ...item, creator: other }, known())).toMatchObject({ project: "other", held: null });
  });

  test("is the stack that its generated name proves", () => {
    const name = sealedName({ ...prod, name: "data" }, "data-1a2b3c4");
    expect(ownerOf({ ...item, name }, known())).toEqual({ ...prod, name: "data", held: false });
  });

  test("is unknown if no state holds the resource and it has no mark", () => {
    expect(ownerOf(item, known())).toBeNull();
  });
});
