import { hasParent, nameOf, typeOf } from "../properties/urn";

/** Returns a sentence that tells how to import an item of RunPod as this resource with Pulumi. */
export function importSentence(urn: string, id: string): string {
  const name = nameOf(urn);
  // The command needs the parent's name, and a URN does not contain it.
  if (hasParent(urn)) {
    return `With Pulumi alone, give ${name} the resource option import: "${id}" until the next "pulumi up" has succeeded.`;
  }
  return `With Pulumi alone, run: pulumi import ${typeOf(urn)} ${quoted(name)} ${quoted(id)} --protect=false`;
}

/** Quotes a text as one word of a shell. */
function quoted(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
