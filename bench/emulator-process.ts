import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { podwrightProgram } from "../test/e2e/harness/repository";

/** Starts an emulator in its own process, so that the emulator and the clients do not compete for one event loop. */
export async function emulatorProcess() {
  const args = [podwrightProgram, "emulator", "--port", "0", "--worker-start", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = /http:\/\/\S+?:\d+/.exec(line)?.[0];
  if (url === undefined) throw new Error(`the emulator said: ${line}`);
  const control = async (what: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/_emulator/${what}`, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return {
    url,
    pid: child.pid ?? 0,
    script: (script: object) => control("script", script),
    advance: (advanceMs: number) => control("clock", { advanceMs }),
    async stop(): Promise<void> {
      child.kill();
      await once(child, "exit");
    },
  };
}
