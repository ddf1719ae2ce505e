import { afterAll, beforeAll, test } from "vitest";
import type { Emulator } from "../../../../emulator";
import { events, missEverywhere } from "./looks/missed";
import { anAccount, scenes } from "./looks/stage";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await anAccount();
});
afterAll(() => emulator.close());

const cases = events.flatMap((event) =>
  scenes.filter(({ kind }) => event.kinds.includes(kind)).map((scene) => ({ ...event, scene, over: scene.transport })),
);

test.each(cases)(
  "$what between any two requests leaves account, state and program alike after the next run ($over)",
  { timeout: 600_000 },
  ({ scene, ...event }) => missEverywhere(emulator, scene, event),
);
