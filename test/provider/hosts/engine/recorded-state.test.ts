import { expect, test, vi } from "vitest";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { FakePulumi } from "../../../cli/support/fake-pulumi";

const { signal } = new AbortController();
const shop = { organization: "-", project: "shop", stack: "dev" };

/** A stack of two pods and of resources without an id. */
function aStack(): FakePulumi {
  const resources = [{ id: "pod1" }, { id: "pod2" }, { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" }];
  const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
  vi.stubEnv("PATH", pulumi.path);
  return pulumi;
}

test("many creates at once read the state of their stack only once", async () => {
  const pulumi = aStack();
  const seen = new SeenState();
  const ids = await Promise.all([seen.ids(shop, signal), seen.ids(shop, signal)]);
  expect(ids).toEqual(Array(2).fill(new Set(["pod1", "pod2"])));
  expect(pulumi.calls()).toEqual([expect.stringMatching(/^stack export --stack organization\/shop\/dev /)]);

  await seen.ids({ ...shop, organization: "acme" }, signal);
  expect(pulumi.calls().at(-1)).toMatch(/^stack export --stack acme\/shop\/dev /);
  seen.forget();
  await seen.ids(shop, signal);
  expect(pulumi.calls()).toHaveLength(3);
});

test("Podwright looks for the stack in a file backend first if it does not know the organization", async () => {
  const pulumi = aStack();
  pulumi.another("dev", "error: no stack named 'dev' found\n");
  await expect(new SeenState().ids(shop, signal)).rejects.toThrow("no stack named 'dev' found");
  expect(pulumi.calls().map((call) => call.split(" ")[3])).toEqual(["organization/shop/dev", "dev"]);
});

test("an unreadable state does not count as empty", async () => {
  const pulumi = aStack();
  const seen = new SeenState();
  pulumi.fail("stack export", "error: no such stack\n");
  await expect(seen.ids(shop, signal)).rejects.toThrow(/^no such stack$/);
  pulumi.succeed("stack export");
  expect(await seen.ids(shop, signal)).toEqual(new Set(["pod1", "pod2"]));
});

test("a stack without a deployment has no recorded resources", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: null });
  vi.stubEnv("PATH", pulumi.path);
  expect(await new SeenState().ids(shop, signal)).toEqual(new Set());
});
