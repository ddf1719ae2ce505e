import { settingEntries } from "../../settings";
import type { Properties } from "./spec";

/** What an explicit provider takes. Nothing is filled in from the environment here: it would lie in the state. */
export const providerInputs: Properties = Object.fromEntries(
  settingEntries.map(([name, { type, secret, environment, description, default: fallback }]) => {
    const variables = environment.map((variable) => `\`${variable}\``).join(" or ");
    const stored = secret === true ? ", which are read when the provider starts and never stored" : "";
    const unset = fallback === undefined ? "" : ` Default: \`${fallback}\`.`;
    const text = `${description} Also read from ${variables}${stored}.${unset}`;
    return [name, { type, ...(secret === true ? { secret } : {}), description: text }];
  }),
);

/** What a stack's configuration takes. SDKs show programs what the environment says in it, but never its key. */
export const configVariables: Properties = Object.fromEntries(
  settingEntries.map(([name, { secret, environment }]) => [
    name,
    { ...providerInputs[name], ...(secret === true ? {} : { defaultInfo: { environment: [...environment] } }) },
  ]),
);
