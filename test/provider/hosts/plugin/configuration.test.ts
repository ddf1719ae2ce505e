import { expect, test } from "vitest";
import { Engine } from "../../../../provider/hosts/plugin/grpc/engines";
import { Provider } from "../../../../provider/hosts/plugin/provider";

const configured = (apiKey: string) => ({ apiKey, baseUrl: "http://127.0.0.1:1" });

test("a configuration that is given twice keeps its session; another one gets its own", () => {
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

test("two engines on one plugin each keep their own configuration, and one without has the latest", () => {
  const provider = new Provider({});
  const [first, second] = [new Engine(), new Engine()];
  provider.configure(first, configured("one"));
  const session = provider.session(first);
  provider.configure(second, configured("two"));
  expect(provider.session(first)).toBe(session);
  expect(provider.session(second)).not.toBe(session);
  expect(provider.session(new Engine())).toBe(provider.session(second));
});
