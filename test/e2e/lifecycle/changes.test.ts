import { expect, test } from "vitest";
import { kinds } from "../harness/cases/cases";
import { tryEveryChange } from "../harness/cases/every-change";
import { emulated } from "../harness/emulated";
import { steps } from "../harness/stack";

test.each(kinds)(
  "adding, changing and removing each input of a %s does what the change table says, and nothing is left to do after a refresh",
  (kind) => tryEveryChange(kind),
);

test("another logical name or time-out changes nothing on the platform, and is what later lines and waits go by", async () => {
  const { emulator, stack } = await emulated();
  const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  const aliases = [{ name: "web" }];
  stack.declare([{ kind: "Pod", name: "web", args }]);
  expect((await stack.up()).ok).toBe(true);
  const { id } = stack.resource("web");

  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases } }]);
  emulator.clearRequests();
  const renamed = await stack.up();
  expect(renamed.ok, renamed.text).toBe(true);
  // The dynamic host knows what the state says, and nothing else.
  expect(steps(renamed), renamed.text).toEqual(stack.host === "plugin" ? {} : { front: "update" });

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
  emulator.changePod(id ?? "", { deleted: true });
  expect((await stack.destroy()).text).not.toContain("web: ");
});
