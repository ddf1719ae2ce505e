import { describe, expect, test } from "vitest";
import { differencesIn } from "../../../cli/drift/comparing/differences";
import { undeclaredIn } from "../../../cli/drift/comparing/undeclared";
import type { PlannedStep, StepState } from "../../../cli/stack/stack";
import { parsePath } from "../../../kernel/values";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };

function step(op: string, change: Partial<PlannedStep> = {}): PlannedStep {
  const type = "podwright:index:Pod";
  return { op, type, urn: `urn:pulumi:prod::shop::${type}::web`, ...change };
}

function pod(inputs: object, outputs: object = inputs): StepState {
  return { id: "p1", inputs: { ...inputs }, outputs: { ...outputs } };
}

describe("podwright drift", () => {
  test("reports the declared, recorded and real value of a changed property", () => {
    const [found] = differencesIn([
      step("update", {
        old: pod({ disk: 20, mounts: { persistent: { size: 10 } } }),
        new: pod({ disk: 40, mounts: { persistent: { size: 30 } } }),
        diffs: ["disk", "mounts"],
        detailedDiff: { disk: {}, "mounts.persistent.size": {} },
      }),
    ]);

    expect(found).toMatchObject({ name: "web", kind: "Pod", id: "p1", drift: "changed" });
    expect(found?.properties).toEqual([
      { path: "disk", secret: false, declared: 20, state: 20, platform: 40 },
      { path: "mounts.persistent.size", secret: false, declared: 10, state: 10, platform: 30 },
    ]);
  });

  test.each([
    ["a key in a secret map", { env: secret }, "env.A"],
    ["a quoted key in a secret map", { env: secret }, 'env["MY-KEY"]'],
    ["a map with a secret value", { env: { A: "plain", B: secret } }, "env"],
    ["a text that Pulumi has masked", { env: "[secret]" }, "env"],
    ["a list with a secret value", { ports: ["8888/http", secret] }, "ports"],
    ["a secret inside a list", { ports: ["8888/http", secret] }, "ports[1]"],
    ["an object with a secret inside a list", { fallbacks: [{ env: { A: secret } }] }, "fallbacks[0]"],
    ["a masked text inside a list", { ports: [["[secret]"]] }, "ports[0]"],
  ])("reports %s without the value", (_, inputs, path) => {
    const [found] = differencesIn([
      step("update", {
        old: pod(inputs),
        new: pod({ env: { A: "plain" } }),
        diffs: [String(parsePath(path)[0])],
        detailedDiff: { [path]: {} },
      }),
    ]);

    expect(found?.properties).toEqual([{ path, secret: true }]);
  });

  test("reports the whole property if Pulumi names no path inside the property", () => {
    const [found] = differencesIn([
      step("update", { old: pod({ name: "a" }), new: pod({ name: "b" }), diffs: ["name"], detailedDiff: {} }),
    ]);

    expect(found?.properties).toEqual([{ path: "name", secret: false, declared: "a", state: "a", platform: "b" }]);
  });

  test("reports a pod as stopped if the pod no longer runs", () => {
    const ended = (from: string, to: string) =>
      differencesIn([
        step("update", {
          old: pod({ desiredStatus: from }, { status: from }),
          new: pod({ desiredStatus: to }, { status: to }),
          diffs: ["desiredStatus"],
        }),
      ])[0]?.drift;

    expect(ended("RUNNING", "EXITED")).toBe("stopped");
    expect(ended("RUNNING", "ERROR")).toBe("stopped");
    expect(ended("RUNNING", "PROVISIONING")).toBe("changed");
    expect(ended("EXITED", "RUNNING")).toBe("changed");
  });

  test("reports the changed template of a resource only if the change happened on RunPod", () => {
    const sides = (declared: string, state?: string, platform?: string) =>
      differencesIn([
        step("same", {
          old: pod({ templateId: declared }, { template: state }),
          new: pod({ templateId: declared }, { template: platform }),
        }),
      ]);

    expect(sides("t1", "t1", "t2")).toMatchObject([
      { drift: "changed", properties: [{ path: "templateId", declared: "t1", state: "t1", platform: "t2" }] },
    ]);
    expect(sides("t2", "t1", "t1")).toEqual([]);
    // A state of an older release, and a response without a template.
    expect([...sides("t1", undefined, "t1"), ...sides("t1", "t1", undefined)]).toEqual([]);
  });

  test("reports no resource of another provider", () => {
    const theirs = step("update", { type: "aws:s3:Bucket", diffs: ["tags"] });

    expect(differencesIn([step("same"), step("refresh"), theirs])).toEqual([]);
  });
});

