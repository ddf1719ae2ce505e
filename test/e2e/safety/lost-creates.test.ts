import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { createDespite, creates, expectRecorded, type Fault, program } from "../harness/platform/lost";

const faults: readonly (Fault & { readonly title: string })[] = [
  {
    title: "a create is cut off before it arrives",
    effect: { dropRequest: true },
    sent: 2,
    text: /was not found; sending the create once more/,
  },
  {
    title: "a create is answered 500 after its work was done",
    effect: { status: 500, afterWork: true },
    sent: 1,
    text: /: continuing with it/,
  },
  {
    title: "the answer to a create cannot be read",
    effect: { malformed: true },
    sent: 1,
    text: /: continuing with it/,
  },
];

test.each(faults)("when $title, exactly one of each exists and is in the state", (fault) => createDespite(fault));

test("a create that is refused twice for the rate limit waits as told and makes exactly one", async () => {
  const { emulator, stack } = await emulated();
  for (const operation of creates) emulator.addFault({ operation, times: 2, effect: { status: 429 } });
  stack.declare(program.filter(({ name }) => !name.startsWith("named-")));

  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expectRecorded(emulator, stack, []);
  for (const operation of creates) expect(emulator.counts()[operation], operation).toBe(3);
});
