import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustDo, mustFail, mustSucceed } from "../harness/stack/steps";

const place = { size: 10, dataCenter: "EU-RO-1" };

/** A volume that a change of `trigger` replaces, a volume that follows it, and a pod whose own volume stays. */
function program(trigger: string, more: object = {}): Declared[] {
  const mounts = { network: [{ volumeId: `\${shared.id}`, path: "/data" }] };
  return [
    { kind: "NetworkVolume", name: "shared", args: place },
    {
      kind: "NetworkVolume",
      name: "data",
      args: { ...place, ...more },
      options: { replacementTrigger: trigger },
    },
    { kind: "NetworkVolume", name: "copy", args: { ...place, ...more }, options: { replaceWith: ["data"] } },
    {
      kind: "Pod",
      name: "web",
      args: { image: "nginx", gpu: { id: "NVIDIA L4" }, mounts },
      options: { replacementTrigger: trigger },
    },
  ];
}

const refused =
  /the option replacementTrigger or replaceWith replaces the resource\..*destroys the 10 GB of data on it: to accept that, set allowDataLoss: true/;

const hosts = ["plugin", "dynamic"] as const;

test.each(hosts)("replacementTrigger and replaceWith destroy a volume only with consent (%s)", async (host) => {
  const { emulator, stack } = await emulated({}, { host });
  await deploy(stack, program("1"));
  const before = emulator.state().networkVolumes;

  stack.declare(program("2"));
  expect((await stack.preview()).text).toMatch(refused);
  emulator.clearRequests();
  const up = await mustFail(stack.up());
  expect(up.text).toMatch(refused);
  expect(emulator.counts()).not.toHaveProperty("deleteNetworkVolume");
  expect(emulator.state().networkVolumes).toEqual(before);

  stack.declare(program("2", { allowDataLoss: true }));
  const { text } = await mustSucceed(stack.preview());
  expect(text.split("replacing this network volume destroys the 10 GB of data on it")).toHaveLength(3);
  expect(text).toContain(
    "Pulumi creates the new resource before it deletes the old one, unless the option deleteBeforeReplace is true: two pods must not write to one network volume",
  );
  await mustDo(stack.up(), { data: "replace", copy: "replace", web: "replace" });
});
