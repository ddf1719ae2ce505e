import { VERSION } from "../../../kernel/version";
import type { Settings } from "../../../provider/settings/read-settings";
import type { CommandContext } from "../../context/context";
import { counted } from "../../output/text";
import { RecordingFile } from "./file";
import { Recorder } from "./recorder";

/** Does the work and writes its requests and responses to a new file, even after an interruption. */
export async function recorded<T>(
  name: string,
  settings: Settings,
  { clock, warn }: Pick<CommandContext, "clock" | "warn">,
  work: (onExchange: Recorder["add"]) => Promise<T>,
): Promise<T> {
  const file = await RecordingFile.create(name);
  const recorder = new Recorder(settings.apiKey === undefined ? [] : [settings.apiKey]);
  try {
    return await work((exchange, probe) => recorder.add(exchange, probe));
  } finally {
    const date = new Date(clock.now()).toISOString().slice(0, "2026-08-20".length);
    const recordings = recorder.recordings({ source: sourceOf(settings), date });
    await file.close(recordings);
    if (recordings.length > 0)
      warn(`${name} holds ${counted(recordings.length, "recording")}: check the file before you send it.\n`);
  }
}

/** Returns the origin of the responses, so that readers can tell an emulator from RunPod. */
function sourceOf({ baseUrl = RUNPOD, serverlessUrl = RUNPOD }: Settings): string {
  const isRunPod = [baseUrl, serverlessUrl].every((url) => /^https:\/\/api\.runpod\.(io|ai)(\/|$)/.test(url.trim()));
  return `podwright doctor --live ${VERSION}, ${isRunPod ? "on RunPod" : "on another server"}`;
}

const RUNPOD = "https://api.runpod.io";
