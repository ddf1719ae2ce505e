import { isRecord, type Values } from "../../kernel/values";
import { isMarked } from "../../provider/hosts/properties/secret-mark";
import { isDefaultProvider, typeOf } from "../../provider/hosts/properties/urn";
import { readSettings, type Settings } from "../../provider/settings/read-settings";
import { type Environment, SETTINGS } from "../../provider/settings/settings";
import { type Attempt, attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { settingsOf } from "../stack/connection";
import { hostOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import { type ExportedState, nameOf, resourcesIn, type StateResource } from "../stack/state";

/** A provider of a stack, with the settings that open its account. */
export interface StackProvider {
  /** URN of an explicit provider. `undefined` for the default provider, which reads the stack's configuration. */
  readonly urn: string | undefined;
  /** The settings, or the reason why Podwright does not know them. */
  readonly settings: Attempt<Settings>;
  /**
   * True for an explicit provider that the state no longer contains. The settings then come from the environment and
   * may be wrong.
   */
  readonly isLost: boolean;
}

/**
 * Returns the providers of a stack with these resources. `operations` are resources of pending operations, which may belong to further
 * providers. A stack without resources has only the default provider.
 */
export async function providersOf(
  stack: Stack,
  resources: readonly StateResource[],
  context: CommandContext,
  operations: readonly StateResource[] = [],
): Promise<readonly StackProvider[]> {
  const { signal, env } = context;
  // After a replacement, the state contains the old and the new provider under the same URN.
  const live = resources.toSorted((a, b) => Number(a.delete !== true) - Number(b.delete !== true));
  const recorded = new Map(live.map((one) => [one.urn, one]));
  const urns = urnsOf([...operations, ...resources]);
  const explicit = urns.flatMap((urn) => (urn === undefined ? [] : (recorded.get(urn) ?? [])));
  // Podwright decrypts the state only if a provider has an encrypted setting.
  const hasSecret = explicit.some(({ inputs = {} }) => Object.values(inputs).some(isMarked));
  const clear = hasSecret
    ? await attempt(() => stack.stateInClear(), signal)
    : { value: { deployment: { resources } } };
  const providers: StackProvider[] = [];
  for (const urn of urns) {
    const settings =
      urn === undefined
        ? await attempt(() => settingsOf(stack, context), signal)
        : "error" in clear
          ? clear
          : await attempt(async () => settingsOfProvider(urn, inputsOf(urn, clear.value), env), signal);
    providers.push({ urn, settings, isLost: urn !== undefined && !recorded.has(urn) });
  }
  return providers;
}

/** Returns the URN of a resource's explicit provider, and `undefined` for the default provider. */
export function providerOf({ provider = "" }: Pick<StateResource, "provider">): string | undefined {
  const end = provider.lastIndexOf("::");
  return explicitIn(provider.slice(0, end));
}

/**
 * Returns the settings with which Pulumi's refresh reads the resources of a provider: the last update recorded them in
 * the state, and the environment completes them. `reference` is written as `URN::id`. The state's secrets must be
 * decrypted.
 */
export async function recordedSettings(
  stack: Stack,
  reference: string,
  state: readonly StateResource[],
  context: CommandContext,
): Promise<Settings> {
  const { env } = context;
  const recorded = providerIn(reference, state);
  if (recorded === undefined) {
    const lost = providerOf({ provider: reference });
    if (lost === undefined) return await settingsOf(stack, context);
    throw new Error(`the state no longer contains the provider ${nameOf(lost)} with its key`);
  }
  const { urn, type, inputs = {} } = recorded;
  if (explicitIn(urn) !== undefined) return settingsOfProvider(urn, inputs, env);
  // The dynamic host's provider records the configuration with its full keys.
  const nameIn = (key: string) => (type === providerType ? key.replace("podwright:", "") : key);
  const get = (key: string) => {
    const value = inputs[nameIn(key)];
    return value === undefined || value === null ? undefined : textOf(value);
  };
  return readSettings({ get }, env);
}

/** Returns the provider of a reference, which is written as `URN::id`. */
export function providerIn(reference: string, state: readonly StateResource[]): StateResource | undefined {
  return state.find(({ urn, id }) => `${urn}::${id}` === reference);
}

function urnsOf(resources: readonly StateResource[]): readonly (string | undefined)[] {
  const urns = resources.flatMap((one) => {
    if (one.type === providerType) return explicitIn(one.urn) ?? [];
    return hostOf(one.type) === undefined ? [] : [providerOf(one)];
  });
  // The default provider comes first.
  const explicit = [...new Set(urns)].filter((urn) => urn !== undefined);
  return explicit.length === 0 || urns.includes(undefined) ? [undefined, ...explicit] : explicit;
}

const providerType = "pulumi:providers:podwright";

function explicitIn(urn: string): string | undefined {
  return typeOf(urn) !== providerType || isDefaultProvider(urn) ? undefined : urn;
}

function inputsOf(urn: string, state: ExportedState): Values {
  const all = resourcesIn(state).filter((one) => one.urn === urn);
  return (all.find((one) => one.delete !== true) ?? all[0])?.inputs ?? {};
}

/**
 * Reads a provider's settings from the state. As in the plugin, these settings override the environment, and the
 * provider sees the environment through its option `envVarMappings`.
 */
function settingsOfProvider(urn: string, inputs: Values, env: Environment): Settings {
  const get = (key: string) => {
    const value = inputs[key.replace("podwright:", "")];
    return value === undefined || value === null ? undefined : textOf(value);
  };
  const name = nameOf(urn);
  return readSettings({ get }, mapped(inputs, env, name), (setting) => `the argument ${setting} of provider ${name}`);
}

/** Returns the environment that the engine gives to a provider with `envVarMappings`. */
function mapped(inputs: Values, env: Environment, name: string): Environment {
  const { __internal: internal } = inputs;
  const mappings = isRecord(internal) && isRecord(internal.envVarMappings) ? internal.envVarMappings : {};
  const pairs = Object.entries(mappings).map(([source, target]) => [source, String(target)] as const);
  const deciding = ofAccount.flatMap((setting) => (inputs[setting] == null ? SETTINGS[setting].environment : []));
  for (const [source, target] of pairs) {
    if (env[source] !== undefined || !deciding.some((variable) => variable === target)) continue;
    // Without this variable, the provider would use the key of another account.
    throw new Error(
      `provider ${name} takes ${target} from ${source}, and this environment does not have ${source}: set ${source}`,
    );
  }
  const given = pairs.filter(([source]) => env[source] !== undefined);
  return { ...env, ...Object.fromEntries(given.map(([source, target]) => [target, env[source]])) };
}

/** The settings that choose the account and its address. */
const ofAccount = ["apiKey", "baseUrl", "serverlessUrl"] as const;

function textOf(value: unknown): string {
  const plain: unknown =
    isMarked(value) && isRecord(value) && typeof value.plaintext === "string" ? JSON.parse(value.plaintext) : value;
  return String(plain);
}
