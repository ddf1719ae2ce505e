import { test } from "vitest";
import { settings } from "../harness/every-kill/point";
import { killEverywhere } from "../harness/every-kill/story";

test.each(settings.slice(0, 1))(
  "after a kill at a request of a create, update, replacement or destroy, the messages lead to each resource once: %o",
  (setting) => killEverywhere(setting, 16),
);
