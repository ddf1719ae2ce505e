import type { Emulator } from "../../emulator";

/** The address of the emulator. */
export interface Place {
  readonly host: string;
  readonly port: number | undefined;
}

/** Reasons why the emulator cannot listen, by the code of the error. */
export const refusals: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use: is an emulator running already? --port 0 chooses a free port`,
  EACCES: ({ port }) =>
    `you may not listen on port ${port}: choose another port with --port, or a free port with --port 0`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

function noAddress({ host }: Place): string {
  return `this machine has no address ${host}: set --host to an address of this machine, or to 0.0.0.0 for all addresses`;
}

/** The settings for a program or a stack that uses the emulator. */
export function greeting({ url, apiKey, readOnlyKey }: Emulator): string {
  return `Emulator listening on ${url} (console: ${url}/_emulator/). Ctrl-C stops it.

Keys: ${apiKey} (reads and writes), ${readOnlyKey} (reads only: a write gets status 403)

For any program in this shell:
  export PODWRIGHT_API_KEY=${apiKey}
  export PODWRIGHT_BASE_URL=${url} PODWRIGHT_SERVERLESS_URL=${url}

For one stack:
  pulumi config set --secret podwright:apiKey ${apiKey}
  pulumi config set podwright:baseUrl ${url}
  pulumi config set podwright:serverlessUrl ${url}

`;
}
