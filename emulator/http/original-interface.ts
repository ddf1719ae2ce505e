import type { Settings } from "../platform/options";
import { problems } from "./problem";
import { type ApiResponse, type Call, json, type Route } from "./route";

/*
 * The interface as it was first described, to the letter: what came later is unknown, in requests and in responses.
 * Operations that were named without their payloads are as in the published document of August 2026.
 */

const newerOperations: ReadonlySet<string> = new Set([
  ...["listSecrets", "createSecret", "getSecret", "updateSecret", "deleteSecret"],
  ...["listEndpointBuilds", "getEndpointBuild", "status-sync"],
]);

const container = ["name", "image", "args", "disk", "ports", "env", "registry", "mounts"];
const hardware = { gpu: ["id", "count"], cpu: ["id", "vcpuCount", "memory"] } as const;
const pod = [
  ...["id", "status", "actions", ...container, "gpu", "cpu", "cloud", "dataCenterId", "template", "cost", "locked"],
  ...["globalNetworking", "runtime", "createdAt", "startedAt"],
];
const createPod = [...container, "gpu", "cpu", "cloud", "dataCenterIds", "globalNetworking"];
const podOperations: ReadonlySet<string> = new Set(["createPod", "getPod", "updatePod", "podAction", "listPods"]);

/** Of every other resource. */
const newerKeys = ["entrypoint", "cmd", "pagination"];

type Body = Readonly<Record<string, unknown>>;

/** The routes, each with what the original interface does not know taken away. */
export function originalInterface(routes: readonly Route[], { strictInterface }: Settings): readonly Route[] {
  if (!strictInterface) return routes;
  return routes
    .filter(({ operation }) => !newerOperations.has(operation))
    .map((route): Route => {
      if (route.surface === "control") return route;
      const { operation, handle } = route;
      return {
        ...route,
        async handle(call) {
          refuseUnknown(operation, call);
          const response = await handle({ ...call, query: withoutPages(call.query) });
          return response ? { ...response, body: shown(operation, response) } : response;
        },
      };
    });
}

function refuseUnknown(operation: string, call: Call): void {
  if (call.bytes === undefined || call.bytes.length === 0) return;
  const body = json(call);
  if (!isObject(body)) return;
  const isKnown = (key: string) => (operation === "createPod" ? createPod.includes(key) : !newerKeys.includes(key));
  const unknown = Object.keys(body).filter(
    (key) => !isKnown(key) || (operation === "createCluster" && key === "templateId"),
  );
  const errors = unknown.length > 0 ? [refusal("$", unknown)] : [];
  const { gpu } = body;
  const known: readonly string[] = hardware.gpu;
  const inGpu =
    operation === "createPod" && isObject(gpu) ? Object.keys(gpu).filter((key) => !known.includes(key)) : [];
  if (inGpu.length > 0) errors.push(refusal("$.gpu", inGpu));
  if (errors.length > 0) throw problems.invalid(errors);
}

function refusal(where: string, keys: readonly string[]): string {
  return `${where}: additional properties ${keys.map((key) => `'${key}'`).join(", ")} not allowed`;
}

/** Unknown parameters are ignored. */
function withoutPages(query: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(query);
  for (const name of ["cursor", "limit"]) known.delete(name);
  return known;
}

function shown(operation: string, { body }: ApiResponse): unknown {
  if (!isObject(body)) return body;
  if (operation === "health" && isObject(body.workers))
    return { ...body, workers: pick(body.workers, ["idle", "running"]) };
  const item = podOperations.has(operation) ? shownPod : withoutNewer;
  if (operation === "listPods" && Array.isArray(body.pods)) return { pods: body.pods.map(item) };
  const entries = Object.entries(item(body));
  return Object.fromEntries(entries.map(([key, value]) => [key, Array.isArray(value) ? value.map(item) : value]));
}

function shownPod<T>(value: T): T | Body {
  if (!isObject(value)) return value;
  const known = pick(value, pod);
  const { gpu, cpu } = known;
  return {
    ...known,
    ...(isObject(gpu) ? { gpu: pick(gpu, hardware.gpu) } : {}),
    ...(isObject(cpu) ? { cpu: pick(cpu, hardware.cpu) } : {}),
  };
}

function withoutNewer<T>(value: T): T | Body {
  if (!isObject(value)) return value;
  return pick(
    value,
    Object.keys(value).filter((key) => !newerKeys.includes(key)),
  );
}

function pick(value: Body, keys: readonly string[]): Body {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
