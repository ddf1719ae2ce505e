import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import type { ICallbackServer } from "@pulumi/pulumi/runtime/callbacks";
import * as state from "@pulumi/pulumi/runtime/state";
import { pick, type Values } from "../../values/values";
import { askedByOptions, askedNames, secretInputs } from "./asked";
import type { Facts } from "./facts";

/*
 * A program can change inputs and options after a resource's constructor. Transformations run first, in the program's
 * process. Then the engine calls the transforms of the resource, of its parents and of the stack. Podwright therefore
 * reads a resource's requests at the end of each stage.
 */

const kinds = new Map<string, Facts>();

/** The type token of Pulumi's base class for these resources. */
const typeOf = (kind: string) => `pulumi-nodejs:dynamic/podwright:${kind}`;

/** A resource's options, with the additions that pass its requests. */
export function asking(facts: Facts, options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  kinds.set(typeOf(facts.kind), facts);
  return { ...options, transformations: [...(options.transformations ?? []), lastTransformation(facts)] };
}

/** Pulumi's SDK calls the functions in this list, also functions that are added meanwhile. */
interface Transforming extends pulumi.Resource {
  readonly __transformations?: pulumi.ResourceTransformation[];
}

function lastTransformation(facts: Facts): pulumi.ResourceTransformation {
  let own: Transforming | undefined;
  const ask: pulumi.ResourceTransformation = ({ resource, props, opts }) => {
    const isFirstCall = own === undefined;
    own ??= resource;
    // Children have their parent's transformations.
    if (resource !== own) return undefined;
    if (isFirstCall && own.__transformations !== undefined && own.__transformations.at(-1) !== ask) {
      own.__transformations.push(ask);
      return undefined;
    }
    const { transforms = [] } = opts;
    return {
      props: { ...props, ...secretsAmong(facts, props), ...askedInProgram(facts, props, opts) },
      opts: transforms.length === 0 ? opts : { ...opts, transforms: [...transforms, lastTransform] },
    };
  };
  return ask;
}

function secretsAmong({ secrets }: Facts, props: pulumi.Inputs): pulumi.Inputs {
  const given = secrets.filter((name) => props[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, pulumi.secret(props[name])]));
}

function askedInProgram(facts: Facts, props: pulumi.Inputs, opts: pulumi.CustomResourceOptions): pulumi.Inputs {
  const followed = followStackTransforms();
  // Pulumi registers a resource after all its inputs resolve. This input waits until Podwright follows the transforms.
  const asked = Promise.all([secretInputs(facts, props), followed]).then(([found]) => found);
  return { ...askedByOptions(opts), __secretInputs: pulumi.output(asked).apply((found) => found.__secretInputs) };
}

/** Programs whose transforms Podwright follows. The Automation API runs several programs in one process. */
const programs = new WeakMap<ICallbackServer, Promise<void>>();

/** Members that Pulumi's SDK does not declare. */
interface Internals {
  readonly getStore?: () => { readonly callbacks?: ICallbackServer };
}

/** Transforms of the stack run in the order of their registration: Podwright's own follows the program's. */
function followStackTransforms(): Promise<void> | undefined {
  // Only a program that has registered a transform runs this server, and asking Pulumi's SDK for it would start one.
  const { callbacks } = (state as unknown as Internals).getStore?.() ?? {};
  if (callbacks === undefined) return undefined;
  const following = programs.get(callbacks) ?? registerLast(callbacks);
  programs.set(callbacks, following);
  return following;
}

async function registerLast(callbacks: ICallbackServer): Promise<void> {
  const monitor = pulumi.runtime.getMonitor();
  try {
    await callbacks.awaitStackRegistrations();
    const callback = await callbacks.registerTransform(lastTransform);
    await new Promise<void>((resolve) => monitor?.registerStackTransform(callback, () => resolve()) ?? resolve());
  } catch {
    // An engine that refuses this transform refuses the program's too, and reports it.
  }
}

/** `undefined` without a new request: the SDK serialises the result of a transform anew. */
async function lastTransform({ type, props, opts }: pulumi.ResourceTransformArgs) {
  const facts = kinds.get(type);
  if (facts === undefined) return undefined;
  const asked = { ...askedByOptions(opts), ...(await secretInputs(facts, props)) };
  if (isDeepStrictEqual(await plain(pick(props as Values, askedNames)), asked)) return undefined;
  const rest = Object.entries(props).filter(([key]) => !(askedNames as readonly string[]).includes(key));
  // Without options in the result, the engine keeps its own: the SDK cannot return some of them.
  return { props: { ...Object.fromEntries(rest), ...asked } } as pulumi.ResourceTransformResult;
}

/** After a transform of the resource's own, the engine passes every property as an output. */
function plain(values: Values): Promise<unknown> {
  return new Promise((resolve) => pulumi.output(values).apply(resolve));
}
