/*
 * The commands of Pulumi that messages print with arguments, each in one form. A story runs each of them as it is printed
 * (`test/e2e/safety/advice.test.ts`), and a test finds commands of these kinds in other files.
 */

/** Quotes a text so that a shell reads it as one word. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export interface Import {
  /** The type token. */
  readonly type: string;
  /** The logical name. */
  readonly name: string;
  readonly id: string;
  /** URN of the component that contains the resource. Absent for a resource at the top level of the program. */
  readonly parent?: string | undefined;
  /** URN of the explicit provider that opens the account. Absent for the default provider. */
  readonly provider?: string | undefined;
  /** False if Pulumi must not protect the resource. Default: Pulumi protects it, as every import. */
  readonly protect?: false;
}

export interface Move {
  /** The full name of the stack whose state contains the resource. */
  readonly from: string;
  /** The full name of the stack that receives the resource. */
  readonly to: string;
  readonly urn: string;
}

export const stateCommands = {
  /** Adds an item of RunPod to the state. */
  import({ type, name, id, parent, provider, protect }: Import): string {
    const flags = [
      ...(parent === undefined ? [] : ["--parent", named(parent)]),
      ...(provider === undefined ? [] : ["--provider", named(provider)]),
      ...(protect === false ? ["--protect=false"] : []),
    ];
    return ["pulumi import", ...[type, name, id, ...flags].map(quoted)].join(" ");
  },

  /** Adds the items of a list to the state, and writes a program for them into `out`. */
  importList(file: string, out?: string): string {
    return `pulumi import --file ${quoted(file)}${out === undefined ? "" : ` --out ${quoted(out)}`}`;
  },

  /** Removes a resource from the state, and leaves it on RunPod. */
  forget(urn: string, isProtected = false): string {
    return `pulumi state delete --yes${isProtected ? " --force" : ""} ${quoted(urn)}`;
  },

  /** Moves a resource from the state of one stack to the state of another. Its folder is the folder of the second. */
  move({ from, to, urn }: Move): string {
    return `pulumi state move --yes --source ${quoted(from)} --dest ${quoted(to)} ${quoted(urn)}`;
  },
};

/** Returns a resource as a flag names it. Pulumi writes the first part as a variable into the program that it suggests. */
function named(urn: string): string {
  return `${urn.slice(urn.lastIndexOf("::") + 2).replace(/\W+/g, "_")}=${urn}`;
}
