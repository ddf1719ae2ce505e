import type { SettingsFault } from "../../client";
import { type Environment, type Given, type Name, SETTINGS, wayToSetKey } from "./settings";

const ADDRESSES = ["baseUrl", "serverlessUrl"] as const;

/**
 * Returns the faults of addresses that must not receive a key from the environment. Otherwise anyone who can change a
 * stack's configuration or call the plugin could get the key. So the environment must confirm every address except the
 * addresses of RunPod.
 */
export function keyAddressFaults(
  givenFor: (name: Name) => Given | undefined,
  nameOf: (setting: string) => string,
  environment: Environment,
): SettingsFault[] {
  const key = givenFor("apiKey");
  if (key?.inEnvironment !== true) return [];
  const known = trusted(environment);
  return ADDRESSES.flatMap((name) => {
    const address = givenFor(name);
    const origin = address?.inEnvironment === true ? undefined : originOf(address?.value);
    if (address === undefined || origin === undefined || known.includes(origin)) return [];
    const [variable = name] = SETTINGS[name].environment;
    return [
      {
        sentence: `${address.origin} is ${new URL(origin).host}, and the key comes from ${key.origin}: Podwright does not send a key from the environment to an address that the environment does not name`,
        hint: `Set ${variable} to the same address, or set the key with ${wayToSetKey(nameOf("apiKey"))}.`,
      },
    ];
  });
}

function trusted(environment: Environment): (string | undefined)[] {
  return ADDRESSES.flatMap((name) => {
    const { default: own, environment: variables } = SETTINGS[name];
    return [own, ...variables.map((variable) => environment[variable])].map(originOf);
  });
}

function originOf(address: unknown): string | undefined {
  return typeof address === "string" && URL.canParse(address.trim()) ? new URL(address.trim()).origin : undefined;
}
