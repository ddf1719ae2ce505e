import { expect, test } from "vitest";
import type { z } from "zod";
import { facts } from "../../../provider/hosts/dynamic/resources/facts";
import { allResources } from "../../../provider/kinds/kinds";
import { withDefaults } from "../../../provider/planning/check";

test.each(allResources)(
  "a program's process knows of a $kind what its definition says",
  ({ kind, inputs, outputs, secrets, changes }) => {
    const shape: Readonly<Record<string, z.ZodType>> = inputs.schema.shape;
    const chosen = changes.observed.filter((name) => shape[name]?.safeParse(undefined).success);
    const filled = [...chosen, ...Object.keys(withDefaults(inputs, {}))];
    const known = facts[kind as keyof typeof facts];
    expect(known.secrets).toEqual(secrets);
    expect([...known.computed].sort()).toEqual([...filled, ...Object.keys(outputs.shape)].sort());
  },
);
