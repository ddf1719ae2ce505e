import { afterAll, expect, test } from "vitest";
import { connect } from "../../../client";
import { client, json, KEY, serve } from "../support/local-server";

const platform = connect({ apiKey: KEY });
const { publicEndpoints } = platform;
afterAll(() => platform.close());

test("a program can submit a job to a public model and read the job's cost", async () => {
  const server = await serve(
    json(200, { id: "job1", status: "IN_QUEUE" }),
    json(200, { id: "job1", status: "COMPLETED", output: { image_url: "https://x", cost: 0.02097152 } }),
  );
  const models = client(server.url).publicEndpoints;
  const done = await models.submit("black-forest-labs-flux-1-dev", { prompt: "a cat" });
  expect(models.costOf(done)).toBe(0.02097152);
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/v2/black-forest-labs-flux-1-dev/run", `Bearer ${KEY}`],
    ["/v2/black-forest-labs-flux-1-dev/status/job1", `Bearer ${KEY}`],
  ]);
});

test.each([
  ["black-forest-labs-flux-1-dev", { width: 1024, height: 1024 }, 0.02097152, {}],
  ["black-forest-labs-flux-1-schnell", { width: 1000, height: 500 }, 0.0012, {}],
  ["black-forest-labs-flux-1-dev", { width: 512 }, 0.01048576, { height: 1024 }],
  ["wan-2-5", { duration: 10, resolution: "720p" }, 1, {}],
  ["wan-2-5", { duration: 5, size: "832*480" }, 0.25, {}],
  ["wan-2-5", { duration: 5, size: "1920*1080" }, 0.75, {}],
  ["wan-2-5", {}, 0.5, { duration: 5, resolution: "720p" }],
  ["minimax-speech-02-hd", { prompt: "é".repeat(2000) }, 0.1, {}],
  ["qwen3-32b-awq", { max_tokens: 500_000 }, 5, {}],
])("the client estimates the cost of the model %s for the input %o", (model, input, cost, assumed) => {
  const estimate = publicEndpoints.estimate(model, input);
  expect(estimate?.cost).toBeCloseTo(cost, 10);
  expect(estimate?.assumed).toEqual(assumed);
});

test("the client lists public models with their prices", () => {
  expect(publicEndpoints.models()).toContainEqual({ id: "wan-2-5", unit: "5 seconds", price: 0.5 });
  expect(publicEndpoints.models()).toHaveLength(5);
});

test("the client estimates no cost for a model without a listed price or an input that does not determine the cost", () => {
  expect(publicEndpoints.estimate("toString", {})).toBeUndefined();
  expect(publicEndpoints.estimate("qwen3-32b-awq", { prompt: "long" })).toBeUndefined();
  expect(publicEndpoints.estimate("minimax-speech-02-hd", {})).toBeUndefined();
});

test("`costOf` returns the cost that a completed job reports, and 0 for a failed job", () => {
  const done = { id: "job1", status: "COMPLETED" };
  expect(publicEndpoints.costOf({ ...done, output: [{ cost: 0.5 }] })).toBe(0.5);
  expect(publicEndpoints.costOf({ ...done, status: "FAILED" })).toBe(0);
  expect(publicEndpoints.costOf({ ...done, output: "text" })).toBeUndefined();
});
