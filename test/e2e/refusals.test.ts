import { expect, test } from "vitest";
import type { Values } from "../../provider/resources/values";
import { preparedCases } from "./harness/cases";
import { emulated } from "./harness/emulated";
import { type Declared, steps } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

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

const ofPods: readonly Refused[] = [
  ["hardware", kept, { ...kept, gpu: { id: "NVIDIA A40" } }],
  ["shrink", kept, { ...kept, mounts: { persistent: { size: 20, path: "/data" } } }],
  ["reset", locked, { ...locked, image: "nginx:1.29" }],
  ["restart", locked, { ...locked, globalNetworking: true }],
  ["stop", locked, { ...locked, desiredStatus: "EXITED" }],
].map(([name, before, after]): Refused => {
  const says = before === kept ? "Set allowDataLoss: true to accept that" : "Set locked: false to allow that";
  return { name: String(name), kind: "Pod", before: before as Values, after: after as Values, says };
});

test("changes that lose data or break a lock are refused at preview, and touch nothing", async () => {
  const { emulator, stack } = await emulated();
  const all = [...(await volumesWithoutConsent(await StandIns.on(emulator))), ...ofPods];
  // Each takes a command. What is refused is the resource's own; that it is, the host's: there, one of each is enough.
  const refused = stack.host === "plugin" ? all.filter(isFirstOfItsKind) : all;
  const declared = (changed?: Refused) =>
    refused.map(
      (one): Declared => ({ kind: one.kind, name: one.name, args: one === changed ? one.after : one.before }),
    );
  stack.declare(declared());
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  emulator.clearRequests();

  for (const one of refused) {
    stack.declare(declared(one));
    const preview = await stack.preview();
    expect(preview.ok, one.name).toBe(false);
    expect(preview.text).toContain(one.says);
  }

  expect(emulator.requests()).toEqual([]);
  // Nothing of all that is left behind: the former program still finds no difference.
  stack.declare(declared());
  const quiet = await stack.preview();
  expect(steps(quiet), quiet.text).toEqual({});
});

function isFirstOfItsKind({ says }: Refused, index: number, all: readonly Refused[]): boolean {
  return all.findIndex((other) => other.says === says) === index;
}

/** Every change that replaces a volume, for a user who has not agreed to lose what is on it. */
async function volumesWithoutConsent(standIns: StandIns): Promise<Refused[]> {
  const replacing = (await preparedCases("NetworkVolume", standIns)).filter(({ effect }) => effect.kind === "replace");
  return replacing.map(({ name, kind, before, after }) => ({
    name,
    kind,
    before: { ...before, allowDataLoss: undefined },
    after: { ...after, allowDataLoss: undefined },
    says: "Set allowDataLoss: true on it to accept that",
  }));
}
