import { expect, test } from "vitest";
import type { StateResource } from "../../../cli/stack/state";
import { createdPod, newPod } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { FakePulumi } from "../support/fake-pulumi";
import { pod, recover, resourcesIn } from "../support/recover-command";

const emulator = useAccount();
const other = useAccount({ apiKey: "canary-other-key" });

const marked = { name: "web-1234567", __autoname: "web-1234567" };
const held = (id: string): StateResource => ({ ...pod({}), urn: `${pod({}).urn}-2`, id });
const stateWith = (resources: readonly StateResource[], resource: StateResource) => ({
  version: 3,
  deployment: { resources, pending_operations: [{ type: "creating", resource }] },
});

test("podwright recover writes nothing if the API key belongs to another account", async () => {
  const pulumi = new FakePulumi(stateWith([held("elsewhere")], pod(marked)));
  const before = pulumi.state();

  const { exitCode, err } = await recover(emulator, pulumi);

  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /^error: this API key's account has none of the resources in the state \(web-2 \(elsewhere\)\), .* wrote nothing: set the key of the interrupted run\./m,
  );
  expect(pulumi.state()).toEqual(before);

  for (const resources of [
    [held("elsewhere"), held(await newPod(emulator))],
    // The state says that these resources are gone from RunPod.
    [
      { ...held("replaced"), delete: true },
      { ...held("deleted-first"), pendingReplacement: true },
    ],
  ])
    expect((await recover(emulator, new FakePulumi(stateWith(resources, pod(marked))))).out).toContain(
      "found no Pod that the killed run provably created",
    );
});

test("podwright recover searches the account of an explicit provider for the provider's resources", async () => {
  const id = await createdPod(other, marked.name);
  const urn = "urn:pulumi:dev::app::pulumi:providers:podwright::there";
  const type = "podwright:index:Pod";
  const resource = { ...pod(marked), type, urn: `urn:pulumi:dev::app::${type}::web`, provider: `${urn}::1f3a` };
  const providerWith = (secret: object): StateResource => ({
    ...{ urn, id: "1f3a", type: "pulumi:providers:podwright" },
    inputs: {
      baseUrl: other.url,
      serverlessUrl: other.url,
      apiKey: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ...secret },
    },
  });
  const pulumi = new FakePulumi(stateWith([providerWith({ ciphertext: "v1:abc" })], resource));
  pulumi.decrypt(stateWith([providerWith({ plaintext: JSON.stringify(other.apiKey) })], resource));

  const { out } = await recover(emulator, pulumi);

  expect(out).toContain(`The killed run created ${id}. Podwright added ${id} to the state`);
  expect(resourcesIn(pulumi).map((one) => one.id)).toEqual(["1f3a", id]);
  expect(JSON.stringify(pulumi.state())).not.toContain(other.apiKey);
  expect(emulator.requests()).toEqual([]);
});

test("podwright recover searches the account that envVarMappings of the provider choose, or drops no entry", async () => {
  const id = await createdPod(other, marked.name);
  const urn = "urn:pulumi:dev::app::pulumi:providers:podwright::there";
  const type = "podwright:index:Pod";
  const resource = { ...pod(marked), type, urn: `urn:pulumi:dev::app::${type}::web`, provider: `${urn}::1f3a` };
  const inputs = {
    ...{ baseUrl: other.url, serverlessUrl: other.url },
    __internal: { envVarMappings: { OTHER_KEY: "PODWRIGHT_API_KEY" } },
  };
  const provider: StateResource = { urn, id: "1f3a", type: "pulumi:providers:podwright", inputs };
  const pulumi = new FakePulumi(stateWith([provider], resource));
  const before = pulumi.state();
  const env = { OTHER_KEY: other.apiKey, PODWRIGHT_BASE_URL: other.url, PODWRIGHT_SERVERLESS_URL: other.url };

  const lacking = await recover(emulator, pulumi, { ...env, OTHER_KEY: undefined });
  expect(lacking).toMatchObject({ exitCode: 1, err: expect.stringContaining("set OTHER_KEY") });
  expect(pulumi.state()).toEqual(before);

  const { out } = await recover(emulator, pulumi, env);
  expect(out).toContain(`The killed run created ${id}. Podwright added ${id} to the state`);
  expect(emulator.requests()).toEqual([]);
});

test("podwright recover uses PODWRIGHT_API_KEY if the destroy deleted the explicit provider with its key", async () => {
  const type = "podwright:index:Pod";
  const provider = "urn:pulumi:dev::app::pulumi:providers:podwright::there::1f3a";
  const pulumi = new FakePulumi(
    stateWith([], { ...pod(marked), type, urn: `urn:pulumi:dev::app::${type}::web`, provider }),
  );
  const before = pulumi.state();

  const wrong = await recover(emulator, pulumi);
  const untouched = pulumi.state();
  const id = await createdPod(emulator, marked.name);
  const { out } = await recover(emulator, pulumi);

  expect(wrong).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/no longer contains provider there.*set PODWRIGHT_API_KEY/),
  });
  expect(untouched).toEqual(before);
  expect(out).toContain(`The killed run created ${id}. Podwright added ${id} to the state`);
  expect(resourcesIn(pulumi)).toMatchObject([
    { id: "1f3a", inputs: {} },
    { id, provider },
  ]);
});
