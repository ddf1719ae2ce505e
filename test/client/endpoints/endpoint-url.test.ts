import { expect, test } from "vitest";
import { endpointUrl } from "../../../client";

test.each([
  ["https://api.runpod.ai", "QB", "https://api.runpod.ai/v2/e1"],
  ["https://api.runpod.ai", undefined, "https://api.runpod.ai/v2/e1"],
  ["https://api.runpod.ai", "LB", "https://e1.api.runpod.ai"],
  ["http://127.0.0.1:8484", "QB", "http://127.0.0.1:8484/v2/e1"],
  ["http://127.0.0.1:8484", "LB", "http://e1.localhost:8484"],
  ["http://[::1]:8484", "LB", "http://e1.localhost:8484"],
  ["http://localhost:8484", "LB", "http://e1.localhost:8484"],
])("the address %s for jobs gives an endpoint of type %s the URL %s", (serverlessUrl, type, url) => {
  expect(endpointUrl({ serverlessUrl }, { id: "e1", type })).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});
