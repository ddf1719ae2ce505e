import * as z from "zod";
import { listingOf } from "../collections/listing";
import { id, listOf, nullableText, optional, text } from "../values/fields";
import type { Endpoint, EndpointInput } from "./types";

/*
 * The documents hold the values themselves: the platform documents a request body with `query` alone, and does not name
 * the input type that a variable would have to declare.
 */

const FIELDS =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

export const LIST = `query { myself { endpoints { ${FIELDS} } } }`;

/** Without an id it creates an endpoint. */
export function saveDocument(input: EndpointInput, id?: string): string {
  const { name, gpuIds, templateId, type, idleTimeout, locations, flashBootType, scalerType, ...rest } = input;
  const { scalerValue, workersMin, workersMax, networkVolumeId } = rest;
  const values = {
    ...{ id, name, gpuIds, templateId, type, idleTimeout, locations, flashBootType, scalerType },
    ...{ scalerValue, workersMin, workersMax, networkVolumeId },
  };
  const fields = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field}: ${field === "flashBootType" ? enumName(String(value)) : literal(value)}`],
  );
  return `mutation { saveEndpoint(input: { ${fields.join(", ")} }) { ${FIELDS} } }`;
}

export function deleteDocument(id: string): string {
  return `mutation { deleteEndpoint(id: ${literal(id)}) }`;
}

/** Strings, numbers and null are the same in JSON and GraphQL. */
function literal(value: string | number | null): string {
  return JSON.stringify(value);
}

/** The one value without quotes, so it must be a name and nothing else. */
function enumName(value: string): string {
  return /^[_A-Za-z][_0-9A-Za-z]*$/.test(value) ? value : literal(value);
}

const worker = z.object({ desiredStatus: z.string().nullish() });

/** A field that the account's schema lacks stays `undefined`: an update must not send an invented value for it. */
const endpointSchema: z.ZodType<Endpoint> = z
  .object({
    id,
    name: text,
    gpuIds: text,
    templateId: text,
    type: optional(z.string()),
    idleTimeout: optional(z.number()),
    locations: nullableText,
    flashBootType: optional(z.string()),
    scalerType: optional(z.string()),
    scalerValue: optional(z.number()),
    // A drain and a bill depend on these, so the client does not guess them.
    workersMin: z.number(),
    workersMax: z.number(),
    networkVolumeId: nullableText,
    pods: listOf(worker),
  })
  .transform(({ pods, ...endpoint }) => ({
    ...endpoint,
    workers: pods.filter(({ desiredStatus }) => desiredStatus === "RUNNING").length,
  }));

export const listResponse = z.object({
  data: z.object({ myself: z.object({ endpoints: listingOf(endpointSchema) }) }),
});

export const savedResponse = z.object({ data: z.object({ saveEndpoint: endpointSchema }) });
