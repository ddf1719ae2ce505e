import { expect, test } from "vitest";
import { kinds } from "./harness/cases";
import { emulated } from "./harness/emulated";
import { tryEveryChange } from "./harness/every-change";
import { steps } from "./harness/stack";

test.each(kinds)(
  "adding, changing and removing each input of a %s does what the change table says, and nothing is left to do after a refresh",
  (kind) => tryEveryChange(kind),
);

test("another logical name is no change, and another time-out is one that sends nothing", async () => {
  const { emulator, stack } = await emulated();
  const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  const aliases = [{ name: "web" }];
  stack.declare([{ kind: "Pod", name: "web", args }]);
  expect((await stack.up()).ok).toBe(true);
  const { id } = stack.resource("web");

  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases } }]);
  const renamed = await stack.preview();
  expect(renamed.ok, renamed.text).toBe(true);
  expect(steps(renamed), renamed.text).toEqual({});

  emulator.clearRequests();
  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases, customTimeouts: { delete: "20m" } } }]);
  const retimed = await stack.up();
  expect(retimed.ok, retimed.text).toBe(true);
  expect(stack.resource("front").id).toBe(id);
  if (stack.host === "plugin") {
    // Here the engine keeps them, beside the resource.
    expect(stack.resource("front")).toMatchObject({ customTimeouts: { delete: 1200 } });
  } else {
    expect(steps(retimed), retimed.text).toEqual({ front: "update" });
    expect(stack.resource("front").outputs.__timeouts).toEqual({ delete: "20m" });
  }
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});
