import { describe, expect, test } from "vitest";
import { recoverState } from "../../../cli/recover/settle";
import type { PendingOperation } from "../../../cli/stack/state";
import {
  circumstances,
  made,
  madeAt,
  named,
  names,
  now,
  outcomeOf,
  pendingOf,
  placed,
  recovered,
  resource,
  state,
  urn,
  withPending,
  withResources,
} from "../support/recovery";

test("podwright recover marks a created resource for deletion if a live resource has the same name", () => {
  const live = resource("web", { id: "healthy" });

  const { resources, outcomes } = recovered(withResources(state, live), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
  expect(named(resources, "web")).toEqual([live, expect.objectContaining({ id: "pod1", delete: true })]);
});

test("podwright recover keeps a created resource if the old resource of the same name awaits deletion", () => {
  const old = resource("web", { id: "old", delete: true });

  const { resources, outcomes } = recovered(withResources(state, old), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "adopted", id: "pod1" });
  expect(named(resources, "web")).toEqual([expect.not.objectContaining({ delete: true }), old]);
});

/** RunPod's clock may be ahead of the runner's clock or behind it. Only pods have a creation time. */
const kinds = [
  ["a pod while RunPod's clock is 10 minutes slow", "Pod", -10],
  ["a pod while RunPod's clock is 10 minutes fast", "Pod", 10],
  ["a volume", "NetworkVolume", undefined],
  ["a template", "Template", undefined],
  ["a registry credential", "RegistryCredential", undefined],
  ["an endpoint", "ServerlessEndpoint", undefined],
] as const;

describe.each(kinds)("podwright recover for %s", (_place, kind, minutes) => {
  const begun = "2026-11-21T10:00:00Z";
  const times = { created: "2026-11-21T09:59:00.123456789Z", modified: "2026-11-21T09:59:30.5Z" };
  const createdAt = minutes === undefined ? undefined : new Date(Date.parse(begun) + minutes * 60_000).toISOString();
  const old = { ...resource("web", { id: "old", inputs: { image: "old" }, ...times }), ...placed("web", kind) };
  const user = resource("user", { id: "u", dependencies: [urn("web", kind)] });
  const operation = (more: object) => {
    const { type, resource: pending } = pendingOf(state, "web");
    return withPending(state, { type, resource: { ...pending, ...placed("web", kind), ...more } });
  };
  const found = { web: madeAt(createdAt) };

  test("completes an interrupted replacement", () => {
    const { resources, outcomes } = recovered(withResources(operation(times), old, user), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", id: "pod1", old: "old" });
    expect(resources.slice(-3)).toMatchObject([
      { id: "pod1", initErrors: [expect.anything()], created: now.toISOString() },
      { ...old, delete: true },
      user,
    ]);
  });

  test("completes an interrupted replacement even if no input has changed", () => {
    const same = { ...old, inputs: pendingOf(state, "web").resource.inputs ?? {} };

    const { outcomes } = recovered(withResources(operation(times), same), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", old: "old" });
  });

  test.each([
    ["that a later run created", {}, { created: "2026-11-21T10:01:00Z", modified: "2026-11-21T10:01:00Z" }],
    [
      "that replaced the same old resource in a later run",
      times,
      { created: "2026-11-21T10:01:00Z", modified: times.modified },
    ],
    ["that a later run changed", times, { ...times, modified: "2026-11-21T10:01:00Z" }],
    ["whose times the state does not record", {}, {}],
  ])("marks the created resource for deletion if the state contains a resource %s", (_, begunWith, liveTimes) => {
    const live = { ...old, ...liveTimes };

    const { resources, outcomes } = recovered(withResources(operation(begunWith), live), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
    expect(named(resources, "web")).toMatchObject([live, { id: "pod1", delete: true }]);
    expect(named(resources, "web")[0]).not.toHaveProperty("delete");
  });

  test("marks the created resource for deletion if a later run has replaced the old resource", () => {
    const later = { ...old, id: "later", created: "2026-11-21T10:01:00Z" };

    const { resources } = recovered(withResources(operation(times), later, { ...old, delete: true }), found);

    expect(named(resources, "web").map(({ id, delete: gone = false }) => [id, gone])).toEqual([
      ["later", false],
      ["old", true],
      ["pod1", true],
    ]);
  });
});

test("podwright recover removes the protection of a resource that the next pulumi up must delete", () => {
  const operation = pendingOf(state, "web");
  const protectedState = withPending(state, { ...operation, resource: { ...operation.resource, protect: true } });

  const { resources } = recovered(withResources(protectedState, resource("web", { id: "healthy" })), {
    web: made("pod1"),
  });

  expect(named(resources, "web")[1]).not.toHaveProperty("protect");
});

test("if two killed runs each created a resource, podwright recover keeps the newer resource", () => {
  const again = withPending(state, pendingOf(state, "web"), { ...pendingOf(state, "web") });
  const [newer, older] = again.deployment?.pending_operations ?? [];
  const found = new Map([
    [newer as PendingOperation, made("new")],
    [older as PendingOperation, made("old")],
  ]);

  const { state: after } = recoverState(again, found, circumstances);

  expect(named(after.deployment?.resources ?? [], "web")).toMatchObject([
    { id: "new", initErrors: [expect.anything()] },
    { id: "old", delete: true },
  ]);
});

test("podwright recover overwrites the state's entry of a replaced resource that Pulumi has already deleted", () => {
  const old = resource("web", { id: "old", pendingReplacement: true });
  const user = resource("user", { id: "u", dependencies: [urn("web")] });

  const { resources } = recovered(withResources(state, old, user), { web: made("pod1") });

  expect(named(resources, "web")).toMatchObject([{ id: "pod1" }]);
  expect(names(resources)).toEqual([...names(state.deployment?.resources ?? []), "web", "user"]);
});
