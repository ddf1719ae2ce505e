import { expect, test } from "vitest";
import type { Unreadable } from "../../../client/http/answers/listing";
import { lookupByName, type NameLookup } from "../../../provider/creating/lookup-by-name";
import { type TestRun, testRun } from "../../support/test-run";
import { lost } from "./shop";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly of?: string;
}

/**
 * The ids that a create of "web" finds in these lists from before and after its request, and whether it may delete
 * them.
 */
async function found(
  name: string,
  before: readonly Named[],
  after: readonly Named[],
  { odd = [], run = testRun() }: { readonly odd?: readonly string[]; readonly run?: TestRun } = {},
) {
  let items = before;
  let unreadable = odd.map((id) => ({ id, texts: () => [] }) as unknown as Unreadable);
  const collection: NameLookup<Named>["collection"] = {
    listing: async () => ({ items, unreadable }),
    get: async () => Promise.reject(new Error("nobody asks")),
    delete: async () => undefined,
  };
  const lookup = await lookupByName<Named>(run, {
    ...{ what: "a thing", collection, name, markers: { __autoname: "web-1234567" } },
    resembles: (thing) => thing.of !== "another",
  });
  [items, unreadable] = [after, []];
  const made = await lookup.search(new AbortController().signal);
  return [made.map(({ id }) => id), lookup.delete !== undefined];
}

test("Podwright may delete a duplicate that has the name that Podwright generated for the create", async () => {
  const [made, twin] = ["a", "b"].map((id) => ({ id, name: "web-1234567", of: "another" })) as [Named, Named];
  const other = { id: "c", name: "web" };
  expect(await found("web-1234567", [made, other], [made, twin, other])).toEqual([["a", "b"], true]);
});

test("a lookup by a user-chosen name finds only new, similar resources and deletes none of them", async () => {
  const [was, odd, made, unlike, other] = [
    { id: "was", name: "web" },
    { id: "odd", name: "web" },
    { id: "made", name: "web" },
    { id: "unlike", name: "web", of: "another" },
    { id: "other", name: "web-2" },
  ];
  expect(await found("web", [was], [was, odd, made, unlike, other], { odd: ["odd"] })).toEqual([["made"], false]);
});

test("if the first create got no response, a repeated create finds the resources that have appeared since", async () => {
  const run = testRun();
  const [was, late] = ["was", "late"].map((id) => ({ id, name: "web" })) as [Named, Named];
  run.unconfirmed.add("web-1234567", lost());
  expect(await found("web", [was], [was], { run })).toEqual([[], false]);
  expect(await found("web", [was, late], [was, late], { run })).toEqual([["late"], false]);
  run.unconfirmed.end("web-1234567");
  expect(await found("web", [was, late], [was, late], { run })).toEqual([[], false]);
});
