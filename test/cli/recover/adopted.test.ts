import { expect, onTestFinished, test } from "vitest";
import { exitCodes } from "../../../cli/context/exit-codes";
import { startEmulator } from "../../../emulator";
import { createdPod, newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { FakePulumi } from "../support/fake-pulumi";
import { creationOf, dynamic, pod, recover, resourcesIn } from "../support/recover-command";

const emulator = useAccount();

test("podwright recover finds the pod of an interrupted creation by an environment variable of the pod", async () => {
  const id = await newPod(emulator, { name: "fixed", env: { PODWRIGHT_CREATE_NONCE: "web-1234567" } });
  await newPod(emulator, { name: "fixed" });
  const pulumi = new FakePulumi(creationOf(pod({ name: "fixed", __autoname: "web-1234567" })));

  const { out } = await recover(emulator, pulumi);

  expect(out).toContain(`The killed run created ${id}`);
  expect(resourcesIn(pulumi)).toMatchObject([{ id, outputs: { name: "fixed" } }]);
});

test("podwright recover adopts the pod of the killed run, and calls a later copy with its environment a copy", async () => {
  const original = await createdPod(emulator, "web-1234567");
  emulator.advance(60_000);
  const copy = await createdPod(emulator, "web-1234567");
  const pulumi = new FakePulumi(creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" })));

  const { exitCode, out } = await recover(emulator, pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  expect(resourcesIn(pulumi)).toMatchObject([{ id: original }]);
  expect(out).toContain(`The killed run created ${original}`);
  expect(out).toContain(`${copy} carries the same mark and is a later copy. Podwright leaves it alone`);
});

test("podwright recover writes nothing if it cannot tell the original from the copy", async () => {
  // RunPod reports whole seconds, and both pods appear in the same second, however slow the machine is.
  const now = Date.now();
  const still = await startEmulator({ now: () => now });
  onTestFinished(() => still.close());
  const ids = [await createdPod(still, "web-1234567"), await createdPod(still, "web-1234567")];
  const pulumi = new FakePulumi(creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" })));

  const { exitCode, err } = await recover(still, pulumi, {}, "--delete", "--yes");

  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /cannot tell which of .* the killed run created as web, because .* does not report which of them is older/,
  );
  expect(resourcesIn(pulumi)).toEqual([]);
  expect(
    still
      .state()
      .pods.map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
});

test("podwright recover does not adopt a pod that another stack contains", async () => {
  const id = await createdPod(emulator, "web-1234567");
  const pulumi = new FakePulumi(creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" })));
  const type = "podwright:index:Pod";
  pulumi.stacks("dev", "organization/app/prod");
  pulumi.another("prod", {
    version: 3,
    deployment: { resources: [{ urn: `urn:pulumi:prod::app::${type}::web`, type, id }] },
  });

  const { out } = await recover(emulator, pulumi);

  expect(out).toContain(`The killed run created ${id}, which belongs to stack organization/app/prod now.`);
  expect(resourcesIn(pulumi)).toEqual([]);
});

test("podwright recover does not adopt a pod merely because the pod has the declared name", async () => {
  const id = await newPod(emulator, { name: "fixed" });
  const pulumi = new FakePulumi(creationOf(pod({ name: "fixed" })));

  const { exitCode, out } = await recover(emulator, pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  expect(out).toContain(`${id} has the name of this resource, but a name does not prove`);
  expect(resourcesIn(pulumi)).toEqual([]);
});

test("podwright recover does not adopt a template merely because the template has the declared name", async () => {
  const { id } = await send(emulator, "POST", "/v2/templates", { name: "worker", image: "worker" });
  const inputs = { name: "worker", __autoname: "tpl-1234567", image: "worker" };
  const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type: dynamic("Template") }));

  const { exitCode, out } = await recover(emulator, pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  expect(out).toMatch(
    new RegExp(
      `^web +Template +dropped +Podwright searched RunPod for "tpl-1234567" and "worker" and found no Template .*${id} has the name of this resource`,
      "m",
    ),
  );
  expect(resourcesIn(pulumi)).toEqual([]);
});

const ciphertext = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
type Values = Readonly<Record<string, unknown>>;
const marked = (name: string) => ({ name, __autoname: name });
const onGpu = { name: "web-1234567", image: "nginx", gpu: { id: "NVIDIA L4" } };
const credential = { username: ciphertext, password: ciphertext };
const volume = { size: 10, dataCenter: "US-KS-2" };

interface Left {
  readonly type: string;
  readonly path: string;
  readonly created: object;
  readonly inputs: Values;
  readonly recorded: object;
}
const podWith = (inputs: Values, outputs: object = { status: "RUNNING" }): Left => ({
  type: dynamic("Pod"),
  path: "pods",
  created: {
    ...onGpu,
    ports: ["8888/http"],
    env: { MODE: "production", TOKEN: "canary", PODWRIGHT_CREATE_NONCE: "web-1234567" },
  },
  inputs: { ...marked("web-1234567"), ...inputs },
  recorded: { outputs: { name: "web-1234567", ...outputs } },
});

test.each<[what: string, Left]>([
  [
    "a volume that does not have the final name yet",
    {
      type: dynamic("NetworkVolume"),
      path: "network-volumes",
      created: { ...volume, name: "data-1234567" },
      inputs: { ...volume, name: "models", __autoname: "data-1234567" },
      recorded: { inputs: { name: "models" }, outputs: { name: "data-1234567" } },
    },
  ],
  [
    "a registry credential",
    {
      type: "podwright:index:RegistryCredential",
      path: "registries",
      created: { name: "ghcr-1234567", username: "robot", password: "canary" },
      inputs: { ...marked("ghcr-1234567"), ...credential },
      recorded: { outputs: { name: "ghcr-1234567", ...credential } },
    },
  ],
  [
    "a secret",
    {
      type: "podwright:index:Secret",
      path: "account/secrets",
      created: { name: "token-1234567", value: "canary" },
      inputs: { ...marked("token-1234567"), value: ciphertext },
      recorded: { outputs: { name: "token-1234567", value: ciphertext, valueLastUpdatedAt: expect.any(String) } },
    },
  ],
  ["a pod with a secret in a list", podWith({ ports: [ciphertext] }, { ports: [ciphertext] })],
  ["a pod with a secret environment", podWith({ env: ciphertext })],
  ["a pod with an undeclared environment", podWith({})],
  [
    "a pod with a plain environment to which a user added a variable outside Pulumi",
    podWith({ env: { MODE: "production" } }),
  ],
  [
    "a pod with a secret environment to which a user added a variable outside Pulumi",
    podWith({ env: { MODE: ciphertext } }),
  ],
])(
  "podwright recover writes no secret in plain text when it adopts %s",
  async (_, { type, path, created, inputs, recorded }) => {
    const { id } = await send(emulator, "POST", `/v2/${path}`, created);
    const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type }));

    const { out } = await recover(emulator, pulumi);

    expect(out).toMatch(new RegExp(`^web +${type.split(":").at(-1)} +adopted`, "m"));
    const [adopted] = resourcesIn(pulumi);
    expect(adopted).toMatchObject({ id, ...recorded });
    expect(adopted?.outputs?.env).toEqual(inputs.env);
    expect(JSON.stringify(pulumi.state())).not.toContain("canary");
  },
);
