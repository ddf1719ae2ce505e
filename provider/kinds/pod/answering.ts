import * as z from "zod";
import { type Pod, podUrl } from "../../../client";
import { parseDuration } from "../../../kernel/duration";
import { isRecord } from "../../../kernel/values";
import type { CrossRule } from "../../planning/check";
import { duration } from "../../planning/property-types";
import { Poller } from "../../session/poller";
import type { Run } from "../../session/run";
import { type Answer, probe, type Target } from "../../waiting/probe";
import { type Condition, waitFor } from "../../waiting/wait-for";
import { running, watchedPods } from "./readiness";

const port = z.int().min(1).max(65_535).describe("Port inside the container. `ports` must expose it.");

export const readinessSchema = z.strictObject({
  http: z
    .strictObject({
      port,
      path: z.string().startsWith("/", "must begin with /").optional().describe("Path of the request. Default `/`."),
      status: z
        .int()
        .min(100)
        .max(599)
        .optional()
        .describe("HTTP status that the response must have. Default: 200 to 399."),
      timeout: duration.optional().describe("Longest wait for one response, such as `10s`. Default `5s`."),
      address: z
        .string()
        .regex(/^https?:\/\/\S+$/, "must begin with http:// or https://")
        .optional()
        .describe(
          "Address of the request, in which `{id}` is the pod's id, `{port}` the container's port, and `{ip}` and `{public}` the public address and port. Default `http://{ip}:{public}` for a port exposed as `tcp`, and the address of RunPod's proxy for a port exposed as `http`.",
        ),
    })
    .optional()
    .describe("The pod is ready when the port answers a GET request. Podwright follows no redirect."),
  tcp: z
    .strictObject({ port })
    .optional()
    .describe("The pod is ready when the port accepts a connection. Port 22 must also answer as an SSH server."),
});

type Readiness = z.output<typeof readinessSchema>;

/** RunPod maps only ports with the protocol `tcp` to a public address. */
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
    // The template may expose the port.
    if (ports === undefined && templateId !== undefined) return undefined;
    const exposed = Array.isArray(ports) ? ports : [];
    const path = ["readiness", kind, "port"];
    if (exposed.includes(`${number}/tcp`)) return undefined;
    if (!exposed.includes(`${number}/http`)) return { path, message: `is not among \`ports\`: add "${number}/tcp"` };
    const isOpen = http !== undefined && !(http.address !== undefined && usesMapping(http.address));
    const wayOn = http === undefined ? "use `readiness.http`" : "leave `{ip}` and `{public}` out of `address`";
    return isOpen
      ? undefined
      : {
          path,
          message: `is exposed as "${number}/http", which has no public port of its own: expose it as "${number}/tcp", or ${wayOn}`,
        };
  },
};

/** RunPod maps this port even if the image has no SSH server, so only the server's greeting proves a login. */
const sshPort = 22;

/** Time until Podwright reads a pod again that already has its public address, and may have ended. */
const rereadMs = 15_000;

/** A pod, with the last answer from its port. */
type Tried = Pod & { readonly answer?: Answer };

interface Awaited {
  readonly readiness?: Readiness | undefined;
  readonly skipAwait?: boolean | undefined;
}

/** Waits until the port of a running pod answers as the program requires. This machine sends the requests. */
export async function waitUntilAnswers(
  run: Run,
  pod: Pod,
  { readiness, skipAwait }: Awaited,
  deadline: number,
): Promise<Pod> {
  if (readiness === undefined || skipAwait === true) return pod;
  const { clock, timeScale } = run;
  let tried: Tried = pod;
  let seen: Pod | undefined = pod;
  let failure: { readonly error: unknown } | undefined;
  let isWatched = false;
  const began = clock.now();
  const ended = new AbortController();
  /** Follows the pod, which gets its address later or may end. All waits share the reads of pods. */
  const watchOnce = () => {
    if (isWatched) return;
    isWatched = true;
    const follow = (snapshot: Pod | undefined) => {
      seen = snapshot;
      return false;
    };
    const signal = AbortSignal.any([run.signal, ended.signal]);
    const watching = run.poller(watchedPods).watch(pod.id, follow, signal);
    watching.catch((error: unknown) => {
      failure = { error };
    });
  };
  const attempt = async (over: AbortSignal): Promise<Tried | undefined> => {
    // At the deadline, Podwright sends no further request, and the last answer decides.
    if (clock.now() >= deadline) return tried;
    if (targetOf(run, tried, readiness) === undefined || clock.now() - began >= rereadMs * timeScale) watchOnce();
    if (failure !== undefined) throw failure.error;
    if (seen === undefined) return undefined;
    tried = { ...seen, ...(tried.answer === undefined ? {} : { answer: tried.answer }) };
    const target = targetOf(run, tried, readiness);
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
  const wait = { id: pod.id, poller, first: pod, condition: answers(run, readiness), deadline, describe };
  const ready: Tried = (await waitFor<Tried>(run, wait).finally(() => ended.abort())) ?? pod;
  run.report(`${subject} ${ready.answer?.text ?? ""}`);
  return ready;
}

/** The condition is met if the pod's last answer satisfies the program. An ended pod no longer answers. */
function answers(run: Run, readiness: Readiness): Condition<Tried> {
  return (seen) => {
    const verdict = running(seen);
    if (!verdict.ok) return verdict;
    const waitingFor = `${nameOf(readiness)} of the pod to be ready: it ${stateOf(run, seen, readiness)}`;
    return { ok: seen?.answer?.ok === true, waitingFor };
  };
}

function stateOf(run: Run, seen: Tried | undefined, readiness: Readiness): string {
  if (seen === undefined || targetOf(run, seen, readiness) === undefined) return "has no public address yet";
  return seen.answer?.text ?? "was not tried yet";
}

function nameOf({ http, tcp }: Readiness): string {
  return http === undefined ? `port ${tcp?.port}` : `GET ${http.path ?? "/"} on port ${http.port}`;
}

function targetOf(
  { platform }: Pick<Run, "platform">,
  { id, ports, runtime }: Pod,
  { http, tcp }: Readiness,
): Target | undefined {
  const number = http?.port ?? tcp?.port;
  const mapping = runtime?.ports?.find((one) => one.private === number && one.type === "tcp");
  const [ip, open] = [mapping?.ip ?? undefined, mapping?.public ?? undefined];
  if (http === undefined) {
    if (ip === undefined || open === undefined) return undefined;
    return { host: ip, port: open, ...(number === sshPort ? { greeting: "SSH-" } : {}) };
  }
  const isMapped = ports.includes(`${number}/tcp`) || !ports.includes(`${number}/http`);
  const usual = isMapped ? "http://{ip}:{public}" : podUrl(platform, id, http.port);
  const { address = usual, path = "/", status } = http;
  if (usesMapping(address) && (ip === undefined || open === undefined)) return undefined;
  const values: Readonly<Record<string, unknown>> = {
    id,
    port: number,
    public: open,
    ip: ip?.includes(":") ? `[${ip}]` : ip,
  };
  const origin = address.replace(/\{(id|port|ip|public)\}/g, (_all, name: string) => String(values[name]));
  return { url: `${origin.replace(/\/$/, "")}${path}`, status };
}
