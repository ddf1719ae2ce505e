import { expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { notices, refusalsOf } from "../../../provider/hosts/notices";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { plan } from "../../../provider/planning/changes";

const base = { image: "nginx", gpu: { id: "NVIDIA L4" }, mounts: { persistent: { size: 20, path: "/data" } } };
const planOf = (olds: Values, news: Values, state: Values = {}) =>
  plan(pod.changes, { olds: { ...base, ...olds }, news: { ...base, ...news }, state });
const said = (...planned: Parameters<typeof notices>) =>
  notices(...planned).map(({ severity, text }) => `${severity}: ${text}`);

test("a preview shows no values of `env` among the changes that reset the container", () => {
  const changed = planOf(
    { args: "a", env: { KEPT: "1", OLD: "canary", TURNED: "canary" } },
    {
      args: "b",
      env: { KEPT: "1", NEW: "canary", TURNED: "other" },
    },
  );
  expect(said(changed)).toEqual([
    "info: changing args, env resets the running container: files outside its mounts are lost",
    "info: env: changed TURNED; added NEW; removed OLD",
  ]);
  expect(said(planOf({ name: "a" }, { name: "b" }))).toEqual([]);
});

test("a preview shows the reason for a replacement and warns of lost data", () => {
  expect(said(planOf({}, { gpu: { id: "NVIDIA A40" }, allowDataLoss: true }))).toEqual([
    expect.stringMatching(/^info: is replaced because of gpu\.id \(.+\)$/),
    expect.stringMatching(/^warning: .*persistent/),
  ]);
});

test("a preview marks a changed input whose value is not known yet", () => {
  const change = { olds: { ...base, args: "a", env: {} }, news: { ...base, args: "b", env: {} }, state: {} };
  expect(said(plan(pod.changes, change, [["env"]]))).toEqual([
    "info: changing args, env (not known yet) resets the running container: files outside its mounts are lost",
  ]);
});

test("a preview calls a replacement uncertain if a value that is not known yet causes the replacement", () => {
  const planned = (gpu: Values) =>
    plan(pod.changes, { olds: { ...base, gpu: { id: "NVIDIA L4", count: 1 } }, news: { ...base, gpu }, state: {} }, [
      ["gpu", "count"],
    ]);
  expect(said(planned({ id: "NVIDIA L4" }))[0]).toMatch(
    /^info: is replaced, unless a still unknown value stays the same: gpu\.count \(.+\)$/,
  );
  expect(said(planned({ id: "NVIDIA A40" }))[0]).toMatch(/^info: is replaced because of gpu\.id \(.+\)$/);
});

test("a preview refuses replaceOnChanges if the replacement would lose data", () => {
  const changed = planOf({ name: "a" }, { name: "b", allowDataLoss: false });
  const [first] = said(changed, "replaceOnChanges");
  expect(first).toContain(
    "is replaced although changing name, allowDataLoss does not need a replacement: replaceOnChanges",
  );
  // The engine does not replace for an input that Podwright only records.
  expect(refusalsOf(changed, "replaceOnChanges")).toEqual([
    expect.stringMatching(/^replaceOnChanges replaces the resource because of name\. .*allowDataLoss: true/),
  ]);
  expect(refusalsOf(planOf({ name: "a" }, { name: "b" }), "replaceOnChanges")).toEqual([]);
  const planned = planOf({ allowDataLoss: false }, { gpu: { id: "NVIDIA A40" }, allowDataLoss: false });
  expect(planned.refusals).toHaveLength(1);
  expect(refusalsOf(planned, "replaceOnChanges")).toEqual(planned.refusals);
});
