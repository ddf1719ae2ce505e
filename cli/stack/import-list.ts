import { writeNewFile } from "./new-file";

/** A resource that Pulumi can import under this name. */
export interface Importable {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
}

/** Returns the resource as the plugin declares it. */
export function imported({ kind, name, id }: Importable) {
  return { type: `podwright:index:${kind}`, name, id };
}

/** Writes the file for `pulumi import --file`. It never overwrites a file. `flag` is the flag that names the file. */
export async function writeImportList(file: string, flag: string, resources: readonly Importable[]): Promise<void> {
  const text = `${JSON.stringify({ resources: resources.map(imported) }, null, 2)}\n`;
  if (!(await writeNewFile(file, text)))
    throw new Error(`${file} exists already: give ${flag} another name, or delete the file first`);
}
