import { describe, expect, test } from "vitest";
import { fc } from "../../../support/property";
import { useLifecycles } from "../harness";
import { interfaces, triedOver } from "./interfaces";
import { walked } from "./transitions";

/** Inputs of each kind. every-transition.long.test.ts takes all of them, under both hosts and every interface. */
const mostInputs = 5;

const some = interfaces.filter(({ title }) => ["RunPod's present interface", "endpoints over REST"].includes(title));

describe.each(some)("a platform with $title", (served) => {
  const { transport = "graphql" } = served;
  const world = useLifecycles({}, { endpointTransport: transport });
  const kinds = triedOver({ ...served, hosts: ["plugin"] }).map(([kind]) => kind);

  test.each(kinds)("every step of some inputs of a %s arrives, and so does the way back", async (kind) => {
    const { faults, steps } = await walked(world, kind, served, {
      chosen: (walks) => {
        const maxLength = Math.min(mostInputs, walks.length);
        return fc.sample(fc.shuffledSubarray(walks, { minLength: maxLength, maxLength }), 1)[0] ?? [];
      },
    });

    expect(faults).toEqual([]);
    expect(steps).toBeGreaterThan(0);
  });
});
