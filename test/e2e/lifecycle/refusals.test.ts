import { expect, test } from "vitest";
import type { Values } from "../../../provider/planning/values";
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

/** Each takes a command. Every refusal there is stands in the unit tests of replacements. */
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
    says: "Set locked: false to allow that",
  },
];

test("changes that lose data or break a lock are refused at preview, and touch nothing", async () => {
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
  // Nothing of all that is left behind: the former program still finds no difference.
  stack.declare(declared());
  await mustChangeNothing(stack.preview());
});

/** A change that replaces a volume, for a user who has not agreed to lose what is on it. */
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
