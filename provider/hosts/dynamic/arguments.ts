import * as pulumi from "@pulumi/pulumi";
import { formatPath, isRecord } from "../../../kernel/values";
import { lossesIn } from "../../pulumi/losses";

/**
 * Arguments of a resource or a component. A JavaScript program has no compiler that checks them, so Podwright checks
 * them.
 */
export interface Given {
  /** The class, such as `Pod`. */
  readonly kind: string;
  readonly name: unknown;
  readonly args: unknown;
  readonly options: unknown;
}

/** Throws an error that names the resource. Pulumi prints an error of this class without its JavaScript stack. */
export function requireArguments({ kind, name, args, options }: Given): void {
  const example = `new ${kind}("name", { … })`;
  if (typeof name !== "string" || name === "") {
    throw new pulumi.RunError(`a ${kind} needs a name, which is a text: write ${example}`);
  }
  const refuse = (sentence: string) => new pulumi.RunError(`${kind} "${name}": ${sentence}`);
  if (!isBag(args)) throw refuse(`its inputs must be a plain object, not ${inWords(args)}: write ${example}`);
  if (!isBag(options)) {
    throw refuse(`its options must be a plain object such as { parent }, not ${inWords(options)}`);
  }
}

/** Throws an error if the arguments contain a value that Pulumi would lose. */
export function requireKept(what: string, args: object): void {
  const [loss] = lossesIn(args, isCarried);
  if (loss !== undefined) throw new pulumi.RunError(`${what}: ${formatPath(loss.path)}: ${loss.message}`);
}

function isBag(value: unknown): boolean {
  return isRecord(value) && !isCarried(value);
}

/**
 * Recognises objects that Pulumi's SDK replaces with a value, such as outputs. `check` refuses all other objects that
 * no input accepts.
 */
function isCarried(value: object): boolean {
  return (
    pulumi.Output.isInstance(value) ||
    value instanceof Promise ||
    pulumi.Resource.isInstance(value) ||
    pulumi.asset.Asset.isInstance(value) ||
    pulumi.asset.Archive.isInstance(value)
  );
}

function inWords(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return "an output or a promise (only single inputs may be outputs or promises)";
  }
  return pulumi.Resource.isInstance(value) ? "a resource" : `a ${typeof value}`;
}
