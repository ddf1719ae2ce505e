import type { EndpointInput } from "./transport";

/**
 * The GraphQL documents (contract section 13). Values are written into the document, because the interface shows a
 * request body with `query` alone and does not name the input type that a variable would have to declare.
 */

const FIELDS =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

export const LIST = `query { myself { endpoints { ${FIELDS} } } }`;

/** Without an id it creates. Every field of the set is there, because a save may reset what it leaves out. */
export function saveDocument(input: EndpointInput, id?: string): string {
  const fields = [
    ...(id === undefined ? [] : [`id: ${literal(id)}`]),
    `name: ${literal(input.name)}`,
    `gpuIds: ${literal(input.gpuIds)}`,
    ...(input.templateId === undefined ? [] : [`templateId: ${literal(input.templateId)}`]),
    `type: ${literal(input.type)}`,
    ...(input.idleTimeout === undefined ? [] : [`idleTimeout: ${literal(input.idleTimeout)}`]),
    `locations: ${literal(input.locations)}`,
    `flashBootType: ${enumName(input.flashBootType)}`,
    `scalerType: ${literal(input.scalerType)}`,
    `scalerValue: ${literal(input.scalerValue)}`,
    `workersMin: ${literal(input.workersMin)}`,
    `workersMax: ${literal(input.workersMax)}`,
    `networkVolumeId: ${literal(input.networkVolumeId)}`,
  ];
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
