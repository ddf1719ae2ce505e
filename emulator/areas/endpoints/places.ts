import * as z from "zod";
import type { Serving } from "../../http/newer";
import { newer } from "../../http/validation";
import { defined } from "../../records/container";
import type { Endpoint } from "../../records/endpoint";
import { type EndpointSettings, endpointRows } from "../../records/endpoint-settings";

/** Settings with a path in REST. The path is a `key`, either in a `group` or directly in the body. */
const placed = endpointRows.flatMap(([name, row]) => {
  const [key = "", group = ""] = (row.rest ?? "").split(".").reverse();
  return key === "" ? [] : [{ ...row, name: name as keyof EndpointSettings, key, group }];
});
const inGroup = (wanted: string) => placed.filter(({ group }) => group === wanted);

/** Returns the properties of a group in a request. */
export function requestPlaces(group: string): Record<never, z.ZodType> {
  const properties = inGroup(group).map(
    ({ key, schema, range: [least, greatest = Infinity] = [-Infinity], ...row }) => {
      const known = schema instanceof z.ZodNumber ? z.int().min(least).max(greatest) : schema;
      return [key, row.newer === true ? newer(known.optional()) : known.optional()];
    },
  );
  return Object.fromEntries(properties);
}

/** Returns the settings that a request sent. */
export function sentIn(body: object): Partial<EndpointSettings> {
  const at = (value: unknown, key: string): unknown => (value instanceof Object ? Reflect.get(value, key) : undefined);
  const holder = (group: string) => (group === "" ? body : at(body, group));
  return defined(Object.fromEntries(placed.map(({ name, group, key }) => [name, at(holder(group), key)])));
}

/** Returns the properties of a group in a response. */
export function shownPlaces({ settings }: Serving, endpoint: Endpoint, group: string): Record<string, unknown> {
  const shown = inGroup(group).filter((row) => row.newer !== true || !settings.strictInterface);
  return Object.fromEntries(shown.map(({ name, key }) => [key, endpoint[name]]));
}
