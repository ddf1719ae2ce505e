import { describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { detail } from "../../../provider/hosts/properties/detail";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { plan } from "../../../provider/planning/changes";

const base = { name: "web", image: "nginx", gpu: { id: "NVIDIA L4" }, desiredStatus: "RUNNING" } as const;
const state = {
  status: "RUNNING",
  placement: { gpu: { id: "NVIDIA L4", count: 1 }, cloud: "SECURE", dataCenterId: "US-TX-3" },
};

function compare(olds: Values, news: Values) {
  return plan(pod.changes, { olds, news, state });
}

describe("the marks in preview --diff", () => {
  test("show each changed key of the environment", () => {
    const olds = { ...base, env: { A: "1", "MY-KEY": "2", GONE: "3" } };
    const news = { ...base, env: { A: "1", "MY-KEY": "4", NEW: "5" } };
    expect(detail(compare(olds, news), { olds, news }).detailed).toEqual([
      { path: 'env["MY-KEY"]', kind: "update" },
      { path: "env.GONE", kind: "delete" },
      { path: "env.NEW", kind: "add" },
    ]);
  });

  test("distinguish an input whose change replaces the resource from other inputs", () => {
    const news = { ...base, image: "nginx:2", gpu: { id: "NVIDIA L40S" } };
    expect(detail(compare(base, news), { olds: base, news }).detailed).toEqual([
      { path: "image", kind: "update" },
      { path: "gpu.id", kind: "update-replace" },
    ]);
  });

  test("show a new mount as added and a removed mount as deleted", () => {
    const mounted = { ...base, mounts: { network: [{ volumeId: "v", path: "/d" }] } };
    expect(detail(compare(base, mounted), { olds: base, news: mounted }).detailed).toEqual([
      { path: "mounts.network", kind: "add-replace" },
    ]);
    expect(detail(compare(mounted, base), { olds: mounted, news: base }).detailed).toEqual([
      { path: "mounts.network", kind: "delete-replace" },
    ]);
  });
});

describe("the option ignoreChanges", () => {
  const olds = { ...base, env: { A: "0" } };
  const news = { ...base, image: "nginx:2", env: { A: "1" } };

  test.each([
    [["image"], ["env"]],
    [["env.A"], ["image"]],
    [["env.B"], ["image", "env"]],
    [['env["A"]', "image"], []],
    [["*"], []],
    [[""], ["image", "env"]],
  ])("with the paths %j leaves only the differences in %j", (ignored, left) => {
    const { plan: kept } = detail(compare(olds, news), { olds, news }, ignored);
    expect(kept.differences.map(({ path }) => path[0])).toEqual(left);
  });

  test.each([
    [["ports[0]"], []],
    [["ports[*]"], []],
    [["ports[1]"], ["ports"]],
  ])("with the paths %j to items of a list leaves only the differences in %j", (ignored, left) => {
    const before = { ...base, ports: ["80/http", "22/tcp"] };
    const after = { ...base, ports: ["8080/http", "22/tcp"] };
    const { plan: kept } = detail(compare(before, after), { olds: before, news: after }, ignored);
    expect(kept.differences.map(({ path }) => path[0])).toEqual(left);
  });

  test("has no effect on an item of a list if the list also gets a new item", () => {
    const before = { ...base, ports: ["80/http"] };
    const after = { ...base, ports: ["8080/http", "22/tcp"] };
    expect(detail(compare(before, after), { olds: before, news: after }, ["ports[0]"]).detailed).toEqual([
      { path: "ports", kind: "update" },
    ]);
  });

  test("accepts a path with quotes as the engine writes it", () => {
    const before = { ...base, env: { 'A"B': "0" } };
    const after = { ...base, env: { 'A"B': "1" } };
    expect(detail(compare(before, after), { olds: before, news: after }, ['env["A\\"B"]']).detailed).toEqual([]);
  });
});
