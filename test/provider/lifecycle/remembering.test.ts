import { expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { gpuOfEndpoint, remembering } from "../../../provider/lifecycle/remembering";
import { InitError } from "../../../provider/pulumi/errors";
import type { Resource } from "../../../provider/session/resource";
import { testRun } from "../../support/test-run";

test("the journal records an endpoint's new hardware even if the change fails half way", async () => {
  const noted: unknown[] = [];
  const run = {
    ...testRun(),
    remember: ({ event, gpu }: { event: string; gpu: string | null }) => noted.push([event, gpu]),
  };
  const failing = (gpuIds: string) => Promise.reject(new InitError("ep1", { gpuIds }, ["no worker is ready"]));
  const endpoint = (lifecycle: Partial<Resource<Values>>) =>
    remembering({ kind: "ServerlessEndpoint", gpuOf: gpuOfEndpoint, ...lifecycle } as Resource<Values> & {
      gpuOf: typeof gpuOfEndpoint;
    });
  const request = { id: "ep1", olds: {}, news: {}, state: { gpuIds: "ADA_24" } };
  const failed = endpoint({ create: () => failing("ADA_24"), update: () => failing("AMPERE_80") });

  await expect(failed.create(run, {})).rejects.toThrow("no worker is ready");
  await expect(failed.update(run, request)).rejects.toThrow("no worker is ready");
  await endpoint({ update: async () => ({ outputs: { gpuIds: "ADA_24" } }) }).update(run, request);
  await expect(endpoint({ update: () => Promise.reject(new Error("lost")) }).update(run, request)).rejects.toThrow(
    "lost",
  );

  expect(noted).toEqual([
    ["created", "ADA_24"],
    ["updated", "AMPERE_80"],
  ]);
});
