import { expect, test } from "vitest";
import { facts } from "../../../provider/dynamic/resources/facts";
import { allResources, withDefaults } from "../../../provider/resources";

test.each(allResources)(
  "a program's process knows of a $kind what its definition says",
  ({ kind, inputs, outputs, secrets, autoname }) => {
    const filled = [...(autoname ? ["name"] : []), ...Object.keys(withDefaults(inputs, {}))];
    const known = facts[kind as keyof typeof facts];
    expect(known.secrets).toEqual(secrets);
    expect([...known.computed].sort()).toEqual([...filled, ...Object.keys(outputs.shape)].sort());
  },
);
