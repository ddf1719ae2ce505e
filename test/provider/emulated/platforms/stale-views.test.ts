import { afterAll, beforeAll, test } from "vitest";
import type { Emulator } from "../../../../emulator";
import { anAccount, scenes } from "./looks/stage";
import { lagBehind } from "./looks/stale-story";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await anAccount();
});
afterAll(() => emulator.close());

test.each(scenes)(
  "a $kind over $transport is right in the end, although some reads show the account as it was before a change",
  (scene) => lagBehind(emulator, scene, (points) => points.filter((_, index) => index % 31 === 5)),
);
