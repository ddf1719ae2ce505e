import type { EndpointInput } from "./transport";

/**
 * The GraphQL documents (contract section 13). Values are written into the document, because the interface shows a
 * request body with `query` alone and does not name the input type that a variable would have to declare.
 */

const FIELDS =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

export const LIST = `query { myself { endpoints { ${FIELDS} } } }`;

/** Without an id it creates. What the input does not have is not written. */
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

/** JSON's strings, numbers and null are GraphQL's. */
function literal(value: string | number | null): string {
  return JSON.stringify(value);
}

/** The one value written without quotes, so it must not be able to say anything but a name. */
function enumName(value: string): string {
  return /^[_A-Za-z][_0-9A-Za-z]*$/.test(value) ? value : literal(value);
}
