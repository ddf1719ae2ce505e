import type * as z from "zod";
import { valueToSend } from "../../../kernel/meaning";
import { type EndpointInput, type Setting, type SettingRows, settingRows } from "../settings";

/** Settings with a path in REST. The path is a `key`, either in a `group` or directly in the body. */
const placed = settingRows.flatMap(([name, row]) => {
  const [key = "", group = ""] = (row.rest ?? "").split(".").reverse();
  return key === "" ? [] : [{ ...row, name, key, group, schema: row.restSchema ?? row.schema }];
});

type PathOf<Name extends Setting> = SettingRows[Name] extends { readonly rest: infer Path } ? Path : never;
type SchemaOf<Name extends Setting> = SettingRows[Name] extends { readonly restSchema: infer Schema extends z.ZodType }
  ? Schema
  : SettingRows[Name]["schema"];
type KeyIn<Group extends string, Path> = Group extends ""
  ? Exclude<Path, `${string}.${string}`>
  : Path extends `${Group}.${infer Key}`
    ? Key
    : never;
type FieldsIn<Group extends string> = {
  readonly [Name in Setting as KeyIn<Group, PathOf<Name>> & string]: SchemaOf<Name>;
};

/** Returns the schemas of the settings in a group of a response. `""` is the response itself. */
export function fieldsIn<Group extends string>(group: Group): FieldsIn<Group> {
  const fields = placed.filter((place) => place.group === group).map(({ key, schema }) => [key, schema]);
  return Object.fromEntries(fields) as FieldsIn<Group>;
}

type Placed = { readonly [Name in Setting]: PathOf<Name> extends never ? never : Name }[Setting];
/** Settings in `gpu` exist only for GPU endpoints. */
type Absent<Path> = Path extends `gpu.${string}` ? undefined : never;
type PlacedSettings = { readonly [Name in Placed]: z.output<SchemaOf<Name>> | Absent<PathOf<Name>> };

/** Reads the settings that a response has at their paths. */
export function settingsIn(response: object): PlacedSettings {
  const found = placed.map(({ name, group, key }) => [name, at(group === "" ? response : at(response, group), key)]);
  return Object.fromEntries(found) as PlacedSettings;
}

function at(value: unknown, key: string): unknown {
  return value instanceof Object ? Reflect.get(value, key) : undefined;
}

type Body = Readonly<Record<string, unknown>> & Readonly<Record<"gpu" | "workers" | "scaling", object | undefined>>;

/** Writes the given settings to their paths in a body. */
export function bodyWith(settings: Partial<EndpointInput>): Body {
  const body: Record<string, unknown> = {};
  for (const { name, group, key } of placed) {
    const value = settings[name];
    if (value === undefined) continue;
    if (group === "") body[key] = value;
    else body[group] = { ...(body[group] as object | undefined), [key]: value };
  }
  return body as Body;
}

/** Returns the given settings that differ from the live settings. */
export function changesOf(live: Partial<EndpointInput>, given: Partial<EndpointInput>): Partial<EndpointInput> {
  const entries = settingRows.map(([name, row]) => [name, valueToSend(row, given[name], live[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
