import { expect, test } from "vitest";
import { startEmulator } from "../../../../emulator";
import { Engine } from "../../../../provider/hosts/plugin/grpc/engines";
import { Provider } from "../../../../provider/hosts/plugin/provider";
import { podTraces } from "../../../../provider/kinds/pod/create/traces";

const configured = (apiKey: string) => ({ apiKey, baseUrl: "http://127.0.0.1:1" });

test("an engine keeps its session until its configuration changes", () => {
  const provider = new Provider({});
  const [engine, next] = [new Engine(), new Engine()];
  provider.configure(engine, configured("one"));
  const session = provider.session(engine);
  session.created.set("web-1", "pod-1");

  for (const which of [engine, next]) {
    provider.configure(which, configured("one"));
    expect(provider.session(which)).toBe(session);
  }

  provider.configure(engine, configured("two"));
  expect(provider.session(engine).created.size).toBe(0);
});

test("a session uses allowUnrecorded and checkCatalog from the provider's configuration", () => {
  const provider = new Provider({});
  const sessionWith = (more: object) => {
    const engine = new Engine();
    provider.configure(engine, { ...configured("one"), ...more });
    const { allowUnrecorded, catalogs } = provider.session(engine);
    return [allowUnrecorded, catalogs !== undefined];
  };
  expect(sessionWith({})).toEqual([false, true]);
  expect(sessionWith({ allowUnrecorded: "true", checkCatalog: "false" })).toEqual([true, false]);
  expect(sessionWith({ allowUnrecorded: "false", checkCatalog: "true" })).toEqual([false, true]);
});

test("an error about a setting of an explicit provider names the provider's argument", () => {
  const provider = new Provider({});
  const namesOf = (...[values, nameOf]: [object, ((name: string) => string)?]) => {
    const engine = new Engine();
    provider.configure(engine, { ...configured("one"), ...values }, nameOf);
    return provider.session(engine).settingNames;
  };
  expect(namesOf({})).toMatchObject({
    allowUnrecorded: "podwright:allowUnrecorded",
    checkCatalog: "podwright:checkCatalog",
  });
  expect(namesOf({ checkCatalog: "true" }, (name) => `the provider argument ${name}`)).toMatchObject({
    allowUnrecorded: "the provider argument allowUnrecorded",
    checkCatalog: "the provider argument checkCatalog",
  });
});

test("two engines on one plugin each keep their own configuration", () => {
  const provider = new Provider({});
  const [first, second] = [new Engine(), new Engine()];
  provider.configure(first, configured("one"));
  const session = provider.session(first);
  provider.configure(second, configured("two"));
  expect(provider.session(first)).toBe(session);
  expect(provider.session(second)).not.toBe(session);
  expect(provider.session(new Engine())).toBe(provider.session(second));
});

test("a Pulumi command does not find a pod that was deleted since the previous command", async () => {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  try {
    const provider = new Provider({});
    const [first, second] = [new Engine(), new Engine()];
    const values = { apiKey: emulator.apiKey, baseUrl: emulator.url };
    provider.configure(first, values);
    const { pods } = provider.session(first).platform;
    const { id } = await pods.create({ name: "web", image: "nginx", gpu: { id: "NVIDIA L4" } });
    expect(await pods.find(id)).toMatchObject({ id });
    const existing = () => provider.session(first).existing.listing(podTraces, 60_000);
    expect((await existing()).items).toMatchObject([{ id }]);
    provider.recorded.followed.set("template", { revision: 2, before: 1, changed: [], inputs: {} });
    await fetch(`${emulator.url}/v2/pods/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${emulator.apiKey}` },
    });

    provider.configure(second, values);
    expect(await provider.session(second).platform.pods.find(id)).toBeUndefined();
    expect((await existing()).items).toEqual([]);
    expect(provider.recorded.followed.size).toBe(0);
  } finally {
    await emulator.close();
  }
});
