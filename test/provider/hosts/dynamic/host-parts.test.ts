import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { runtime } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { requireNode } from "../../../../provider/hosts/node/node-version";
import { sanitize } from "../../../../provider/hosts/properties/sanitize";
import { unknownPaths, unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { readSettings, readTimeScale, settingFaults } from "../../../../provider/settings";
import { fc } from "../../../support/property";

describe("values on their way to the engine", () => {
  // The wire format itself loses a key of that name.
  const key = fc.string().filter((name) => name !== "__proto__");
  const awkward = fc.anything({
    key,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
  });

  /** Pulumi's own conversion, which throws on what it cannot carry. */
  const carried = (values: object) => {
    const { Struct } = require("google-protobuf/google/protobuf/struct_pb");
    return Struct.fromJavaScript(values).toJavaScript();
  };

  test("can always be carried, and arrive as they left", () => {
    fc.assert(
      fc.property(fc.dictionary(key, awkward, { noNullPrototype: true }), (values) => {
        const clean = sanitize(values);
        expect(carried(clean)).toEqual(clean);
      }),
    );
  });

  test("are left as they are when nothing is wrong with them", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }), (values) => {
        expect(sanitize(values)).toEqual(values);
      }),
    );
  });

  test("cleaned twice are the same as cleaned once", () => {
    fc.assert(
      fc.property(fc.dictionary(key, awkward), (values) => {
        expect(sanitize(sanitize(values))).toEqual(sanitize(values));
      }),
    );
  });
});

describe("a value that is not known yet", () => {
  test("is the one Pulumi puts there", () => {
    expect(unknownValue).toBe(runtime.unknownValue);
  });

  test("is found at every depth, in objects and lists alike", () => {
    const values = { a: unknownValue, b: { c: [1, { d: unknownValue }] }, e: [unknownValue], f: "known", g: null };
    expect(unknownPaths(values)).toEqual([["a"], ["b", "c", 1, "d"], ["e", 0]]);
  });
});

