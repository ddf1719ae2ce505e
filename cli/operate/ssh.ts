import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Pod, SshAccess } from "../../client";
import { asCalled } from "../../kernel/as-called";
import { quoted } from "../../provider/pulumi/state-commands";
import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { name, on, text } from "../flags/inputs";
import { subjectInputs } from "./inputs";
import { shownItem } from "./report";
import { onSubject } from "./subject";

/** `podwright ssh`: opens a shell in a pod. */
export const sshCommand = commandOf({
  name: "ssh",
  description:
    "Opens a shell in a pod, with the ssh program of this machine. The command connects to the pod's public port 22 if the pod has such a port, and otherwise through RunPod's proxy. " +
    "The proxy serves only shells. File copies and tunnels need the public port. RunPod puts the public keys of your account into new pods.",
  inputs: {
    ...subjectInputs,
    command: text("--command <command>", "run this command in the pod and open no shell"),
    identity: name("--identity <file>", "file with the private key, for ssh -i"),
    proxy: on("--proxy", "connect through RunPod's proxy, even if the pod has a public port 22"),
    print: on("--print", "print the ssh command and do not run it"),
  },
  run: async ({ command, identity, proxy, print, ...subject }, context) => {
    const args = await onSubject(
      subject,
      { command: "ssh", kinds: ["Pod"], changes: false },
      context,
      async (found) => {
        const { item, platform } = found;
        const pod = await platform.pods.get(item.id, { signal: context.signal });
        const access = accessOf(pod, proxy);
        if (access === undefined)
          throw new Error(`${shownItem(item)} has no ${proxy ? "proxy" : "SSH access"}: ${reasonOf(pod)}`);
        return argumentsOf(access, { identity, command, isProxy: access === pod.ssh?.proxy });
      },
    );
    if (print) context.print(`${["ssh", ...args].map(quoted).join(" ")}\n`);
    else await run(args, context.env);
  },
});

/** Returns the SSH address of the pod. Older interfaces report only the public port. */
function accessOf({ ssh, runtime }: Pod, proxy: boolean): SshAccess | undefined {
  const mapped = runtime?.ports?.find(
    ({ private: port, ip, public: open }) => port === 22 && ip !== null && open !== null,
  );
  const direct =
    ssh?.direct ?? (mapped && { host: mapped.ip ?? "", port: mapped.public ?? 22, username: "root", command: "" });
  return (proxy ? undefined : direct) ?? ssh?.proxy ?? undefined;
}

function reasonOf({ status, ports, id }: Pod): string {
  if (status !== "RUNNING")
    return `the pod is ${status}. \`${asCalled(`podwright start ${id}`)}\` starts a stopped pod`;
  const open = ports.some((port) => port.startsWith("22/"));
  return open
    ? "RunPod has not assigned a public address for port 22 yet. Try again in a few seconds"
    : "add the port 22/tcp to its `ports`";
}

interface How {
  readonly identity: string | undefined;
  readonly command: string | undefined;
  readonly isProxy: boolean;
}

/** Returns the arguments for ssh. Throws if ssh would read the address as an option. */
function argumentsOf({ host, port, username }: SshAccess, { identity, command, isProxy }: How): string[] {
  if (![host, username].every((part) => /^[a-z\d][\w.:-]*$/i.test(part))) {
    throw new Error(
      "RunPod returned an SSH address that is not a valid host and user name, so Podwright did not run ssh",
    );
  }
  return [
    ...(identity === undefined ? [] : ["-i", identity]),
    ...(port === 22 ? [] : ["-p", String(port)]),
    // RunPod's proxy refuses a session without a terminal.
    ...(isProxy && command !== undefined ? ["-tt"] : []),
    `${username}@${host}`,
    ...(command === undefined ? [] : [command]),
  ];
}

/** Runs ssh on this terminal. The command ends with the exit code of ssh. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn("ssh", args, { stdio: "inherit", env });
  const [code] = await once(child, "exit").catch((error: unknown) => {
    throw isMissing(error) ? new Error("there is no `ssh` on the PATH: install OpenSSH, or use --print") : error;
  });
  if (code !== 0) throw new Ending(code ?? exitCodes.failed);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
