import { expect, test } from "vitest";
import { z } from "zod";
import type { GpuTypeId } from "../../../provider/hosts/dynamic";
import { knownNames } from "../../../provider/planning/catalog/known-names";
import { catalogName } from "../../../provider/planning/catalog/name";
import { type Marks, Types, typeName } from "../../../provider/schema/package/types";

const translate = (shape: z.ZodRawShape, marks: Marks = () => ({})) => {
  const types = new Types("p");
  const { properties, required } = types.object("Thing", z.object(shape), marks);
  return { properties, required, types: types.all };
};

test("plain types keep their kind, whole numbers theirs, and anything is anything", () => {
  const { properties, required } = translate({
    text: z.string().min(1),
    whole: z.int(),
    real: z.number().optional(),
    yes: z.boolean().nullish(),
    list: z.array(z.string()),
    map: z.record(z.string(), z.int()),
    any: z.unknown(),
  });
  expect(properties).toEqual({
    text: { type: "string" },
    whole: { type: "integer" },
    real: { type: "number" },
    yes: { type: "boolean" },
    list: { type: "array", items: { type: "string" } },
    map: { type: "object", additionalProperties: { type: "integer" } },
    any: { $ref: "pulumi.json#/Any" },
  });
  expect(required).toEqual(["text", "whole", "list", "map", "any"]);
});

test("a default is documented and makes the property optional", () => {
  const { properties, required } = translate({ mode: z.enum(["SLOW", "VERY_FAST"]).default("SLOW").describe("How.") });
  expect(properties.mode).toEqual({ $ref: "#/types/p:index:ThingMode", description: "How.", default: "SLOW" });
  expect(required).toBeUndefined();
});

test("the values of an enum get names that every language can spell", () => {
  const { types } = translate({ mode: z.enum(["VERY_FAST", "CPU", "process"]) });
  expect(types["p:index:ThingMode"]).toEqual({
    type: "string",
    enum: [
      { name: "VeryFast", value: "VERY_FAST" },
      { name: "CPU", value: "CPU" },
      { name: "Process", value: "process" },
    ],
  });
});

test("a text from a catalog offers the names of the list, and may be another", () => {
  const { properties, types } = translate({ gpus: z.array(catalogName("gpuType").optional()) });
  const oneOf = [{ type: "string" }, { $ref: "#/types/p:index:GpuTypeId" }];
  expect(properties.gpus).toEqual({ type: "array", items: { type: "string", oneOf } });
  expect(types["p:index:GpuTypeId"]).toMatchObject({
    description: expect.stringContaining(knownNames.date),
    enum: expect.arrayContaining([{ name: "Nvidia_A100_Sxm4_80gb", value: "NVIDIA A100-SXM4-80GB" }]),
  });
  // The compiler judges the npm package's type.
  const other: GpuTypeId = "a card of tomorrow";
  expect(knownNames.gpuTypes).not.toContain(other);
});

test("one schema at two places is one type", () => {
  const place = z.object({ city: z.string() });
  const { properties, types } = translate({ home: place.optional().describe("Home."), others: z.array(place) });
  expect(Object.keys(types)).toEqual(["p:index:ThingHome"]);
  expect(properties.others).toEqual({ type: "array", items: { $ref: "#/types/p:index:ThingHome" } });
});

test("one schema at two places is two types where a change means different things", () => {
  const place = z.object({ city: z.string() });
  const marks: Marks = (path) => (path.join(".") === "home.city" ? { willReplaceOnChanges: true } : {});
  const { types } = translate({ home: place, others: z.array(place) }, marks);
  expect(Object.keys(types)).toEqual(["p:index:ThingHome", "p:index:ThingOther"]);
});

test("a schema's own title is its type's name", () => {
  const { types } = translate({ home: z.object({ city: z.string() }).meta({ title: "Place" }) });
  expect(Object.keys(types)).toEqual(["p:index:Place"]);
});

test("two different types of one name are refused", () => {
  const titled = (shape: z.ZodRawShape) => z.object(shape).meta({ title: "Place" });
  expect(() => translate({ a: titled({ x: z.string() }), b: titled({ y: z.string() }) })).toThrow("p:index:Place");
});

test("a schema that no Pulumi type stands for is refused by its place", () => {
  expect(() => translate({ when: z.object({ at: z.date() }) })).toThrow(
    'Thing.when.at: there is no Pulumi type for zod\'s "date"',
  );
});

test("types are named after where they are, items in the singular", () => {
  expect(typeName("Pod", ["mounts", "network", 0])).toBe("PodMountsNetwork");
  expect(typeName("Pod", ["portMappings", 0])).toBe("PodPortMapping");
});
