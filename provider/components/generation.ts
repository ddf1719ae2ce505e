/** Number of digits at the end of the name of a model server's endpoint. They stand for its hardware. */
const digits = 6;

/** Names the endpoint of a model server with this digest of its hardware. */
export function generationOf(server: string, digest: string): string {
  return `${server}-${digest.slice(0, digits)}`;
}

/** Returns the model server whose endpoint may have this name. */
export function serverOf(generation: string): string | undefined {
  return new RegExp(`^(.+)-[0-9a-f]{${digits}}$`).exec(generation)?.[1];
}
