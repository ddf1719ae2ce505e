import { expect, test } from "vitest";
import { contract } from "../../contract/exceptions";
import { documentedBodies } from "../support/good-bodies";
import { useEmulator } from "../support/harness";

const it = useEmulator();

const strange = [undefined, null, "", "-x", 0, 1, 1.5, 251, 4097, true, [], { foo: 1 }];
/** All settings that any body accepts, to try them in bodies that must not have them. */
const settings: Readonly<Record<string, unknown>> = Object.assign(
  { unheardOf: 1 },
  ...Object.values(documentedBodies).flat(),
);

/** Yields the body, an empty body, and the body with a single change: a value is changed, removed, doubled or added. */
function* variantsOf(body: object): Iterable<object> {
  yield* [body, {}];
  for (const [key, value] of Object.entries(settings)) if (!(key in body)) yield { ...body, [key]: value };
  for (const path of placesIn(body)) {
    const holderIn = (copy: object) => path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key), copy);
    const last = path.at(-1) ?? "";
    const present: unknown = Reflect.get(holderIn(body), last);
    const doubled = Array.isArray(present) ? [[...present, ...present]] : [];
    for (const value of [...strange, ...doubled]) {
      const copy = structuredClone(body);
      Reflect.set(holderIn(copy), last, value);
      yield copy;
    }
  }
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? Object.keys(value) : [...Object.keys(value), "unheardOf"];
  return own.flatMap((key) => [[key], ...placesIn(Reflect.get(value, key)).map((path) => [key, ...path])]);
}

test.each(Object.entries(documentedBodies))(
  "%s refuses with a 422 exactly the bodies that RunPod's OpenAPI document forbids",
  async (name, bodies) => {
    const operation = contract.operations.find((one) => one.name === name)!;
    const path = operation.path.replace(/\{\w+\}/g, "nobody");
    for (const body of bodies)
      for (const text of new Set([...variantsOf(body)].map((variant) => JSON.stringify(variant)))) {
        const isAllowed = contract.violationsOfRequest(operation, text).length === 0;
        const { status } = await it.send(operation.method, path, text);
        if (status === 201) it.emulator.reset();
        if (isAllowed === (status === 422))
          throw new Error(`${isAllowed ? "allowed" : "not allowed"}, ${status}: ${text}`);
      }
    expect(bodies.flatMap((body) => contract.violationsOfRequest(operation, JSON.stringify(body)))).toEqual([]);
  },
);