describe("the configuration", () => {
  const config = (values: Record<string, string>) => ({ get: (key: string) => values[key] });

  test("of the stack goes before the environment, and our own variable before the platform's", () => {
    const environment = { PODWRIGHT_API_KEY: "own", RUNPOD_API_KEY: "platform", PODWRIGHT_BASE_URL: "http://env" };
    const stack = config({ "podwright:apiKey": "stack", "podwright:baseUrl": "http://stack" });
    expect(readSettings(stack, environment)).toMatchObject({ apiKey: "stack", baseUrl: "http://stack" });
    expect(readSettings(config({}), environment)).toMatchObject({ apiKey: "own", baseUrl: "http://env" });
    expect(readSettings(undefined, { RUNPOD_API_KEY: "platform" })).toMatchObject({ apiKey: "platform" });
  });

  test("of the transport is read from both too", () => {
    const environment = { PODWRIGHT_ENDPOINT_TRANSPORT: "rest" };
    expect(readSettings(config({ "podwright:endpointTransport": "graphql" }), environment)).toMatchObject({
      endpointTransport: "graphql",
    });
    expect(readSettings(config({}), environment)).toMatchObject({ endpointTransport: "rest" });
    expect(readSettings(undefined, {}).endpointTransport).toBeUndefined();
  });

  test("of the key is looked for in the stack only where there is one, and a refusal says so", () => {
    expect(readSettings(config({}), {}).keyHints.refused).toMatch(
      /podwright:apiKey.*PODWRIGHT_API_KEY.*recorded in the/,
    );
    expect(readSettings(undefined, {}).keyHints).toEqual({
      missing: "Set PODWRIGHT_API_KEY.",
      refused: "Set PODWRIGHT_API_KEY to another key.",
    });
  });

  test("of the transport has a way to the other one, as the user sets it", () => {
    const said = (...given: Parameters<typeof readSettings>) => readSettings(...given).transportHint;
    expect(said(config({}), {})).toBe(
      'Set podwright:endpointTransport to rest ("pulumi config set podwright:endpointTransport rest") and run the same command again: REST manages the same endpoints, and nothing is changed by the switch.',
    );
    const environment = { PODWRIGHT_ENDPOINT_TRANSPORT: "graphql" };
    expect(said(config({}), environment)).toMatch(/^Set PODWRIGHT_ENDPOINT_TRANSPORT to rest and run/);
    expect(said(undefined, {})).toMatch(/^Set PODWRIGHT_ENDPOINT_TRANSPORT to rest and run/);
    expect(said(config({}), {}, (name) => `the provider argument ${name}`)).toMatch(
      /^Set the provider argument endpointTransport to rest and run/,
    );
  });

  test("that is empty counts as not given", () => {
    expect(readSettings(config({ "podwright:apiKey": "" }), { PODWRIGHT_API_KEY: "own" }).apiKey).toBe("own");
    expect(readSettings(undefined, {}).apiKey).toBeUndefined();
  });

  test("arrives as text, truth included", () => {
    expect(readSettings(config({ "podwright:allowInsecureUrl": "true" }), {}).allowInsecureUrl).toBe(true);
    expect(readSettings(config({ "podwright:allowInsecureUrl": "false" }), {}).allowInsecureUrl).toBe(false);
    expect(readSettings(config({ "podwright:allowInsecureUrl": "yes" }), {}).allowInsecureUrl).toBeUndefined();
  });

  test("of plain http may come from the environment, and errors call each setting what it is called where it is set", () => {
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

  describe("that is judged at preview", () => {
    const nameOf = (name: string) => `podwright:${name}`;
    const faults = (values: Record<string, unknown>, environment: Record<string, string> = {}, project = "shop") =>
      settingFaults({ values, nameOf, project }, environment);

    test("reports everything wrong at once: unknown names with the nearest, types, values", () => {
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
        "podwright:baseURL is no setting of Podwright; did you mean podwright:baseUrl? Remove this one.",
        "podwright:apikey is no setting of Podwright; did you mean podwright:apiKey? Remove this one, and set the key with `--secret`: as it is, Pulumi may keep it in clear.",
        expect.stringMatching(/^podwright:colour is no setting of Podwright\. There are: apiKey, baseUrl, /),
        "podwright:baseUrl must be a text. Write it in quotes.",
        'podwright:serverlessUrl is "jobs.example.com", which is not an http or https URL. Write it like https://api.example.com.',
        'podwright:endpointTransport is "soap", and there are two: graphql and rest. Leave it out, or write one of the two.',
        "podwright:allowInsecureUrl must be true or false. Leave it out, or write one of the two.",
      ]);
    });

    test("finds no fault in a missing key, in what is not known yet, and in what the engine keeps beside it", () => {
      expect(faults({})).toEqual([]);
      expect(faults({ baseUrl: unknownValue, allowInsecureUrl: unknownValue, apiKey: unknownValue })).toEqual([]);
      expect(faults({ version: "0.1.0", pluginDownloadURL: "https://example.com", __internal: {} })).toEqual([]);
      expect(faults({ baseUrl: "http://far.example.com", allowInsecureUrl: unknownValue })).toEqual([]);
      expect(faults({ baseUrl: "http://far.example.com", allowInsecureUrl: true })).toEqual([]);
    });

    test("names the variable where a value comes from the environment, and never quotes a key", () => {
      expect(
        faults(
          {},
          { PODWRIGHT_ENDPOINT_TRANSPORT: "soap", RUNPOD_API_KEY: "hunter 2", PODWRIGHT_BASE_URL: "http://far" },
        ),
      ).toEqual([
        "RUNPOD_API_KEY holds a space, a line break or another character that no key has. Copy it again from where the platform shows it.",
        "PODWRIGHT_BASE_URL is plain http to far, which would send the API key unencrypted. Use https, or set podwright:allowInsecureUrl to true if you accept that.",
        'PODWRIGHT_ENDPOINT_TRANSPORT is "soap", and there are two: graphql and rest. Leave it out, or write one of the two.',
      ]);
    });

    test("leaves a project of the same name its own configuration, but not a slip of the pen", () => {
      const own = { dataCenter: "EU-RO-1", gpu: "NVIDIA L4", baseurl: "https://api.example.com" };
      expect(faults(own, {}, "podwright")).toEqual([
        "podwright:baseurl is no setting of Podwright; did you mean podwright:baseUrl? Remove this one.",
      ]);
    });
  });

  test.each([
    ["0.05", 0.05],
    [undefined, 1],
    ["nonsense", 1],
    ["0", 1],
    ["-1", 1],
  ])("of the time scale %j is %d", (text, scale) => {
    expect(readTimeScale({ PODWRIGHT_TIME_SCALE: text })).toBe(scale);
  });
});

