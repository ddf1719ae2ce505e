import { test } from "vitest";
import { killEverywhere } from "../harness/every-kill/story";

test("after a kill at any request of create, update, replace and destroy, the messages lead to each resource once, and to no other", () =>
  killEverywhere({ host: "plugin", transport: "graphql", isComponent: false }, 16));
