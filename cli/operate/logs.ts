import type { FollowedLine, LogLine, Platform } from "../../client";
import { substitute } from "../../client/http/answers/substitute";
import { LOG_SOURCES } from "../../client/pods/types";
import { isRfc3339 } from "../../kernel/dates";
import { oneLine } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { commandOf, flag, type Input } from "../flags/command";
import { choice, choosing, name, on, oneOf, parseDuration, parsed, whole } from "../flags/inputs";
import { outputFlag } from "../flags/output";
import { quoted } from "../flags/usage-error";
import { jsonOf } from "../output/documents";
import { paintFor } from "../output/style";
import { byText } from "../output/text";
import { shownTime } from "../output/time";
import { followWorkers, mostLines } from "./follow-workers";
import { subjectInputs } from "./inputs";
import { shownItem } from "./report";
import { onSubject, type Search, type Subject } from "./subject";

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
    "Prints the log of a pod, or of the workers of an endpoint. With several workers, each line begins with the id of its worker. " +
    "--follow also prints the lines of workers that start later.",
  inputs: {
    ...subjectInputs,
    follow: on(
      "-f, --follow",
      "print new lines as they arrive, until Ctrl-C, the end of the container, or the deletion of the endpoint",
    ),
    since,
    tail: whole(
      "--tail <lines>",
      `number of lines to show from the end of the log, 1 to ${mostLines}; has no effect with --since (default: 100)`,
      { min: 1, max: mostLines },
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
    await onSubject(subject, { ...logged, changes: false }, context, async (found) => {
      const { signal, endsBySignal, unread } = context;
      const options = { tail, since, source };
      const followsAll = follow && found.item.kind === "ServerlessEndpoint" && worker === undefined;
      const logs = followsAll ? [] : await logsOf(found, worker);
      const print = printer(output, followsAll || logs.length > 1, context);
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
      const following = followsAll
        ? followWorkers(found, { options, signal: ending, print })
        : followEach(logs, { ...options, signal: ending }, print);
      await substitute(following, () => ending.aborted, undefined);
    }),
});

const logged: Pick<Search, "command" | "kinds"> = { command: "logs", kinds: ["Pod", "ServerlessEndpoint"] };

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

type Print = (id: string, line: LogLine) => void;

async function followEach(logs: readonly Log[], options: Options, print: Print): Promise<void> {
  const following = logs.map(async ({ id, follow }) => {
    for await (const line of follow(options)) print(id, line);
  });
  await Promise.all(following);
}

function printer(format: "text" | "json", isPrefixed: boolean, context: CommandContext): Print {
  const paint = paintFor(context.colors?.out);
  return (id, { ts, source, line }) => {
    if (format === "json")
      return context.print(`${jsonOf({ ...(isPrefixed ? { worker: id } : {}), ts, source, line })}\n`);
    const head = [...(isPrefixed ? [id] : []), shownTime(ts, context)].join(" ");
    const mark = source === "container" ? "" : `[${oneLine(source)}] `;
    context.print(`${paint("faint", head)} ${mark}${oneLine(line)}\n`);
  };
}
