import { test } from "vitest";
import { killEverywhere } from "../harness/every-kill/story";

test.each([
  { host: "dynamic", transport: "graphql", isComponent: false },
  { host: "plugin", transport: "rest", isComponent: false },
  { host: "plugin", transport: "graphql", isComponent: true },
] as const)("after a kill at any request, each resource exists once: %o", (setting) => killEverywhere(setting, 10));
