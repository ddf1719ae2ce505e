import { VERSION } from "../../kernel/version";
import type { CommandContext } from "../context/context";
import { isOnPath } from "../context/on-path";
import type { Stack } from "../stack/stack";

const executable = "pulumi-resource-podwright";

/** Throws if Pulumi would not find the plugin. Call this function before any other command of Pulumi. */
export async function requirePlugin(stack: Stack, { env }: CommandContext): Promise<void> {
  const installed = await stack.plugins();
  if (installed.includes(VERSION) || isPluginOnPath(env.PATH ?? "")) return;
  const others = installed.join(", ");
  const found =
    others === ""
      ? "the provider plugin is not installed"
      : `the provider plugin is installed only in version ${others}`;
  throw new Error(
    `${found}: install the same version as this command with \`pulumi plugin install resource podwright ${VERSION} --reinstall --file ARCHIVE\`, or put ${executable} on the PATH`,
  );
}

/** Returns whether the PATH contains the plugin. Pulumi prefers a plugin on the PATH to an installed plugin. */
export function isPluginOnPath(path: string): boolean {
  return isOnPath(executable, path);
}
