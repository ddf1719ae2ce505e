import * as z from "zod";
import type { Pod } from "../../../client";
import type { Run } from "../../operations/run";
import type { CrossRule } from "../../planning/check";
import { duration, parseDuration } from "../../planning/durations";
import { isRecord } from "../../planning/values";
import { Poller } from "../../waiting/poller";
import { type Answer, probe, type Target } from "../../waiting/probe";
import { type Condition, waitFor } from "../../waiting/wait-for";
import { running, watchedPods } from "./readiness";

const port = z.int().min(1).max(65_535).describe("The port inside the container, as in `ports`.");

export const readinessSchema = z.strictObject({
  http: z
    .strictObject({
      port,
      path: z.string().startsWith("/", "must begin with /").optional().describe("Default `/`."),
      status: z.int().min(100).max(599).optional().describe("The status it must answer. Default: any from 200 to 399."),
      timeout: duration.optional().describe("How long one try waits for an answer. Default 5s."),
      address: z
        .string()
        .regex(/^https?:\/\/\S+$/, "must begin with http:// or https://")
        .optional()
        .describe(
          "Where to try it, with `{id}`, `{port}`, `{ip}` and `{public}` for the pod, the port, and the port's public address. Needed for an `http` port, because the platform's interface does not name the address of its proxy. Default `http://{ip}:{public}`.",
        ),
    })
    .optional()
    .describe("Met by an answer to GET. Redirects are not followed."),
  tcp: z.strictObject({ port }).optional().describe("Met by a connection."),
});

type Readiness = z.output<typeof readinessSchema>;

/** `{id}` and `{port}` lead to the platform's proxy, which only ports with the protocol `http` have. */
const usesMapping = (address: string) => /\{(ip|public)\}/.test(address);

export const readinessRule: CrossRule = {
  touches: ["readiness", "ports", "templateId"],
  judge: ({ readiness, ports, templateId }) => {
    if (!isRecord(readiness)) return undefined;
    const { http, tcp } = readiness as Readiness;
    if ((http === undefined) === (tcp === undefined))
      return { path: ["readiness"], message: "must have either `http` or `tcp`" };
    const kind = http === undefined ? "tcp" : "http";
    const number = (http ?? tcp)?.port;
    // A template may expose it.
    if (ports === undefined && templateId !== undefined) return undefined;
    const exposed = Array.isArray(ports) ? ports : [];
    const path = ["readiness", kind, "port"];
    if (exposed.includes(`${number}/tcp`)) return undefined;
    if (!exposed.includes(`${number}/http`)) return { path, message: `is not among \`ports\`: add "${number}/tcp"` };
    return http?.address !== undefined && !usesMapping(http.address)
      ? undefined
      : {
          path,
          message: `is exposed as "${number}/http", and the platform's interface does not name the address of its proxy: expose it as "${number}/tcp"${http === undefined ? "" : ", or give `address`"}`,
        };
  },
};

/** A pod, and what its port answered last. */
type Tried = Pod & { readonly answer?: Answer };

/** A pod is read again after this time, because it may have ended; more often while it has no public address. */
const rereadMs = 15_000;

interface Awaited {
  readonly readiness?: Readiness | undefined;
  readonly skipAwait?: boolean | undefined;
}

/** Waits until the port of a pod that runs answers as the program says. Tried from this machine. */
export async function waitUntilAnswers(
  run: Run,
  pod: Pod,
  { readiness, skipAwait }: Awaited,
  deadline: number,
): Promise<Pod> {
  if (readiness === undefined || skipAwait === true) return pod;
  const { clock, timeScale } = run;
  let tried: Tried = pod;
  let readAt = clock.now();
  const attempt = async (over: AbortSignal): Promise<Tried | undefined> => {
    // The last read before a wait gives up: what counts is the last answer.
    if (clock.now() >= deadline) return tried;
    if (targetOf(tried, readiness) === undefined || clock.now() - readAt >= rereadMs * timeScale) {
      const read = await readAgain(run, pod.id, over);
      if (read === undefined) return undefined;
      tried = { ...read, ...(tried.answer === undefined ? {} : { answer: tried.answer }) };
      readAt = clock.now();
    }
    const target = targetOf(tried, readiness);
    if (target === undefined || !running(tried).ok) return tried;
    const timeoutMs = parseDuration(readiness.http?.timeout ?? "5s");
    tried = { ...tried, answer: await probe(clock, target, timeoutMs, over) };
    return tried;
  };
  const bounds = { clock, timeScale, shortestMs: 1_000, longestMs: 10_000 };
  const poller = new Poller<Tried>({ ...bounds, read: async (_ids, over) => () => attempt(over) });
  const subject = `pod ${pod.id}: ${nameOf(readiness)}`;
  const describe = (seen: Tried | undefined) =>
    seen?.answer && { subject, state: seen.answer.text, costPerHour: seen.cost };
  const wait = { id: pod.id, poller, first: pod, condition: answers(readiness), deadline, describe };
  const ready: Tried = (await waitFor<Tried>(run, wait)) ?? pod;
  run.report(`${subject} ${ready.answer?.text ?? ""}`);
  return ready;
}

/** Shared with every other wait for a pod. */
async function readAgain(run: Run, id: string, signal: AbortSignal): Promise<Pod | undefined> {
  let read: Pod | undefined;
  const take = (pod: Pod | undefined) => {
    read = pod;
    return true;
  };
  await run.poller(watchedPods).watch(id, take, signal);
  return read;
}

/** Pure: met by the pod's last answer. A pod that has ended does not answer any more. */
function answers(readiness: Readiness): Condition<Tried> {
  return (seen) => {
    const verdict = running(seen);
    if (!verdict.ok) return verdict;
    const waitingFor = `${nameOf(readiness)} of the pod to be ready: it ${stateOf(seen, readiness)}`;
    return { ok: seen?.answer?.ok === true, waitingFor };
  };
}

function stateOf(seen: Tried | undefined, readiness: Readiness): string {
  if (seen === undefined || targetOf(seen, readiness) === undefined) return "has no public address yet";
  return seen.answer?.text ?? "was not tried yet";
}

function nameOf({ http, tcp }: Readiness): string {
  return http === undefined ? `port ${tcp?.port}` : `GET ${http.path ?? "/"} on port ${http.port}`;
}

function targetOf({ id, runtime }: Pod, { http, tcp }: Readiness): Target | undefined {
  const number = http?.port ?? tcp?.port;
  const mapping = runtime?.ports?.find((one) => one.private === number && one.type === "tcp");
  const [ip, open] = [mapping?.ip ?? undefined, mapping?.public ?? undefined];
  if (http === undefined) return ip === undefined || open === undefined ? undefined : { host: ip, port: open };
  const { address = "http://{ip}:{public}", path = "/", status } = http;
  if (usesMapping(address) && (ip === undefined || open === undefined)) return undefined;
  const values: Readonly<Record<string, unknown>> = {
    ...{ id, port: number, public: open },
    ip: ip?.includes(":") ? `[${ip}]` : ip,
  };
  const origin = address.replace(/\{(id|port|ip|public)\}/g, (_all, name: string) => String(values[name]));
  return { url: `${origin.replace(/\/$/, "")}${path}`, status };
}
