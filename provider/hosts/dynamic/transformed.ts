import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import type { ICallbackServer } from "@pulumi/pulumi/runtime/callbacks";
import { pick, type Values } from "../../../kernel/values";
import { mark } from "../properties/secret-mark";
import { type Asked, askedByOptions, askedNames, secretInputs } from "./asked";
import type { Facts } from "./facts";
import { callbackServer, transformationsOf } from "./sdk-internals";

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

function lastTransformation(facts: Facts): pulumi.ResourceTransformation {
  let own: pulumi.Resource | undefined;
  const ask: pulumi.ResourceTransformation = ({ resource, props, opts }) => {
    const isFirstCall = own === undefined;
    own ??= resource;
    // Children have their parent's transformations.
    if (resource !== own) return undefined;
    const all = transformationsOf(own);
    // The SDK also calls a function that an earlier function adds to the list.
    if (isFirstCall && all !== undefined && all.at(-1) !== ask) {
      all.push(ask);
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

/**
 * Registers Podwright's transform of the stack. Transforms run in the order of their registration, so Podwright's runs
 * after the program's.
 */
async function followStackTransforms(): Promise<void> {
  const callbacks = await callbackServer();
  if (callbacks === undefined) return;
  const following = programs.get(callbacks) ?? registerLast(callbacks);
  programs.set(callbacks, following);
  await following;
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
 * Updates the hidden inputs and marks the secret inputs after all transforms. Returns `undefined` if nothing changed,
 * because the SDK serialises every returned resource again.
 */
export async function lastTransform({ type, props, opts }: pulumi.ResourceTransformArgs) {
  const facts = kinds.get(type);
  if (facts === undefined) return undefined;
  const before = await plain<Asked>(pick(props as Values, askedNames));
  // In an inline program of the Automation API, the SDK sends a transform's secrets in clear. They stay secret inputs.
  const known = (before.__secretInputs ?? []).filter((name) => props[name] !== undefined);
  const { __secretInputs: found = [] } = await secretInputs(facts, props);
  const secrets = [...new Set([...known, ...found])].toSorted();
  const asked = { ...askedByOptions(opts), ...(secrets.length === 0 ? {} : { __secretInputs: secrets }) };
  const marked = [...facts.secrets, ...secrets].filter((name) => props[name] !== undefined && props[name] !== null);
  if (isDeepStrictEqual(before, asked) && (await areSecret(marked.map((name) => props[name])))) return undefined;
  const rest = Object.entries(props).filter(([key]) => !(askedNames as readonly string[]).includes(key));
  const inputs = {
    ...Object.fromEntries(rest),
    ...Object.fromEntries(marked.map((name) => [name, sent(props[name])])),
  };
  // The result has no options, because the SDK cannot return some of them. The engine then keeps the options that it
  // has.
  return { props: { ...inputs, ...asked } } as pulumi.ResourceTransformResult;
}

async function areSecret(values: readonly unknown[]): Promise<boolean> {
  const each = values.map((value) => pulumi.Output.isInstance(value) && pulumi.isSecret(value));
  return (await Promise.all(each)).every(Boolean);
}

/**
 * Returns a secret as the engine receives it, because the SDK of an inline program would send a secret output in clear.
 * The engine (3.276) drops the provider's own mark from an object if the input arrived in clear.
 */
function sent(value: unknown): Record<string, unknown> {
  return mark({ value: pulumi.unsecret(pulumi.output(value)) }, [["value"]]).value as Record<string, unknown>;
}

/** Resolves all values. After a resource's own transform, the engine passes every property as an output. */
function plain<T>(values: Values): Promise<T> {
  return new Promise((resolve) => pulumi.output(values as T).apply((known) => resolve(known as T)));
}
