import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { describe, expect, test, vi } from "vitest";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { ask, creation, message, refused, secret, usePlugin, valid, wire } from "./support/grpc";

const canary = "canary-61d0-secret";
const plugin = usePlugin();
const { configure, create, serve } = plugin;

function checkConfig(name: string, news: object) {
  const of = `urn:pulumi:dev::project::pulumi:providers:podwright::${name}`;
  const request = message(new proto.CheckRequest(), { urn: of, news });
  return ask<proto.CheckResponse>((answer) => plugin.client.checkConfig(request, answer));
}

test("the API key in a provider's configuration is secret even if the program does not mark the key", async () => {
  const checked = await checkConfig("default", { apiKey: "plain", version: "1.0.0" });
  expect(wire(checked.getInputs())).toEqual({ apiKey: secret("plain"), version: "1.0.0" });
});

test("no API key from the environment enters a provider's configuration", async () => {
  vi.stubEnv("PODWRIGHT_API_KEY", canary);
  expect(wire((await checkConfig("default", {})).getInputs())).toEqual({});
});

test("the plugin removes the quotes that some SDKs put around a setting with an enum value", async () => {
  const checked = await checkConfig("default", { endpointTransport: '"rest"' });
  expect(wire(checked.getInputs())).toEqual({ endpointTransport: "rest" });
  expect(checked.getFailuresList()).toEqual([]);
});

test("the plugin reports all problems in a provider's configuration at once", async () => {
  const failures = async (name: string, values: object) =>
    (await checkConfig(name, values)).getFailuresList().map((failure) => failure.toObject());
  const wrong = {
    baseURL: "https://api.example.com",
    endpointTransport: "soap",
    apiKey: secret("key"),
    version: "1.0.0",
  };
  expect(await failures("default_1_0_0", wrong)).toEqual([
    {
      property: "",
      reason:
        "podwright:baseURL is no setting of Podwright; did you mean podwright:baseUrl? Remove podwright:baseURL.\n" +
        'podwright:endpointTransport is "soap", but must be graphql or rest. Set it to graphql or rest, or leave it out.',
    },
  ]);
  expect(await failures("mine", { allowInsecureUrl: 5 })).toEqual([
    {
      property: "",
      reason:
        "the provider argument allowInsecureUrl must be true or false. Leave the setting out, or write true or false.",
    },
  ]);
  expect(await failures("mine", { baseUrl: unknownValue, allowInsecureUrl: true })).toEqual([]);
});

test("the plugin tells the engine that it supports secrets and previews", async () => {
  const features = { acceptoutputs: true, acceptresources: true, acceptsecrets: true };
  const configured = await ask<proto.ConfigureResponse>((answer) =>
    plugin.client.configure(new proto.ConfigureRequest(), answer),
  );
  expect(configured.toObject()).toEqual({
    ...{ ...features, supportspreview: true, supportsAutonamingConfiguration: true },
  });
  const shaken = await ask<proto.ProviderHandshakeResponse>((answer) =>
    plugin.client.handshake(new proto.ProviderHandshakeRequest(), answer),
  );
  expect(shaken.toObject()).toMatchObject({ acceptSecrets: true, acceptResources: true, acceptOutputs: true });
});

describe("the configuration of the provider", () => {
  test("causes no replacement when it changes", async () => {
    const diffConfig = async (olds: object, news: object) => {
      const of = "urn:pulumi:dev::project::pulumi:providers:podwright::default";
      const request = message(new proto.DiffRequest(), { urn: of, oldInputs: olds, olds, news });
      return await ask<proto.DiffResponse>((answer) => plugin.client.diffConfig(request, answer));
    };
    const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
    const same = await diffConfig({ apiKey: secret("a"), version: "1" }, { apiKey: secret("a"), version: "2" });
    expect(same.getChanges()).toBe(DIFF_NONE);
    const other = await diffConfig({ apiKey: secret("a"), "e2e:other": "x" }, { apiKey: secret("b") });
    expect(other.getChanges()).toBe(DIFF_SOME);
    expect(other.getReplacesList()).toEqual([]);
  });

  test("may lack an API key until the first request", async () => {
    for (const name of ["PODWRIGHT_API_KEY", "RUNPOD_API_KEY"]) vi.stubEnv(name, "");
    const other = await serve();
    await configure(other, {});
    const error = await refused(create(creation(valid), other));
    expect(error.details).toContain("PODWRIGHT_API_KEY");
    expect(error.details).toContain("pulumi config set --secret");
    expect(plugin.emulator.requests()).toEqual([]);
  });
});
