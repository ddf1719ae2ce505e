import { test } from "vitest";
import { tryEveryChange } from "../harness/cases/every-change";

test("the same holds for a ServerlessEndpoint where a save resets what it leaves out", async () => {
  await tryEveryChange("ServerlessEndpoint", { saveEndpoint: "replace" });
});

test("the same holds for a ServerlessEndpoint over REST, and nothing has drifted when it is seen over GraphQL", async () => {
  await tryEveryChange("ServerlessEndpoint", {}, "rest");
});
