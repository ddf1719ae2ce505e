import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

// The release that the live endpoint serves. A commit changes the release, and a revert of the commit restores the old
// release.
const config = new Config();
const image = config.require("image");
const gpuIds = config.get("gpuIds") ?? "AMPERE_16";

// A new release runs here first. Only the smoke test sends it jobs. Between releases, this endpoint has no worker and
// costs nothing.
const candidateWorker = new Template("candidate", { image, serverless: true });
const candidate = new ServerlessEndpoint("candidate", {
  templateId: candidateWorker.id,
  gpuIds,
  workersMin: 0,
  workersMax: 1,
  idleTimeout: 5,
});

const prompt = "ping";
const smoke = new Job("smoke", {
  endpointId: candidate.id,
  input: { prompt },
  triggers: [image, gpuIds],
  timeout: "15m",
});

// The live endpoint gets its image from here. If the test gets a good answer, the endpoint changes. Otherwise it stays unchanged.
const release = smoke.output.apply((answer) => {
  if (!answersWell(answer)) throw new Error(`${image} answered the smoke test with ${JSON.stringify(answer)}`);
  return { image, gpuIds };
});

const liveWorker = new Template("live", { image: release.image, serverless: true });
const live = new ServerlessEndpoint("live", {
  templateId: liveWorker.id,
  gpuIds: release.gpuIds,
  workersMin: config.getNumber("workersMin") ?? 0,
  workersMax: config.getNumber("workersMax") ?? 3,
});

export const current = liveWorker.image;
export const liveId = live.id;
export const liveUrl = live.url;

/** Decides whether an answer of your model is good. This worker repeats its input. */
function answersWell(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "prompt" in answer && answer.prompt === prompt;
}
