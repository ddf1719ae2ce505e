import { describe, expect, test } from "vitest";
import { unknownValue } from "../../provider/hosts/properties/unknowns";
import { settingFaults } from "../../provider/settings/faults";
import { readSettings } from "../../provider/settings/read-settings";
import { readTimeScale } from "../../provider/settings/settings";

describe("the settings of Podwright", () => {
  const config = (values: Record<string, string>) => ({ get: (key: string) => values[key] });

  test("come from the stack if the stack and the environment have different values", () => {
    const environment = { PODWRIGHT_API_KEY: "own", RUNPOD_API_KEY: "platform", PODWRIGHT_BASE_URL: "http://env" };
    const stack = config({ "podwright:apiKey": "stack", "podwright:baseUrl": "http://stack" });
    expect(readSettings(stack, environment)).toMatchObject({ apiKey: "stack", baseUrl: "http://stack" });
    expect(readSettings(config({}), environment)).toMatchObject({ apiKey: "own", baseUrl: "http://env" });
    expect(readSettings(undefined, { RUNPOD_API_KEY: "platform" })).toMatchObject({ apiKey: "platform" });
  });

  test("include the transport from the stack or the environment", () => {
    const environment = { PODWRIGHT_ENDPOINT_TRANSPORT: "rest" };
    expect(readSettings(config({ "podwright:endpointTransport": "graphql" }), environment)).toMatchObject({
      endpointTransport: "graphql",
    });
    expect(readSettings(config({}), environment)).toMatchObject({ endpointTransport: "rest" });
    expect(readSettings(undefined, {}).endpointTransport).toBeUndefined();
  });

  test("make the error about a refused key suggest the stack's configuration only inside a stack", () => {
    expect(readSettings(config({}), {}).keyHints.refused).toMatch(
      /podwright:apiKey.*PODWRIGHT_API_KEY.*recorded in the/,
    );
    expect(readSettings(undefined, {}).keyHints).toEqual({
      missing: "Set PODWRIGHT_API_KEY.",
      refused: "Set PODWRIGHT_API_KEY to another key.",
    });
  });

  test("make the error about an explicit provider's key suggest the provider's argument", () => {
    const { missing, refused } = readSettings(config({}), {}, (name) => `the provider argument ${name}`).keyHints;
    expect(missing).toBe("Set it with the provider argument apiKey or in the environment as PODWRIGHT_API_KEY.");
    expect(refused).toMatch(/^Set it with the provider argument apiKey .*recorded in the/);
  });

  test("make the hint about REST name the place that sets the transport", () => {
    const said = (...given: Parameters<typeof readSettings>) => readSettings(...given).transportHint;
    expect(said(config({}), {})).toBe(
      'Set podwright:endpointTransport to rest ("pulumi config set podwright:endpointTransport rest") and run the same command again: REST manages the same endpoints, and the switch changes nothing.',
    );
    const environment = { PODWRIGHT_ENDPOINT_TRANSPORT: "graphql" };
    expect(said(config({}), environment)).toMatch(/^Set PODWRIGHT_ENDPOINT_TRANSPORT to rest and run/);
    expect(said(undefined, {})).toMatch(/^Set PODWRIGHT_ENDPOINT_TRANSPORT to rest and run/);
    expect(said(config({}), {}, (name) => `the provider argument ${name}`)).toMatch(
      /^Set the provider argument endpointTransport to rest and run/,
    );
  });

  test("count as missing if they are empty", () => {
    expect(readSettings(config({ "podwright:apiKey": "" }), { PODWRIGHT_API_KEY: "own" }).apiKey).toBe("own");
    expect(readSettings(undefined, {}).apiKey).toBeUndefined();
  });

  test("accept true and false as texts", () => {
    expect(readSettings(config({ "podwright:allowInsecureUrl": "true" }), {}).allowInsecureUrl).toBe(true);
    expect(readSettings(config({ "podwright:allowInsecureUrl": "false" }), {}).allowInsecureUrl).toBe(false);
    expect(readSettings(config({ "podwright:allowInsecureUrl": "yes" }), {}).allowInsecureUrl).toBeUndefined();
  });

  test("allow plain http if an environment variable allows it", () => {
    const environment = { PODWRIGHT_ALLOW_INSECURE_URL: "true", PODWRIGHT_BASE_URL: "http://env" };
    expect(readSettings(undefined, environment)).toMatchObject({
      allowInsecureUrl: true,
      settingNames: {
        baseUrl: "PODWRIGHT_BASE_URL",
        serverlessUrl: "PODWRIGHT_SERVERLESS_URL",
        allowInsecureUrl: "PODWRIGHT_ALLOW_INSECURE_URL",
      },
    });
    expect(readSettings(config({ "podwright:baseUrl": "http://stack" }), {}).settingNames).toMatchObject({
      baseUrl: "podwright:baseUrl",
      serverlessUrl: "podwright:serverlessUrl",
    });
  });

  describe("the check of the address", () => {
    const key = { PODWRIGHT_API_KEY: "own" };
    const gateway = { "podwright:baseUrl": "https://gateway.example.com/runpod" };
    const faultOf = (stack: Record<string, string>, environment: Record<string, string>) =>
      readSettings(config(stack), environment).fault;

    test("refuses to send the environment's key to an address in the stack's configuration", () => {
      expect(faultOf(gateway, key)).toEqual({
        sentence:
          "podwright:baseUrl is gateway.example.com, and the key comes from PODWRIGHT_API_KEY: Podwright does not send a key from the environment to an address that the environment does not name",
        hint: "Set PODWRIGHT_BASE_URL to the same address, or set the key with `pulumi config set --secret podwright:apiKey <key>`.",
      });
      expect(faultOf({ "podwright:serverlessUrl": "http://127.0.0.1:9" }, { RUNPOD_API_KEY: "own" })).toMatchObject({
        sentence: expect.stringMatching(
          /^podwright:serverlessUrl is 127\.0\.0\.1:9, and the key comes from RUNPOD_API_KEY/,
        ),
        hint: expect.stringMatching(/^Set PODWRIGHT_SERVERLESS_URL /),
      });
    });

    test("refuses to send the environment's key to the address of an explicit provider", () => {
      const provider = (name: string) => `the provider argument ${name}`;
      expect(readSettings(config(gateway), key, provider).fault?.hint).toBe(
        "Set PODWRIGHT_BASE_URL to the same address, or set the key with the provider argument apiKey.",
      );
    });

    test.each([
      [
        "an address that the environment also names",
        gateway,
        { ...key, PODWRIGHT_BASE_URL: "https://gateway.example.com" },
      ],
      ["an address and a key in the same configuration", { ...gateway, "podwright:apiKey": "stack" }, key],
      ["an address of the environment", {}, { ...key, PODWRIGHT_BASE_URL: "https://gateway.example.com" }],
      ["RunPod's own address", { "podwright:baseUrl": "https://api.runpod.io/v2" }, key],
      ["a missing address", {}, key],
      ["a missing key", gateway, {}],
    ])("allows %s", (_, stack, environment) => {
      expect(faultOf(stack as Record<string, string>, environment as Record<string, string>)).toBeUndefined();
    });

    test.each([
      ["RunPod's host name over plain http", "http://api.runpod.io"],
      ["the address of another user's endpoint under RunPod's host name", "https://abc.api.runpod.ai"],
      ["another port of a confirmed host", "https://gateway.example.com:8443"],
    ])("refuses %s", (_, address) => {
      const environment = { ...key, PODWRIGHT_BASE_URL: "https://gateway.example.com" };
      expect(faultOf({ "podwright:baseUrl": address }, environment)).toBeDefined();
    });
  });

  describe("the check at preview", () => {
    const nameOf = (name: string) => `podwright:${name}`;
    const faults = (values: Record<string, unknown>, environment: Record<string, string> = {}, project = "shop") =>
      settingFaults({ values, nameOf, project }, environment);

    test("reports unknown names and wrong values together", () => {
      expect(
        faults({
          baseURL: "https://api.example.com",
          apikey: "hunter2",
          colour: "red",
          endpointTransport: "soap",
          allowInsecureUrl: "yes",
          serverlessUrl: "jobs.example.com",
          baseUrl: 5,
        }),
      ).toEqual([
        "podwright:baseURL is no setting of Podwright; did you mean podwright:baseUrl? Remove podwright:baseURL.",
        "podwright:apikey is no setting of Podwright; did you mean podwright:apiKey? Remove podwright:apikey, and set the key with `--secret`: otherwise Pulumi may store it in plain text.",
        expect.stringMatching(/^podwright:colour is no setting of Podwright\. The settings are: apiKey, baseUrl, /),
        "podwright:baseUrl must be a text. Write it in quotes.",
        'podwright:serverlessUrl is "jobs.example.com", which is not an http or https URL. Write an address such as https://api.example.com.',
        'podwright:endpointTransport is "soap", but must be graphql or rest. Set it to graphql or rest, or leave it out.',
        "podwright:allowInsecureUrl must be true or false. Leave the setting out, or write true or false.",
      ]);
    });

    test("accepts unknown values and the engine's own entries", () => {
      expect(faults({})).toEqual([]);
      expect(faults({ baseUrl: unknownValue, allowInsecureUrl: unknownValue, apiKey: unknownValue })).toEqual([]);
      expect(faults({ version: "0.1.0", pluginDownloadURL: "https://example.com", __internal: {} })).toEqual([]);
      expect(faults({ baseUrl: "http://far.example.com", allowInsecureUrl: unknownValue })).toEqual([]);
      expect(faults({ baseUrl: "http://far.example.com", allowInsecureUrl: true })).toEqual([]);
    });

    test("reports the environment variable with a wrong value", () => {
      expect(
        faults(
          {},
          { PODWRIGHT_ENDPOINT_TRANSPORT: "soap", RUNPOD_API_KEY: "hunter 2", PODWRIGHT_BASE_URL: "http://far" },
        ),
      ).toEqual([
        "RUNPOD_API_KEY contains a space, a line break or another character that is not allowed in keys. Copy it again from the RunPod console.",
        "PODWRIGHT_BASE_URL is plain http to far, which would send the API key unencrypted. Use https, or set podwright:allowInsecureUrl to true if you accept this risk.",
        'PODWRIGHT_ENDPOINT_TRANSPORT is "soap", but must be graphql or rest. Set it to graphql or rest, or leave it out.',
      ]);
    });

    test("reports an address that must not get the environment's key", () => {
      const address = { baseUrl: "https://gateway.example.com" };
      expect(faults(address, { PODWRIGHT_API_KEY: "own" })).toEqual([
        expect.stringMatching(
          /^podwright:baseUrl is gateway\.example\.com, and the key comes from PODWRIGHT_API_KEY: /,
        ),
      ]);
      expect(faults({ ...address, apiKey: unknownValue }, { PODWRIGHT_API_KEY: "own" })).toEqual([]);
    });

    test("accepts other settings of a project that is named podwright", () => {
      const own = { dataCenter: "EU-RO-1", gpu: "NVIDIA L4", baseurl: "https://api.example.com" };
      expect(faults(own, {}, "podwright")).toEqual([
        "podwright:baseurl is no setting of Podwright; did you mean podwright:baseUrl? Remove podwright:baseurl.",
      ]);
    });
  });

  test.each([
    ["0.05", 0.05],
    [undefined, 1],
    ["nonsense", 1],
    ["0", 1],
    ["-1", 1],
  ])("turn the time scale %j into %d", (text, scale) => {
    expect(readTimeScale({ PODWRIGHT_TIME_SCALE: text })).toBe(scale);
  });
});