describe("an undeclared input", () => {
  const pods = (before: object, after: object, op = "same") =>
    undeclaredIn([step(op, { old: pod({}, before), new: pod({}, after) })], false);

  test("is reported with the program lines that restore or keep the value", () => {
    const found = pods(
      { disk: 50, locked: false, ports: ["a", "b"], __undeclared: ["disk", "locked", "ports"] },
      { disk: 80, locked: true, ports: ["b", "a"], __undeclared: ["disk", "locked", "ports"] },
    );

    expect(found).toMatchObject([
      { name: "web", path: "disk", state: 50, platform: 80, drift: true, restore: "disk: 50", keep: "disk: 80" },
      { name: "web", path: "locked", drift: false },
    ]);
    expect(found).toHaveLength(2);
  });

  test.each([
    ["Pod", "ports", [], ["22/tcp"]],
    ["Template", "ports", ["22/tcp"], []],
    ["Template", "public", false, true],
    ["Template", "startSsh", false, true],
    ["Template", "startJupyter", false, true],
    ["ServerlessEndpoint", "networkVolumeId", null, "volume-a"],
    ["ServerlessEndpoint", "networkVolumeIds", ["volume-a"], ["volume-a", "volume-b"]],
    ["ServerlessEndpoint", "modelReferences", [], ["https://huggingface.co/Qwen/Qwen3-8B:main"]],
  ])(
    "counts as drift if a change outside Pulumi opens or closes access, or attaches data: %s.%s",
    (kind, path, state, platform) => {
      const type = `podwright:index:${kind}`;
      const side = (value: unknown) => pod({}, { [path]: value, __undeclared: [path] });

      expect(undeclaredIn([step("same", { type, old: side(state), new: side(platform) })], false)).toMatchObject([
        { path, state, platform, drift: true },
      ]);
    },
  );

  test("is compared with the baseline that the provider kept, also after a refresh", () => {
    const refreshed = {
      ...{ disk: 80, env: secret, __undeclared: ["disk", "env.HAND", "env.NEW"] },
      __baseline: {
        ...{ open: ["env"], changed: ["args", "disk", "env.HAND", "env.NEW"] },
        ...{ appeared: ["env.NEW"], former: { args: "--loud", disk: 50, env: secret } },
      },
    };

    expect(pods(refreshed, refreshed)).toMatchObject([
      { path: "args", state: "--loud", restore: 'args: "--loud"' },
      { path: "disk", state: 50, platform: 80, restore: "disk: 50", keep: "disk: 80" },
      { path: "env.HAND", secret: true, restore: "env: { HAND: … }", keep: "env: { HAND: … }" },
      { path: "env.NEW", secret: true, keep: "env: { NEW: … }" },
    ]);
    const unchanged = { disk: 80, __undeclared: ["disk"], __baseline: { open: [] } };
    expect(pods({ disk: 50, __undeclared: ["disk"] }, unchanged)).toEqual([]);
  });

  test("is not reported if the state contains no value of the input", () => {
    expect(pods({ disk: 50, __undeclared: [] }, { disk: 80, __undeclared: [] })).toEqual([]);
    expect(pods({}, { disk: 80, __undeclared: ["disk"] })).toEqual([]);
    expect(pods({ disk: 80, __undeclared: ["disk"] }, { __undeclared: [] }, "delete")).toEqual([]);
  });

  test("is reported without the value if the input is a secret environment variable", () => {
    const env = { "MY-KEY": secret };
    const without = { __undeclared: [] };
    const withKey = { env, __undeclared: ['env["MY-KEY"]'] };
    const line = 'env: { "MY-KEY": … }';

    expect(pods(without, withKey)).toMatchObject([{ path: 'env["MY-KEY"]', secret: true, drift: true, keep: line }]);
    expect(pods(withKey, without)).toMatchObject([{ secret: true, restore: line }]);
    expect(pods(withKey, withKey)).toEqual([]);
  });
});
