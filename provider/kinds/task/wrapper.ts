import type { Pod } from "../../../client";
import { commandOf } from "../command";

/** What the lines of shell around a command know. */
export interface Wrapper {
  /** Random text in the result line, which no log can contain by chance. */
  readonly nonce: string;
  readonly runId: string;
  readonly attempt: number;
  /** Seconds that the command may run. */
  readonly limit: number;
  /** Folder for the result and the log. Absent without a volume. */
  readonly folder?: string | undefined;
  /** Base address of RunPod's API. */
  readonly api: string;
}

/** How a command ended, according to its pod's log. */
export type Result = { readonly exitCode: number } | "timeout";

/**
 * The lines that run the command. A container that RunPod starts again finds the file with the result, and ends. The parts
 * of the result line come together only in `printf`, so that no trace of the shell contains the line.
 */
const lines = String.raw`
tmp=/tmp
[ -z "$TMPDIR" ] || tmp=$TMPDIR
[ -n "$dir" ] && mkdir -p "$dir" 2>/dev/null && [ -w "$dir" ] || dir=$tmp
end=$dir/task-$id
stop() {
  key="Authorization: Bearer $RUNPOD_API_KEY" json='Content-Type: application/json' how='{"action":"stop"}'
  url=$api/v2/pods/$RUNPOD_POD_ID/action
  curl -fsS -X POST -H "$key" -H "$json" -d "$how" "$url" ||
    wget -qO- --header "$key" --header "$json" --post-data "$how" "$url" ||
    runpodctl pod stop "$RUNPOD_POD_ID" || runpodctl stop pod "$RUNPOD_POD_ID"
}
finish() {
  [ -s "$end" ] || echo "$1" >"$end"
  printf '\npodwright-%s %s %s\n' task "$n" "$(cat "$end")"
  stop >/dev/null 2>&1
}
if [ -s "$end" ]; then finish; exit; fi
begun=$end.$try
[ -s "$begun" ] || date +%s >"$begun"
left=$((limit - $(date +%s) + $(cat "$begun")))
if [ "$left" -le 0 ]; then finish timeout; exit; fi
pipe=$tmp/task-$id.$try.pipe
if [ "$dir" != "$tmp" ] && rm -f "$pipe" && mkfifo "$pipe" 2>/dev/null; then
  tee -a "$end.log" <"$pipe" &
  tee=$!
  "$@" >"$pipe" 2>&1 &
else
  "$@" &
fi
child=$!
trap 'halted=1; kill -TERM $child 2>/dev/null' TERM INT
{ sleep "$left"; echo timeout >"$end"; kill -TERM $child; sleep 10; kill -KILL $child; } >/dev/null 2>&1 &
clock=$!
wait $child
code=$?
while kill -0 $child 2>/dev/null; do wait $child; code=$?; done
kill $clock 2>/dev/null
if [ -n "$tee" ]; then
  { sleep 2; kill $tee; } >/dev/null 2>&1 &
  wait $tee
fi
if [ -n "$halted" ] && [ ! -s "$end" ]; then exit $code; fi
finish "exit $code"
exit $code
`;

/** Returns the entrypoint that runs a container's command to its end and reports the result. */
export function entrypointOf({ nonce, runId, attempt, limit, folder = "", api }: Wrapper): string[] {
  const values = { n: nonce, id: runId, try: attempt, limit, dir: folder, api };
  const head = Object.entries(values).map(([name, value]) => `${name}=${quoted(String(value))}`);
  return ["/bin/sh", "-c", `${head.join(" ")}${lines}`, "podwright-task"];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the nonce in the command of a task's pod. A task without a shell has none. */
export function nonceIn(pod: Pod): string | undefined {
  const [shell, , script] = commandOf({ ...pod }).entrypoint;
  return shell === "/bin/sh" ? /^n='([0-9a-f]+)'/.exec(String(script))?.[1] : undefined;
}

/** Reads the result from a line of the log. */
export function resultIn(line: string, nonce: string): Result | undefined {
  const [, found, code] = /^podwright-task ([0-9a-f]+) (?:exit (\d+)|timeout)$/.exec(line.trim()) ?? [];
  if (found !== nonce) return undefined;
  return code === undefined ? "timeout" : { exitCode: Number(code) };
}
