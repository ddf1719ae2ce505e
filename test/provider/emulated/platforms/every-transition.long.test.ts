import { describe, expect, test } from "vitest";
import { useLifecycles } from "../harness";
import { interfaces, triedOver } from "./interfaces";
import { walked } from "./transitions";

// Each input goes from every sample value to every other and to absent, and back. `walks.ts` plans the ways from the declarations
// and test/samples.ts, so a new input is covered as soon as it is declared. After each step, RunPod must have the program's value, and
// a preview, a refresh and a preview after the refresh must be empty.
//
// It does not cover: two inputs that change in one update; inputs of components; Pulumi's real engine, which changes.long.test.ts uses;
// a step's requests, which every-change.long.test.ts counts; the copied template and the data centers of an endpoint over REST, of which
// only the previews and the refresh are compared; and values that RunPod never shows.
describe.each(interfaces)("a platform with $title", (served) => {
  const { options = {}, transport = "graphql" } = served;
  const world = useLifecycles(options, { endpointTransport: transport });

  test.each(triedOver(served))(
    "every step of every input of a %s arrives, and so does the way back (%s host)",
    async (kind, host) => {
      world.emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" });

      const { faults, refused, steps } = await walked(world, kind, served, { host });

      expect(faults).toEqual([]);
      expect(refused).toEqual(kind === "NetworkVolume" ? ["NetworkVolume size: 40 -> 20"] : []);
      expect(steps).toBeGreaterThan(0);
    },
  );
});
