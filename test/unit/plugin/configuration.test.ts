import { expect, test } from "vitest";
import { Configuration } from "../../../provider/hosts/plugin/configuration";

test("a configuration that is said twice goes on with its session; another one gets one of its own", () => {
  const configuration = new Configuration({}, {});
  configuration.configure({ apiKey: "one", baseUrl: "http://127.0.0.1:1" });
  const session = configuration.session();
  session.created.set("web-1", "pod-1");

  configuration.configure({ apiKey: "one", baseUrl: "http://127.0.0.1:1" });
  expect(configuration.session()).toBe(session);

  configuration.configure({ apiKey: "two", baseUrl: "http://127.0.0.1:1" });
  expect(configuration.session().created.size).toBe(0);
});
