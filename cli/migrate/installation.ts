import { VERSION } from "../../client/values/version";
import type { CommandContext } from "../context/context";
import { isOnPath } from "../context/on-path";
import type { Stack } from "../stack/stack";

const executable = "pulumi-resource-podwright";

/** Throws, before any other command, if Pulumi would not find the plugin. */
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

/** Whether the PATH holds the plugin. Pulumi prefers it to an installed plugin. */
export function isPluginOnPath(path: string): boolean {
  return isOnPath(executable, path);
}
