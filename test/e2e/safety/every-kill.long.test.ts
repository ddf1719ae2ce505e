import { test } from "vitest";
import { settings } from "../harness/every-kill/point";
import { killEverywhere } from "../harness/every-kill/story";

test.each(settings.slice(1))("after a kill at any request, each resource exists once: %o", (setting) =>
  killEverywhere(setting, 10),
);
