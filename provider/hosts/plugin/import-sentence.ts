import { hasParent, nameOf, typeOf } from "../properties/urn";

/** How Pulumi alone imports an item of RunPod as this resource. */
export function importSentence(urn: string, id: string): string {
  const name = nameOf(urn);
  // A URN lacks the name of the parent, which the command would need.
  if (hasParent(urn)) {
    return `With Pulumi alone, give ${name} the resource option import: "${id}" until the next "pulumi up" has succeeded.`;
  }
  return `With Pulumi alone, run: pulumi import ${typeOf(urn)} ${quoted(name)} ${quoted(id)} --protect=false`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
