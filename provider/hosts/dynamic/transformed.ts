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

/** Returns the type token that Pulumi's base class gives to a kind. */
const typeOf = (kind: string) => `pulumi-nodejs:dynamic/podwright:${kind}`;

/** Adds a transformation to the options, which passes the options and secrets on as hidden inputs. */
export function asking(facts: Facts, options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  kinds.set(typeOf(facts.kind), facts);
  return { ...options, transformations: [...(options.transformations ?? []), lastTransformation(facts)] };
}

/**
 * The list of transformations in Pulumi's SDK. The SDK also calls a function that an earlier function adds to the list.
 */
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
  // Pulumi registers a resource when all its inputs have resolved. This input resolves only after Podwright's transform
  // is registered.
  const asked = Promise.all([secretInputs(facts, props), followed]).then(([found]) => found);
  return { ...askedByOptions(opts), __secretInputs: pulumi.output(asked).apply((found) => found.__secretInputs) };
}

/**
 * Programs in which Podwright has registered its transform. The Automation API runs several programs in one process.
 */
const programs = new WeakMap<ICallbackServer, Promise<void>>();

/** Members of Pulumi's SDK that its types do not declare. */
interface Internals {
  readonly getStore?: () => { readonly callbacks?: ICallbackServer };
}

/**
 * Registers Podwright's transform of the stack. Transforms run in the order of their registration, so Podwright's runs
 * after the program's.
 */
function followStackTransforms(): Promise<void> | undefined {
  // The server exists only if the program has registered a transform. The SDK's own getter would start a server.
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
    // An engine that refuses this transform also refuses the program's transforms, and reports the refusal itself.
  }
}

/**
 * Updates the hidden inputs after all transforms. Returns `undefined` if nothing changed, because the SDK serialises
 * every returned resource again.
 */
async function lastTransform({ type, props, opts }: pulumi.ResourceTransformArgs) {
  const facts = kinds.get(type);
  if (facts === undefined) return undefined;
  const asked = { ...askedByOptions(opts), ...(await secretInputs(facts, props)) };
  if (isDeepStrictEqual(await plain(pick(props as Values, askedNames)), asked)) return undefined;
  const rest = Object.entries(props).filter(([key]) => !(askedNames as readonly string[]).includes(key));
  // The result has no options, because the SDK cannot return some of them. The engine then keeps the options that it
  // has.
  return { props: { ...Object.fromEntries(rest), ...asked } } as pulumi.ResourceTransformResult;
}

/** Resolves all values. After a resource's own transform, the engine passes every property as an output. */
function plain(values: Values): Promise<unknown> {
  return new Promise((resolve) => pulumi.output(values).apply(resolve));
}
