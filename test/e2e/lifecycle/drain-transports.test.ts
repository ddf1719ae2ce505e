import { test } from "vitest";
import { drainEveryPolicy } from "../harness/platform/draining";

test("each drain policy is kept where a save resets what it leaves out", () =>
  drainEveryPolicy({ saveEndpoint: "replace" }));

test("each drain policy is kept over REST", () => drainEveryPolicy({}, "rest"));
