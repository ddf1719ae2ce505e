import type { Pod } from "../../../../client";
import { replaceIt } from "../../../lifecycle/unfinished";
import type { Run } from "../../../session/run";
import type { PodInputs } from "../pod";

/**
 * Warns if RunPod prints an SSH command for a new pod whose container got no public key. RunPod maps port 22 and prints the command
 * even then. An image may have its own SSH server and keys.
 */
export function warnOfLogin(run: Run, { startSsh }: PodInputs, { id, env, ports }: Pod): void {
  const isWanted = startSsh === true || ports.includes("22/tcp");
  if (!isWanted || env.PUBLIC_KEY !== undefined) return;
  const next =
    startSsh === true
      ? `startSsh gives a new pod the account's public SSH keys, and the account may have none: add a key with an SshKey or in RunPod's console. Then ${replaceIt(run, "pod")}`
      : "startSsh: true gives a new pod the account's public SSH keys and starts an SSH server";
  run.warn(
    `pod ${id} got no public SSH key (PUBLIC_KEY), so the commands in its output ssh work only if the image has an SSH server with its own keys. ${next}`,
  );
}
