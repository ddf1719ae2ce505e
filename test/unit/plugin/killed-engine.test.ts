import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import type { Lifeline } from "../../../provider/host/lifeline";
import { connect } from "../../../provider/platform";
import { UnheardError } from "../../../provider/resources/errors";
import { startProvider, struct } from "./support/provider";

test("the job of runJob is cancelled when the engine is killed, and the plugin does not end before", async () => {
  const engine = new AbortController();
  const held: Promise<unknown>[] = [];
  const hold: Lifeline["hold"] = (work) => {
    held.push(work);
    return work;
  };
  const { ask, emulator } = await startProvider({ workerStart: 1 }, { signal: engine.signal, hold });
  const endpointId = await workingEndpoint(emulator);
  const request = new proto.InvokeRequest().setTok("podwright:index:runJob");
  const called = ask("invoke", request.setArgs(struct({ endpointId, input: {} })));
  const refused = expect(called).rejects.toThrow("the Pulumi engine is gone");
  await expect.poll(() => emulator.counts().status ?? 0).toBeGreaterThan(0);

  engine.abort(new UnheardError("the Pulumi engine is gone"));
  // All that the plugin's process waits for.
  await Promise.allSettled(held);

  expect(emulator.counts().cancel).toBe(1);
  await refused;
});

/** An endpoint whose jobs never end by themselves. */
async function workingEndpoint({ apiKey, url, handle }: Emulator): Promise<string> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const { id: templateId } = await platform.templates.create({ name: "worker", image: "worker", serverless: true });
  const { id } = await platform.endpoints.create({
    ...{ name: "answers", templateId, gpuIds: "ADA_24", type: "QB", idleTimeout: 5, locations: null },
    ...{ flashBootType: "OFF", scalerType: "QUEUE_DELAY", scalerValue: 4, workersMin: 0, workersMax: 1 },
    networkVolumeId: null,
  });
  await platform.close();
  handle(id, () => new Promise(() => undefined));
  return id;
}
