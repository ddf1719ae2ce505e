import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, test } from "vitest";
import { connect } from "../../../../client";
import { createEndpoint } from "../../../support/endpoints";
import { urn } from "./support/grpc";
import { startProvider, struct } from "./support/provider";

// Ctrl-C is no death of the engine: it still records what an operation reports.

test("Ctrl-C while a job is awaited does not cancel the job: the state keeps it, and the next up waits for it", async () => {
  const { ask, emulator } = await startProvider({ workerStart: 1 });
  const { apiKey, url } = emulator;
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const endpointId = await createEndpoint(platform, { workersMax: 1 });
  await platform.close();
  emulator.handle(endpointId, () => new Promise(() => undefined));
  const inputs = struct({ endpointId, input: { n: 1 }, __autoname: "job-1" });
  const created = ask("create", new proto.CreateRequest().setUrn(urn("Job")).setProperties(inputs)).catch(
    (error: Error) => error.message,
  );
  await expect.poll(() => emulator.counts().status ?? 0).toBeGreaterThan(0);

  await ask("cancel", new Empty());

  expect(await created).toContain("The job is kept in the state");
  expect(emulator.counts().cancel).toBeUndefined();
});

test("Ctrl-C while the answer to a create is lost still looks for the pod, and the state keeps it", async () => {
  const { ask, emulator } = await startProvider({ provision: 1, start: 1 });
  emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
  // The first list is before the create; the cancel meets the search after it.
  emulator.addFault({ operation: "listPods", skip: 1, effect: { delayMs: 600_000 } });
  const inputs = { name: "web-1", __autoname: "web-1", image: "nginx", gpu: { id: "NVIDIA L4" } };
  const request = new proto.CreateRequest().setUrn(urn("Pod")).setProperties(struct(inputs));
  const created = ask<proto.CreateResponse>("create", request);
  created.catch(() => undefined);
  await expect.poll(() => emulator.state().pods.length).toBe(1);
  await expect.poll(() => emulator.counts().listPods ?? 0).toBeGreaterThan(1);

  await ask("cancel", new Empty());

  expect((await created).getId()).toBe(emulator.state().pods[0]?.id);
});
