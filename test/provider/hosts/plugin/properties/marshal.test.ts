import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, test } from "vitest";
import type { Path } from "../../../../../kernel/values";
import { decode, encode } from "../../../../../provider/hosts/plugin/properties/marshal";
import { unknownValue } from "../../../../../provider/hosts/properties/unknowns";
import { fc } from "../../../../support/property";

const signature = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [signature]: "1b47061264138c4ac30d75fd1eb44270", value });
const output = (more: object) => ({ [signature]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...more });
const resource = (more: object) => ({ [signature]: "5cf8f73096256a8f31e491e813e4eb8e", ...more });
const wire = (values: object) => decode(Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]));

const plain = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie("value"), { maxKeys: 3 }),
    ),
  })).value,
  { maxKeys: 5 },
);

describe("values between the engine and Podwright", () => {
  test("are secret in the same places on both sides", () => {
    fc.assert(
      fc.property(plain, (values) => {
        const places = pathsIn(values).filter((_, index) => index % 3 === 0);
        const outermost = places.filter((place) => !places.some((other) => other !== place && isBelow(place, other)));
        const decoded = decode(encode(values, places));
        expect(decoded.values).toEqual(values);
        expect(sorted(decoded.secrets)).toEqual(sorted(outermost));
      }),
    );
  });

  test("take no more time for each secret if there are hundreds of secrets", () => {
    const readsPerSecret = (count: number) => {
      let reads = 0;
      const counted = (path: Path) =>
        new Proxy(path, {
          get: (target, key, receiver) => {
            reads += 1;
            return Reflect.get(target, key, receiver);
          },
        });
      const names = Array.from({ length: count }, (_, index) => `k${index}`);
      const values = { input: Object.fromEntries(names.map((name) => [name, { token: "x" }])) };
      const encoded = encode(
        values,
        names.map((name) => counted(["input", name, "token"])),
      );
      expect(decode(encoded).secrets).toHaveLength(count);
      return reads / count;
    };
    expect(readsPerSecret(400)).toBe(readsPerSecret(100));
  });

  test("are decoded if they are secret or unknown outputs", () => {
    const { values, secrets, unknowns } = wire({
      known: output({ value: "a" }),
      hidden: output({ value: "b", secret: true }),
      pending: output({ secret: true }),
      open: unknownValue,
      list: [1, unknownValue],
    });
    expect(values).toMatchObject({ known: "a", hidden: "b", pending: unknownValue });
    expect(sorted(secrets)).toEqual(sorted([["hidden"], ["pending"]]));
    expect(sorted(unknowns)).toEqual(sorted([["pending"], ["open"], ["list", 1]]));
  });

  test("become ids if the program passes a resource as an input", () => {
    const { values, unknowns } = wire({
      there: resource({ urn: "urn:a", id: "vol1" }),
      not: resource({ urn: "urn:b", id: "" }),
    });
    expect(values.there).toBe("vol1");
    expect(unknowns).toEqual([["not"]]);
  });

  test("may not be components, because a component never has an id", () => {
    expect(() => wire({ mounts: [resource({ urn: "urn:c" })] })).toThrow(
      "mounts[0]: must be the id of a resource, and a component has no id",
    );
  });

  test.each([
    ["a boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
    ["a number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
    ["a list", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
    ["an object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ])("may be %s that is not known yet", (_what, placeholder) => {
    expect(wire({ a: placeholder })).toEqual({ values: { a: unknownValue }, secrets: [], unknowns: [["a"]] });
  });

  test.each([
    ["an asset", "c44067f5952c0a294b673a41bacd8c17", "must be a plain value, not an asset or archive"],
    ["an archive", "0def7320c3a5731c473e5ecbe6d01bc7", "must be a plain value, not an asset or archive"],
    ["a value of a type from later engines", "0123", "is a kind of value that this provider does not know"],
  ])("may not be %s", (_what, kind, said) => {
    const news = { env: { FILE: secret({ [signature]: kind, text: "canary" }) } };
    expect(() => wire(news)).toThrow(`env.FILE: ${said}`);
    expect(() => wire(news)).not.toThrow("canary");
  });

  test("count as one secret if a secret contains another secret", () => {
    expect(wire({ env: secret({ A: secret("x") }) }).values).toEqual({ env: { A: "x" } });
    const again = encode({ env: { A: "x" } }, [["env"], ["env", "A"]]).toJavaScript();
    expect(again).toEqual({ env: secret({ A: "x" }) });
  });

  test("are left out if the engine's messages cannot carry the values", () => {
    const encoded = encode({ a: undefined, b: () => 1, c: Number.NaN, d: 1n }).toJavaScript();
    expect(encoded).toEqual({ c: null, d: "1" });
  });
});

function pathsIn(value: unknown, path: Path = []): Path[] {
  // null has no content to hide and is never wrapped.
  if (value === null) return [];
  const own = path.length > 0 ? [path] : [];
  if (typeof value !== "object") return own;
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...entries.flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function isBelow(path: Path, other: Path): boolean {
  return path.length > other.length && other.every((part, index) => part === path[index]);
}

function sorted(paths: readonly Path[]): string[] {
  return paths.map((path) => JSON.stringify(path)).sort();
}
