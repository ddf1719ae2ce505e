import { test } from "vitest";
import { settings } from "../harness/every-kill/point";
import { killEverywhere } from "../harness/every-kill/story";

test.each(settings)("after a kill at any request, the messages lead to each resource once: %o", (setting) =>
  killEverywhere(setting),
);
