import { describe, expect, test } from "vitest";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator();
const flux = "black-forest-labs-flux-1-dev";
const billed = async () => (await it.get("/v2/billing/endpoints?bucketSize=hour&lastN=1")).metadata.totals.totalAmount;

/** Runs a job to its end. */
async function outcome(model: string, input: object) {
  const job = await it.run(model, { input });
  it.advance(120_000);
  return await it.job(model, job);
}

describe("a public model", () => {
  test.each([
    [flux, { prompt: "a cat" }, { image_url: expect.stringMatching(/\.jpeg$/), cost: 0.02097152 }],
    [flux, { prompt: "a cat", width: 512, height: 256, image_format: "png" }, { cost: 0.00262144 }],
    ["black-forest-labs-flux-1-schnell", { prompt: "a cat" }, { cost: 0.002516582 }],
    ["wan-2-5", { prompt: "a cat walks" }, { video_url: expect.stringMatching(/^https:.*\.mp4$/), cost: 0.5 }],
    ["wan-2-5", { prompt: "a cat walks", size: "1920*1080", duration: 10 }, { cost: 1.5 }],
    ["wan-2-5", { prompt: "a cat walks", resolution: "480p" }, { cost: 0.25 }],
    ["minimax-speech-02-hd", { prompt: "x".repeat(1500) }, { audio_url: expect.any(String), cost: 0.075 }],
  ])("named %s bills the cost of its answer to the input %j", async (model, input, output) => {
    const job = await outcome(model, input);
    expect(job).toMatchObject({ status: "COMPLETED", output, workerId: expect.any(String) });
    expect(await billed()).toBeCloseTo(job.output.cost, 9);
  });

  test("returns no more text tokens than the request allows", async () => {
    const { output } = await outcome("qwen3-32b-awq", { prompt: "Who are you?", max_tokens: 4 });
    expect(output).toEqual([
      { choices: [{ tokens: [expect.stringContaining("You asked")] }], cost: 0.00004, usage: { input: 3, output: 4 } },
    ]);
    expect(await billed()).toBeCloseTo(0.00004, 9);
  });

  test("accepts the operations runsync and cancel", async () => {
    const reply = it.post(`/v2/${flux}/runsync`, { input: { prompt: "a cat", num_inference_steps: 1 } });
    expect((await it.whileTimePasses(reply)).body).toMatchObject({
      id: expect.stringMatching(/^sync-/),
      status: "COMPLETED",
    });
    const { body } = await it.post(`/v2/${flux}/run`, { input: { prompt: "a dog" } });
    expect((await it.post(`/v2/${flux}/cancel/${body.id}`)).body.status).toBe("CANCELLED");
    it.advance(60_000);
    expect(await it.get(`/v2/${flux}/stream/${body.id}`)).toEqual([]);
    expect(await billed()).toBeCloseTo(0.02097152, 9);
  });

  test.each([
    [flux, {}],
    [flux, { prompt: "a cat", width: 200 }],
    [flux, { prompt: "a cat", height: 1000 }],
    [flux, { prompt: "a cat", width: "1024" }],
    ["wan-2-5", { prompt: "a cat", duration: 0 }],
    ["minimax-speech-02-hd", { text: "" }],
    ["qwen3-32b-awq", { max_tokens: 5 }],
  ])("named %s refuses the wrong input %j without cost", async (model, input) => {
    const { status, body } = await it.post(`/v2/${model}/run`, { input });
    expect([status, body]).toMatchObject([
      400,
      { id: expect.any(String), status: "FAILED", error: expect.any(String) },
    ]);
    const later = await it.send("GET", `/v2/${model}/status/${body.id}`);
    expect([later.status, later.body.status]).toEqual([200, "FAILED"]);
    expect(await billed()).toBe(0);
  });

  test("costs nothing for a failed job", async () => {
    it.emulator.handle("*", () => ({ output: "of the account's own endpoints" }));
    it.emulator.handle(flux, () => {
      throw new Error("unsafe content");
    });
    const failed = await outcome(flux, { prompt: "a cat" });
    expect(failed).toMatchObject({ status: "FAILED", error: "unsafe content" });
    expect(await billed()).toBe(0);
    it.emulator.handle(flux, () => ({ output: { image_url: "https://x.invalid/1.png" } }));
    expect((await it.post(`/v2/${flux}/retry/${failed.id}`)).status).toBe(200);
    it.advance(60_000);
    expect((await it.get(`/v2/${flux}/status/${failed.id}`)).status).toBe("COMPLETED");
    expect(await billed()).toBeCloseTo(0.02097152, 9);
  });

  test("accepts the API key only as a bearer token", async () => {
    const bare = { authorization: "emulator-key" };
    expect((await it.post(`/v2/${flux}/run`, { input: { prompt: "x" } }, bare)).status).toBe(401);
    await outcome(flux, { prompt: "a cat" });
    expect((await it.get("/v2/serverless")).endpoints).toEqual([]);
    expect(await it.statusOf(`/v2/${flux}/health`)).toBe(404);
    expect((await it.post(`/v2/${flux}/purge-queue`)).status).toBe(404);
    expect((await it.post("/v2/no-such-model/run", { input: { n: 1 } })).body).toEqual(
      problem(404, "endpoint not found"),
    );
  });
});
