import { afterAll, beforeAll, test } from "vitest";
import type { Emulator } from "../../../../emulator";
import { events, missEverywhere } from "./looks/missed";
import { anAccount, scenes } from "./looks/stage";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await anAccount();
});
afterAll(() => emulator.close());

test.each(events)("$what between two requests leaves account, state and program alike after the next run", (event) => {
  const [scene] = scenes.filter(({ kind }) => event.kinds.includes(kind));
  if (scene === undefined) throw new Error("no kind meets this event");
  return missEverywhere(emulator, scene, event, (index) => index % 19 === 4);
});
