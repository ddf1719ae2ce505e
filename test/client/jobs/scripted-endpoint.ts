import type { Jobs, SubmittedJob } from "../../../client";
import { client, failure, json, type LocalServer, type Reply, serve } from "../support/local-server";

export const job = (status: string, more: object = {}) => json(200, { id: "job1", status, ...more });

export const gone = json(404, { error: "not found" });

export type Scripts = Record<string, [Reply, ...Reply[]]>;

/** An endpoint that queues jobs. Each operation replies from its own script, whose last reply repeats for ever. */
export async function endpoint(more: Scripts): Promise<LocalServer> {
  const scripts: Scripts = { run: [job("IN_QUEUE")], ...more };
  const counts = new Map<string, number>();
  return await serve((response, seen, socket) => {
    const operation = seen.url.split("/")[3] ?? "";
    const script = scripts[operation] ?? [gone];
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    (script[Math.min(count, script.length - 1)] as Reply)(response, seen, socket);
  });
}

export const operations = ({ seen }: LocalServer) => seen.map(({ url }) => url.split("/")[3]);

/** A job that such an endpoint received, and a way to abort the job. */
export async function submit(scripts: Scripts, options: Parameters<Jobs["submit"]>[2] = {}) {
  const server = await endpoint(scripts);
  const stop = new AbortController();
  const submitted = client(server.url).jobs.submit("ep1", { n: 1 }, { signal: stop.signal, ...options });
  return { server, stop, submitted };
}

export const awaited = (submitted: SubmittedJob) => failure(submitted);
