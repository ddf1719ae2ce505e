import { VERSION } from "../../client/values/version";
import type { CommandContext } from "../context/context";
import { isOnPath } from "../context/on-path";
import type { Stack } from "../stack/stack";

const executable = "pulumi-resource-podwright";

/** Throws if Pulumi would not find the plugin. Callers use it before any other command. */
export async function requirePlugin(stack: Stack, { env }: CommandContext): Promise<void> {
  const installed = await stack.plugins();
  if (installed.includes(VERSION) || isPluginOnPath(env.PATH ?? "")) return;
  const others = installed.join(", ");
  const found =
    others === "" ? "the provider plugin is not installed" : `of the provider plugin only ${others} is installed`;
  throw new Error(
    `${found}: install the version of this command with \`pulumi plugin install resource podwright ${VERSION} --reinstall --file ARCHIVE\`, or put ${executable} on the PATH`,
  );
}

/** Returns whether the PATH has the plugin. Pulumi prefers a plugin on the PATH to an installed plugin. */
export function isPluginOnPath(path: string): boolean {
  return isOnPath(executable, path);
}
