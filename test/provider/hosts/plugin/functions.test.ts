import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { expect, test } from "vitest";
import { connect } from "../../../../client";
import type { Emulator } from "../../../../emulator";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { createEndpoint } from "../../../support/endpoints";
import { secret } from "./support/grpc";
import { startProvider, struct } from "./support/provider";

test("a preview runs a job only if the program sets runAtPreview", async () => {
  const { ask, emulator } = await startProvider({ workerStart: 1 });
  const endpointId = await answeringEndpoint(emulator);
  const invoke = async (token: string, args: object, preview: boolean) => {
    const request = new proto.InvokeRequest().setTok(`podwright:index:${token}`);
    const response = await ask<proto.InvokeResponse>("invoke", request.setArgs(struct(args)).setPreview(preview));
    expect(response.getFailuresList()).toEqual([]);
    return response.getReturn()?.toJavaScript();
  };
  const before = emulator.requests().length;
  expect(await invoke("runJob", { endpointId, input: { n: 1 } }, true)).toEqual({});
  expect(await invoke("runJob", { endpointId: unknownValue, input: { n: 1 } }, false)).toEqual({});
  expect(await invoke("getPod", { id: unknownValue }, true)).toEqual({});
  expect(emulator.requests()).toHaveLength(before);

  expect(await invoke("runJob", { endpointId, input: { n: 1 }, runAtPreview: true }, true)).toMatchObject({
    output: "done",
  });
  expect(await invoke("getNetworkVolumes", {}, true)).toEqual({ networkVolumes: [] });
  const secretly = await invoke("getNetworkVolumes", { dataCenter: secret("EU-RO-1") }, true);
  expect(secretly, "what a secret leads to").toEqual({ networkVolumes: secret([]) });
});

test("the error of a function names the wrong arguments in the field `property`", async () => {
  const { ask } = await startProvider({});
  const request = new proto.InvokeRequest().setTok("podwright:index:runJob");
  const args = struct({ endpointId: 7, input: { n: 1 }, timeout: "soon", wait: true });
  const response = await ask<proto.InvokeResponse>("invoke", request.setArgs(args));
  const [failure] = response.getFailuresList();
  expect(failure?.getProperty().split(", ").sort()).toEqual(["endpointId", "timeout", "wait"]);
  expect(failure?.getReason()).toContain("endpointId: must be a string");
});

async function answeringEndpoint({ apiKey, url, handle }: Emulator): Promise<string> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const id = await createEndpoint(platform, { workersMax: 1 });
  await platform.close();
  handle(id, () => ({ output: "done" }));
  return id;
}
