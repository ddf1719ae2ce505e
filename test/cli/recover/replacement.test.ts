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

test("beside a live resource of the same name, what the killed run created is to be deleted", () => {
  const live = resource("web", { id: "healthy" });

  const { resources, outcomes } = recovered(withResources(state, live), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
  expect(named(resources, "web")).toEqual([live, expect.objectContaining({ id: "pod1", delete: true })]);
});

test("beside one that is still to be deleted, what the killed run created is the one to continue with", () => {
  const old = resource("web", { id: "old", delete: true });

  const { resources, outcomes } = recovered(withResources(state, old), { web: made("pod1") });

  expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "adopted", id: "pod1" });
  expect(named(resources, "web")).toEqual([expect.not.objectContaining({ delete: true }), old]);
});

/** The platform's clock may be ahead of the runner's or behind it; only pods say when they were created. */
const kinds = [
  ["Pod", -10],
  ["Pod", 10],
  ["NetworkVolume", undefined],
  ["Template", undefined],
  ["RegistryCredential", undefined],
  ["ServerlessEndpoint", undefined],
] as const;

describe.each(kinds)("a %s, with the platform's clock off by %s minutes,", (kind, minutes) => {
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

  test("that was created to replace a live one takes its place, and the old one is to be deleted", () => {
    const { resources, outcomes } = recovered(withResources(operation(times), old, user), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", id: "pod1", old: "old" });
    expect(resources.slice(-3)).toMatchObject([
      { id: "pod1", initErrors: [expect.anything()], created: now.toISOString() },
      { ...old, delete: true },
      user,
    ]);
  });

  test("does so where the replacement was ordered and the inputs are the same", () => {
    const same = { ...old, inputs: pendingOf(state, "web").resource.inputs ?? {} };

    const { outcomes } = recovered(withResources(operation(times), same), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "replacing", old: "old" });
  });

  test.each([
    ["was created by a later run", {}, { created: "2026-11-21T10:01:00Z", modified: "2026-11-21T10:01:00Z" }],
    ["replaced the same old one in a later run", times, { created: "2026-11-21T10:01:00Z", modified: times.modified }],
    ["was changed by a later run", times, { ...times, modified: "2026-11-21T10:01:00Z" }],
    ["was there when nothing was recorded of it", {}, {}],
  ])("goes where the live one %s", (_, begunWith, liveTimes) => {
    const live = { ...old, ...liveTimes };

    const { resources, outcomes } = recovered(withResources(operation(begunWith), live), found);

    expect(outcomeOf(outcomes, "web")).toMatchObject({ action: "superseded", id: "pod1" });
    expect(named(resources, "web")).toMatchObject([live, { id: "pod1", delete: true }]);
    expect(named(resources, "web")[0]).not.toHaveProperty("delete");
  });

  test("takes no place where the live one's predecessor is still to be deleted", () => {
    const later = { ...old, id: "later", created: "2026-11-21T10:01:00Z" };

    const { resources } = recovered(withResources(operation(times), later, { ...old, delete: true }), found);

    expect(named(resources, "web").map(({ id, delete: gone = false }) => [id, gone])).toEqual([
      ["later", false],
      ["old", true],
      ["pod1", true],
    ]);
  });
});

test("protection of the live resource does not keep what supersedes nothing", () => {
  const operation = pendingOf(state, "web");
  const protectedState = withPending(state, { ...operation, resource: { ...operation.resource, protect: true } });

  const { resources } = recovered(withResources(protectedState, resource("web", { id: "healthy" })), {
    web: made("pod1"),
  });

  expect(named(resources, "web")[1]).not.toHaveProperty("protect");
});

test("two killed runs that each created one leave one to continue with and one to delete", () => {
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

test("a replacement whose old resource is gone already takes its place in the order", () => {
  const old = resource("web", { id: "old", pendingReplacement: true });
  const user = resource("user", { id: "u", dependencies: [urn("web")] });

  const { resources } = recovered(withResources(state, old, user), { web: made("pod1") });

  expect(named(resources, "web")).toMatchObject([{ id: "pod1" }]);
  expect(names(resources)).toEqual([...names(state.deployment?.resources ?? []), "web", "user"]);
});
