import type { FollowedLine, FollowOptions, LogLine } from "../../client";
import { isNotFound, substitute } from "../../client/http/answers/substitute";
import { shownItem } from "./report";
import type { Subject } from "./subject";

/** The largest number of past lines that RunPod returns. */
export const mostLines = 5_000;
/** Milliseconds between two lists of workers. Each list is one request. */
const POLL_MS = 5_000;
/** Milliseconds that Podwright waits for the last lines of a deleted endpoint. */
const LAST_LINES_MS = 5_000;

interface Following {
  /** Selects the lines of the workers that exist at the start. The command prints all lines of later workers. */
  readonly options: Pick<FollowOptions, "tail" | "since" | "source">;
  readonly signal: AbortSignal;
  readonly print: (workerId: string, line: LogLine) => void;
}

/**
 * Follows the logs of all workers of an endpoint, also of workers that start later. It returns when RunPod no longer
 * has the endpoint.
 */
export async function followWorkers(
  { item, platform, context: { clock, warn } }: Subject,
  { options, signal: given, print }: Following,
): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([given, ending.signal]);
  const open = new Map<string, Promise<void>>();
  /**
   * The id of each worker's last line. If a log ends while the worker still exists, Podwright continues to read after
   * this line.
   */
  const last = new Map<string, string>();
  const read = async (worker: string, lines: AsyncIterable<FollowedLine>) => {
    for await (const line of lines) {
      last.set(worker, line.id);
      print(worker, line);
    }
  };
  const follow = (worker: string, selection: FollowOptions) => {
    const lines = platform.workers.follow(item.id, worker, { ...selection, after: last.get(worker), signal });
    // A worker may stop between the list and the request for its log.
    const reading = substitute(read(worker, lines), isNotFound, undefined);
    const ended = reading.catch((error: unknown) => ending.abort(error)).then(() => void open.delete(worker));
    open.set(worker, ended);
  };
  const listed = () => substitute(platform.workers.list(item.id, { signal }), isNotFound, undefined);
  try {
    let selection = options;
    for (let list = await listed(); list !== undefined; list = await listed()) {
      if (selection === options && list.workers.length === 0)
        warn(`note: ${shownItem(item)} has no workers now. Podwright follows each worker that starts.\n`);
      // If the lines have no ids, Podwright cannot continue a log after its end, so it reads each log only once.
      for (const { id } of list.workers) if (!open.has(id) && last.get(id) !== "") follow(id, selection);
      selection = { ...options, tail: mostLines };
      await clock.sleep(POLL_MS, signal);
    }
    await Promise.race([Promise.all(open.values()), clock.sleep(LAST_LINES_MS, signal)]);
    warn(`note: RunPod no longer has ${shownItem(item)}, so there will be no more lines.\n`);
  } finally {
    ending.abort();
    await Promise.all(open.values());
  }
}
