import { expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { preparedCases } from "../harness/cases/cases";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustChangeNothing } from "../harness/stack/steps";

interface Refused {
  readonly name: string;
  readonly kind: Declared["kind"];
  readonly before: Values;
  readonly after: Values;
  readonly says: string;
}

const gpu = { id: "NVIDIA L4" };
const kept = { image: "nginx", gpu, mounts: { persistent: { size: 40, path: "/data" } }, allowDataLoss: false };
const locked = { image: "nginx", gpu, locked: true, dataCenterIds: ["US-TX-3"] };

/** Each row runs a command. The unit tests of replacements cover every refusal. */
const ofPods: readonly Refused[] = [
  {
    name: "kept",
    kind: "Pod",
    before: kept,
    after: { ...kept, gpu: { id: "NVIDIA A40" } },
    says: "to accept that, set allowDataLoss: true",
  },
  {
    name: "locked",
    kind: "Pod",
    before: locked,
    after: { ...locked, image: "nginx:1.29" },
    says: "Set locked: false to allow the change",
  },
];

test("a preview refuses changes that would lose data or reset a locked pod", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const refused = [...ofPods, await volumeWithoutConsent(standIns)];
  const declared = (changed?: Refused) =>
    refused.map(
      (one): Declared => ({ kind: one.kind, name: one.name, args: one === changed ? one.after : one.before }),
    );
  await deploy(stack, declared());
  emulator.clearRequests();

  for (const one of refused) {
    stack.declare(declared(one));
    const preview = await stack.preview();
    expect(preview.ok, one.name).toBe(false);
    expect(preview.text.split(one.says), preview.text).toHaveLength(2);
  }

  expect(emulator.requests()).toEqual([]);
  // The refusals leave nothing behind: the previous program still has no change.
  stack.declare(declared());
  await mustChangeNothing(stack.preview());
});

/** A change that replaces a volume without the user's consent to lose its data. */
async function volumeWithoutConsent(standIns: StandIns): Promise<Refused> {
  const replaced = (await preparedCases("NetworkVolume", standIns)).find(({ effect }) => effect.kind === "replace");
  return {
    name: "volume",
    kind: "NetworkVolume",
    before: { ...replaced?.before, allowDataLoss: undefined },
    after: { ...replaced?.after, allowDataLoss: undefined },
    says: "to accept that, set allowDataLoss: true",
  };
}
