import { describe, expect, test } from "vitest";
import type { AccountItem } from "../../../cli/account/inventory";
import { claimOf, claimText, type KnownStacks, ownerOf } from "../../../cli/account/ownership";
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
const far = { organization: "-", project: "far", stack: "prod" };
const known = (holders: KnownStacks["holders"] = new Map()): KnownStacks => ({
  projects: ["shop"],
  stacks: [prod],
  listed: [
    { ...prod, cwd: ".", isSelected: true, isOfFolder: true },
    { ...far, cwd: ".", isSelected: false, isOfFolder: false },
  ],
  holders,
  creating: new Map(),
  unread: [],
});
const creator = { ...prod, organization: "acme", name: "web", marker: "m" };

describe("the owner of a resource", () => {
  test("is the stack whose state contains the resource, even if another stack created the resource", () => {
    const holders = new Map([
      [
        "NetworkVolume v1",
        [{ ...prod, stack: "dev", place: "dev", name: "data", urn: "urn:pulumi:dev::shop::t::data", protect: true }],
      ],
    ]);
    expect(ownerOf({ ...item, creator }, known(holders))).toEqual({
      ...prod,
      stack: "dev",
      name: "data",
      place: "dev",
      urn: "urn:pulumi:dev::shop::t::data",
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

const holder = { ...prod, place: "prod", name: "data", urn: "urn:pulumi:prod::shop::t::data", protect: false };
const dev = { ...prod, stack: "dev" };
const held = (...holders: (typeof holder)[]) => known(new Map([["NetworkVolume v1", holders]]));

describe("a command that works for one stack", () => {
  test("takes an item in the state of the stack as its own", () => {
    expect(claimOf(item, held(holder), prod)).toMatchObject({ is: "ours", by: "state", owner: { name: "data" } });
  });

  test("takes an item in the state of another stack as the other's, whatever the mark says", () => {
    const claim = claimOf({ ...item, creator: { ...creator, ...dev } }, held(holder), dev);
    expect(claim).toMatchObject({ is: "another's", by: "state" });
    expect(claimText(claim)).toBe("the stack shop/prod manages it as data");
  });

  test("takes an item in two states as the other's", () => {
    const both = held({ ...holder, ...dev }, holder);
    expect(claimOf(item, both, dev)).toMatchObject({ is: "another's", by: "state", owner: prod });
    expect(claimOf(item, both, prod)).toMatchObject({ is: "another's", by: "state", owner: dev });
  });

  test("takes a pod of a cluster as an item of the cluster's owner", () => {
    const cluster = known(new Map([["Cluster c1", [holder]]]));
    const pod = { ...item, kind: "Pod" as const, clusterId: "c1" };
    expect(claimOf(pod, cluster, dev)).toMatchObject({ is: "another's", by: "state", owner: prod });
    expect(claimOf(pod, cluster, prod)).toMatchObject({ is: "ours", by: "state" });
  });

  test("takes an item with the mark of another stack as the other's", () => {
    const claim = claimOf({ ...item, creator }, known(), dev);
    expect(claim).toMatchObject({ is: "another's", by: "mark" });
    expect(claimText(claim)).toBe(
      "its mark says that the stack acme/shop/prod created it as web, and the state of that stack does not contain it",
    );
  });

  test("recognizes a generated name of any stack of the backend", () => {
    const name = sealedName({ ...far, name: "data" }, "data-1a2b3c4");
    expect(claimOf({ ...item, name }, known(), prod)).toMatchObject({ is: "another's", by: "mark", owner: far });
  });

  test("does not take the organization of another company as its own", () => {
    const acme = { ...prod, organization: "acme" };
    expect(claimOf(item, held({ ...holder, organization: "other" }), acme)).toMatchObject({ is: "another's" });
    expect(claimOf(item, held({ ...holder, organization: "acme" }), acme)).toMatchObject({ is: "ours" });
  });

  test("knows an item of nobody only if it has read every state", () => {
    expect(claimOf(item, known(), prod)).toEqual({ is: "nobody's" });
    const claim = claimOf(item, { ...known(), unread: ["dev: the passphrase is wrong"] }, prod);
    expect(claimText(claim)).toBe(
      "Podwright cannot tell whose it is, because it could not read dev: the passphrase is wrong",
    );
  });

  test("knows that only the mark names its stack, and nothing at all if a state is unread", () => {
    const marked = { ...item, creator };
    expect(claimOf(marked, known(), prod)).toMatchObject({ is: "ours", by: "mark" });
    expect(claimOf(marked, { ...known(), unread: ["dev"] }, prod)).toEqual({ is: "unknown", unread: ["dev"] });
  });
});
