import { expect, test } from "vitest";
import type { Platform } from "../../../client";
import { withList, workersLeft } from "../../../provider/kinds/serverless-endpoint/activity";

test.each([
  ["counts workers that the list does not show", 2, [], 2],
  ["shows workers that the count does not contain", 0, [{}, {}, {}], 3],
])("an endpoint has workers left if RunPod's list %s", async (_, total, workers, left) => {
  const platform = { workers: { list: async () => ({ summary: { total }, workers }) } } as unknown as Platform;
  const seen = { id: "ep", queued: 0, inProgress: 0, counted: 0 };
  const now = await withList(platform, seen, new AbortController().signal);
  expect(now && workersLeft(now)).toBe(left);
});
