import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { expect, test } from "vitest";
import { keepStructsPlain } from "../../../../../provider/hosts/plugin/properties/plain-structs";
import { readField, writeField } from "../../../../../provider/hosts/plugin/properties/struct-bytes";
import { fc } from "../../../../support/property";

type Plain = Parameters<typeof Struct.fromJavaScript>[0];

/** The library writes the fields of a struct by their names. */
const byName = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, byName(inner)]));
};

// Without number-like names: JavaScript moves them to the front, so their order would differ from the library's
// order.
const name = fc.string({ unit: "grapheme" }).filter((key) => key !== "__proto__" && !/^\d/.test(key));
const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ minLength: 120, maxLength: 20_000 }));
const { values } = fc.letrec<{ value: unknown; values: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    ...[text, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)],
    fc.array(tie("value"), { maxLength: 4 }),
    tie("values"),
  ),
  values: fc.dictionary(name, tie("value"), { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<Plain>,
}));

test("the plugin encodes values of every kind and size exactly as Protobuf's own library does", () => {
  const samples = fc.sample(values, 300).map((sample) => byName(sample) as Plain);
  const theirs = samples.map((sample) => Struct.fromJavaScript(sample).serializeBinary());
  keepStructsPlain();
  for (const [index, sample] of samples.entries()) {
    const bytes = theirs[index] as Uint8Array;
    expect(Struct.deserializeBinary(bytes).toJavaScript()).toEqual(sample);
    expect(Buffer.from(Struct.fromJavaScript(sample).serializeBinary())).toEqual(Buffer.from(bytes));
  }
});

test("an input named `__proto__` arrives like any other input", () => {
  const received = {};
  readField(writeField("__proto__", { polluted: true }), received);
  expect(Object.entries(received)).toEqual([["__proto__", { polluted: true }]]);
  expect(received).not.toHaveProperty("polluted");
});

test("the plugin refuses a message that is cut off at any byte", () => {
  const bytes = writeField("name", { list: ["text", 1.5, true, null], [`${"long".repeat(50)}`]: { a: "b" } });
  for (let length = 1; length < bytes.length; length += 1) {
    expect(() => readField(bytes.subarray(0, length), {})).toThrow(RangeError);
  }
  expect(() => readField(Buffer.from([0x1a, 0]), {})).toThrow("no field 3 of wire type 2");
  expect(() => writeField("name", undefined)).toThrow("a value of type undefined");
});
