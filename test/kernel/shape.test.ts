import { describe, expect, test } from "vitest";
import * as z from "zod";
import { propertiesOf, shapeOf } from "../../kernel/shape";

const place = z.strictObject({ id: z.string() }).meta({ title: "Place", description: "A place." });
const shapes = propertiesOf(
  z.strictObject({
    plain: z.string().min(1).describe("A text."),
    optional: z.int().min(1).describe("A number.").optional(),
    nullable: z.string().describe("May be null.").nullish(),
    filled: z.enum(["ON", "OFF"]).default("ON"),
    anything: z.unknown(),
    list: z.array(place),
    map: z.record(z.string(), z.number()),
    place: place.optional().describe("Where it is."),
    marked: z.string().meta({ catalog: "gpuType" }).describe("A GPU type."),
  }),
);

describe("the shape of a schema", () => {
  test("has the type of each property", () => {
    expect(shapes).toMatchObject({
      plain: { type: "string", isOptional: false, isNullable: false },
      optional: { type: "integer", isOptional: true },
      nullable: { type: "string", isOptional: true, isNullable: true },
      filled: { type: "enum", values: ["ON", "OFF"], isOptional: true, default: "ON" },
      anything: { type: "any", isNullable: false },
      list: { type: "list", item: { type: "object", properties: { id: { type: "string" } } } },
      map: { type: "map", item: { type: "number" } },
      marked: { type: "string", catalog: "gpuType", description: "A GPU type." },
    });
  });

  test("has the description of each property", () => {
    const words = Object.entries(shapes).map(([name, { description }]) => [name, description]);
    expect(Object.fromEntries(words)).toMatchObject({
      plain: "A text.",
      optional: "A number.",
      nullable: "May be null.",
      place: "Where it is.",
    });
  });

  test("is the same for one schema in two places", () => {
    const { list } = shapes;
    const item = list?.type === "list" ? list.item.own : undefined;
    expect(item).toMatchObject({ title: "Place", description: "A place." });
    expect(shapeOf(z.array(place))).toMatchObject({ item: { own: item } });
    expect(shapeOf(z.array(z.strictObject({ id: z.string() })))).not.toMatchObject({ item: { own: { id: item?.id } } });
  });

  test("does not exist for a type that the plugin's schema cannot express", () => {
    expect(() => shapeOf(z.union([z.string(), z.number().min(2)]))).toThrow("no type describes");
    expect(() => shapeOf(z.strictObject({ date: z.date() }))).toThrow();
  });
});
