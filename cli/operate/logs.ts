import type { FollowedLine, LogLine, Platform } from "../../client";
import { LOG_SOURCES } from "../../client/pods/types";
import { isRfc3339 } from "../../client/values/dates";
import { oneLine } from "../../client/values/plain-text";
import type { CommandContext } from "../context/context";
import { commandOf, flag, type Input } from "../flags/command";
import { choice, choosing, name, on, oneOf, parseDuration, parsed, whole } from "../flags/inputs";
import { outputFlag } from "../flags/output";
import { quoted } from "../flags/usage-error";
import { jsonOf } from "../output/documents";
import { paintFor } from "../output/style";
import { byText } from "../output/text";
import { shownTime } from "../output/time";
import { shownItem } from "./report";
import { onSubject, type Subject, subjectInputs } from "./subject";

const formats = ["text", "json"] as const;

const logOutput: Input<(typeof formats)[number]> = flag(
  outputFlag,
  "text, or json with one object for each line of the log",
  (given, { refuse }) => (given === undefined ? undefined : oneOf(given, formats, refuse)) ?? "text",
  choosing(formats, "text"),
);

/** The flag accepts a time in RFC 3339 or a duration. Its value is a time in RFC 3339. */
const since = parsed(
  "--since <time>",
  "show lines from this time on: a time in RFC 3339, or a duration before now such as 10m",
  (given, scope) => {
    const ms = parseDuration(given);
    if (ms !== undefined) return new Date(scope.context.clock.now() - ms).toISOString();
    return isRfc3339(given)
      ? given
      : scope.refuse(
          `must be a duration such as 10m or an RFC 3339 time such as 2026-06-01T12:00:00Z, not ${quoted(given)}`,
        );
  },
);

/** `podwright logs`: prints the log of a pod or of an endpoint's workers. */
export const logsCommand = commandOf({
  name: "logs",
  description:
    "Prints the log of a pod, or of the workers of an endpoint. With several workers, each line begins with the id of its worker.",
  inputs: {
    ...subjectInputs,
    follow: on("-f, --follow", "print new lines as they arrive, until Ctrl-C or the end of the container"),
    since,
    tail: whole(
      "--tail <lines>",
      "number of last lines to show, 1 to 5000; has no effect with --since (default: 100)",
      { min: 1, max: 5_000 },
    ),
    worker: name("--worker <id>", "show only this worker of the endpoint"),
    source: choice(
      "--source <source>",
      "show only lines of the container, or only lines of RunPod's own system",
      LOG_SOURCES,
    ),
    output: logOutput,
  },
  run: async ({ follow, worker, output, tail, since, source, ...subject }, context) =>
    await onSubject(subject, { kinds: ["Pod", "ServerlessEndpoint"], needsOwner: false }, context, async (found) => {
      const logs = await logsOf(found, worker);
      const { signal, endsBySignal, unread } = context;
      const options = { tail, since, source };
      const print = printer(output, logs.length > 1, context);
      found.progress.stop();
      if (!follow) {
        const read = logs.map(async ({ id, read }) =>
          (await read({ ...options, signal })).map((line) => ({ id, line })),
        );
        const lines = (await Promise.all(read)).flat();
        for (const { id, line } of lines.toSorted((a, b) => byText(a.line.ts, b.line.ts))) print(id, line);
        return;
      }
      endsBySignal?.();
      const ending = AbortSignal.any([signal, ...(unread === undefined ? [] : [unread])]);
      const following = logs.map(async (log) => {
        for await (const line of log.follow({ ...options, signal: ending })) print(log.id, line);
      });
      await Promise.all(following).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
    }),
});

type Options = Parameters<Platform["pods"]["logs"]>[1];

/** The log of one pod or worker. */
interface Log {
  readonly id: string;
  readonly read: (options: Options) => Promise<readonly LogLine[]>;
  readonly follow: (options: Options) => AsyncIterable<FollowedLine>;
}

async function logsOf({ item, platform, context }: Subject, worker: string | undefined): Promise<readonly Log[]> {
  const { pods, workers } = platform;
  const { id, kind } = item;
  if (kind === "Pod") {
    return [{ id, read: (options) => pods.logs(id, options), follow: (options) => pods.follow(id, options) }];
  }
  const logOf = (one: string): Log => ({
    id: one,
    read: (options) => workers.logs(id, one, options),
    follow: (options) => workers.follow(id, one, options),
  });
  if (worker !== undefined) return [logOf(worker)];
  const { workers: live } = await workers.list(id, { signal: context.signal });
  if (live.length === 0)
    throw new Error(`${shownItem(item)} has no workers now, so it has no log. A job starts a worker`);
  return live.map((one) => logOf(one.id));
}

function printer(format: "text" | "json", isPrefixed: boolean, context: CommandContext) {
  const paint = paintFor(context.colors?.out);
  return (id: string, { ts, source, line }: LogLine) => {
    if (format === "json")
      return context.print(`${jsonOf({ ...(isPrefixed ? { worker: id } : {}), ts, source, line })}\n`);
    const head = [...(isPrefixed ? [id] : []), shownTime(ts, context)].join(" ");
    const mark = source === "container" ? "" : `[${oneLine(source)}] `;
    context.print(`${paint("faint", head)} ${mark}${oneLine(line)}\n`);
  };
}
