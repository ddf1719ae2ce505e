import { expect, test } from "vitest";
import { Running } from "../../../../../provider/hosts/plugin/construct/running";
import { withLocalStorage } from "../../../../../provider/hosts/plugin/construct/sdk-runtime";

const run = (signal: AbortSignal, construct: () => Promise<unknown>) =>
  withLocalStorage(() => new Running().run(signal, construct));

const never = () => new Promise<never>(() => undefined);

test("a cancel ends a component whose resources the engine no longer answers", async () => {
  const cancel = new AbortController();
  const running = run(cancel.signal, never);
  cancel.abort();
  await expect(running).rejects.toThrow("Pulumi ended the update before this component had all of its resources");
});

test("a component that begins after a cancel creates nothing", async () => {
  let begun = false;
  const construct = () => {
    begun = true;
    return never();
  };
  await expect(run(AbortSignal.abort(), construct)).rejects.toThrow();
  expect(begun).toBe(false);
});

test("the error of a component's resource reaches the user without the SDK's prefixes", async () => {
  const prefix = 'error serializing property "a": error serializing property "b": ';
  const construct = () => Promise.reject(new Error(`${prefix}the smoke test failed`));
  await expect(run(new AbortController().signal, construct)).rejects.toThrow(/^the smoke test failed$/);
});