describe("the version of Node", () => {
  test.each(["22.19.0", "22.20.1", "24.0.0"])("%s will do", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  test.each(["18.20.0", "20.20.2", "22.18.9"])(
    "%s is refused in one sentence that names it, without a stack",
    (version) => {
      const error = (() => {
        try {
          requireNode(version);
        } catch (thrown) {
          return thrown as Error;
        }
        throw new Error("it was accepted");
      })();
      expect(error.message).toMatch(new RegExp(`^Podwright needs Node 22\\.19 or newer.* is ${version}: `));
      expect(error.stack).not.toContain(" at ");
    },
  );
});

describe("a host process whose engine is killed", () => {
  const lifeline = resolve(__dirname, "../../../../dist/provider/hosts/engine/lifeline.js");

  /** Runs a host whose engine is this test, holding on to its standard input. */
  function host(program: string, stdin: "pipe" | "ignore" = "pipe") {
    const child = spawn(
      process.execPath,
      ["-e", `const line = require(${JSON.stringify(lifeline)}).watchEngine();${program}`],
      {
        stdio: [stdin, "pipe", "inherit"],
      },
    );
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    return { child, text: () => text };
  }

  test("ends by itself, also with an interval that would keep it alive", async () => {
    const { child, text } = host("setInterval(() => {}, 1000); console.log('up');");
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("lets what is under way come to an orderly end first", async () => {
    const { child, text } = host(`
      line.hold(new Promise((done) => line.signal.addEventListener("abort", () => setTimeout(() => {
        console.log("put back: " + line.signal.reason.message); done();
      }, 20))));
      setInterval(() => {}, 1000);
      console.log("up");
    `);
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    await once(child, "exit");
    expect(text()).toContain("put back: the Pulumi engine is gone");
  });

  test("gives each of several operations its time, also when one of them fails at once", async () => {
    const { child, text } = host(`
      const atTheEnd = (work) => line.hold(new Promise((done, failed) =>
        line.signal.addEventListener("abort", () => work(done, failed)))).catch(() => undefined);
      atTheEnd((done, failed) => failed(new Error("refused")));
      atTheEnd((done) => setTimeout(() => { console.log("first put back"); done(); }, 50));
      atTheEnd((done) => setTimeout(() => { console.log("second put back"); done(); }, 100));
      setInterval(() => {}, 1000);
      console.log("up");
    `);
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    await once(child, "exit");
    expect(text().split("\n").slice(1, 3)).toEqual(["first put back", "second put back"]);
  });

  const waiting = `
    line.hold(new Promise((done) => line.signal.addEventListener("abort", () => setTimeout(() => {
      console.log("recorded: " + line.signal.reason.message); done();
    }, 50))));
    setInterval(() => {}, 1000);
    console.log("up");
  `;

  test("ends waits on SIGTERM, and stays for an engine that is there", async () => {
    const { child, text } = host(waiting);
    await expect.poll(text).toContain("up");
    child.kill("SIGTERM");
    await expect.poll(text).toContain("recorded: cancelled by SIGTERM");
    expect(child.exitCode).toBeNull();
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("ends on SIGTERM after its waits where no engine is watched", async () => {
    const { child, text } = host(waiting, "ignore");
    await expect.poll(text).toContain("up");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(text()).toContain("recorded: cancelled by SIGTERM");
  });

  test("is not kept alive by watching", async () => {
    const { child } = host("");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
