import type { PlatformError, PlatformErrorCode } from "../../client/errors";
import { errorFromFailure } from "../../client/http/answers/from-failure";
import { type ErrorContext, errorFromResponse } from "../../client/http/answers/from-response";
import { resolveTargets } from "../../client/http/configuration";
import type { ApiRequest } from "../../client/http/requests";
import { unlessUnsuccessful } from "../../client/jobs/outcomes";
import { readSettings } from "../../provider/settings/read-settings";
import { code } from "./markdown";

/** Texts that name settings as the errors of a stack name them. */
const { keyHints, transportHint, settingNames } = readSettings({ get: () => undefined }, {});

interface Explained {
  /** Makes the example error with the code that makes real errors. */
  readonly error: PlatformError;
  readonly meaning: string;
  readonly remedy: string;
}

/** Writes a section for each error code: its meaning, an example message, its consequences and a remedy. */
export function errorSections(): string {
  return Object.entries(explanations)
    .map(([name, { error, meaning, remedy }]) => {
      if (error.code !== name) throw new Error(`the example of ${name} is ${error.code}`);
      return [`### ${code(name)}`, meaning, `> ${error.message}`, `${consequences(error)}${remedy}`].join("\n\n");
    })
    .join("\n\n");
}

function consequences({ retryable, outcomeUnknown }: PlatformError): string {
  if (outcomeUnknown) return "The request may still have had an effect. ";
  return retryable ? "The same command may succeed later. " : "";
}

const explanations: Readonly<Record<PlatformErrorCode, Explained>> = {
  CAPACITY: {
    error: answered(
      400,
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    ),
    meaning: "RunPod has no free machine with this hardware in the allowed places. It created no resource.",
    remedy:
      "Add [`fallbacks`](../provider/kinds/pod/pod.md#where-it-runs), or remove `dataCenterIds` and filters such as `gpu.minRamPerGpu`. A disk of 20 GB or more may help, too. With `capacityTimeout`, Podwright repeats the attempts for a time.",
  },
  VALIDATION: {
    error: answered(422, "Request validation failed.", ["$: missing property 'image'"]),
    meaning:
      "RunPod refused an input. The preview finds most such errors. Only RunPod can detect the other errors, such as an image that is missing from the image registry.",
    remedy:
      "RunPod reports missing inputs first: add them, then correct the other inputs. The status 413 means that `env` and the command are too long.",
  },
  RULE: {
    error: answered(400, "Network volume is in use by 1 pod."),
    meaning: "The request has the right form, but a rule of RunPod forbids it.",
    remedy:
      "If the quota of workers is full, lower the `workersMax` of an endpoint. If a resource is in use, Podwright repeats its delete for up to 3 minutes. If the error remains, another resource outside the stack still uses it.",
  },
  AUTHENTICATION: {
    error: answered(401, "invalid api key"),
    meaning: "The request had no key, or the key is malformed, expired or revoked.",
    remedy:
      "`podwright billing pods` shows whether RunPod accepts the key in the environment. If you have changed the key, see [rotating the key](configuration.md#rotating-the-key).",
  },
  PERMISSION: {
    error: answered(403, "access denied"),
    meaning: "The key is valid, but lacks a permission. A key for reading is enough for preview, drift and cost.",
    remedy: "If the account has no GraphQL, set [`endpointTransport`](configuration.md#graphql-or-rest) to `rest`.",
  },
  NOT_FOUND: {
    error: answered(404, "resource not found", [], { operation: "getPod" }),
    meaning: "The resource does not exist, or belongs to another account.",
    remedy:
      "If the resource was deleted outside Pulumi, `pulumi up --refresh` creates it again. If an id in the program (`templateId`, `volumeId`, `registry`) belongs to another account or to a deleted resource, correct the id.",
  },
  CONFLICT: {
    error: answered(409, "action is not valid in status EXITED", [], { operation: "podAction" }),
    meaning:
      "The resource's current status does not allow the operation. For example, RunPod does not reset a locked pod, and does not stop a stopped pod.",
    remedy:
      "`podwright drift` shows the resource's status. To unlock a pod, set `locked: false` in the program; the same `pulumi up` then makes the change.",
  },
  BALANCE: {
    error: answered(402, "insufficient balance"),
    meaning: "The account has too little credit. RunPod stops running pods when the credit is used up.",
    remedy:
      "`podwright cost` shows the stack's hourly cost. After you have added credit, `pulumi up --refresh` starts the stopped pods; a plain `pulumi up` does not notice that they stopped.",
  },
  RATE_LIMIT: {
    error: answered(429, "rate limit exceeded for the hour window", [], { retryAfterMs: 1_812_000 }),
    meaning:
      "The account has used up RunPod's limit of requests, and the wait would exceed 65 seconds. If the wait is shorter, Podwright waits, and prints a line if it waits two seconds or more.",
    remedy: "[Scale and rate limits](scale.md) lists the requests of each operation.",
  },
  NETWORK: {
    error: unanswered("never-sent", "ECONNREFUSED"),
    meaning: "Podwright could not reach RunPod, or lost the connection.",
    remedy:
      "If the response to a create was lost, Podwright searches for the new resource and adopts it. If it cannot search, the error says where you can look. If a variable names a proxy, the error names the proxy, too: see [Behind a proxy](configuration.md#behind-a-proxy).",
  },
  TIMEOUT: {
    error: unanswered("timeout", ""),
    meaning: "RunPod accepted the request and did not answer.",
    remedy: "Continue as for [`NETWORK`](#network).",
  },
  SERVER: {
    error: answered(500, "internal error", [], { operation: "getPod", idempotent: true }),
    meaning:
      "RunPod failed to carry out the request. Podwright has already repeated the request if a repetition is safe.",
    remedy: "If the error persists, tell RunPod's support the time and the resource's id.",
  },
  UNEXPECTED_ANSWER: {
    error: errorFromResponse(
      request({ operation: "listPods", idempotent: true }),
      {
        status: 200,
        headers: { "content-type": "text/html" },
        text: "<html></html>",
        repeated: false,
        json: () => undefined,
      },
      circumstances(),
    ),
    meaning: "Another server answered in place of RunPod, for example a proxy.",
    remedy:
      "Write `podwright:baseUrl` and `podwright:serverlessUrl` without `/v2`. To use RunPod itself, leave both settings out.",
  },
  RETIRED: {
    error: answered(410, "This API is no longer available.", [], { operation: "saveEndpoint", surface: "graphql" }),
    meaning:
      "RunPod no longer serves GraphQL, the default API for serverless endpoints. Podwright does not switch to REST by itself.",
    remedy: "[GraphQL or REST](configuration.md#graphql-or-rest) lists the differences.",
  },
  CONFIGURATION: {
    error: misconfigured(),
    meaning: "Podwright sent no request: the key is missing, or an address is invalid.",
    remedy: "[Configuration](configuration.md) lists the settings and their places.",
  },
  JOB_FAILED: {
    error: ended("FAILED", "CUDA out of memory"),
    meaning:
      "The endpoint's handler failed, and the error contains the handler's message. A failed [`Job`](../provider/kinds/job/job.md) fails the deployment.",
    remedy: "To run the job without a deployment, use `podwright jobs run <endpoint> --input … --follow`.",
  },
  JOB_CANCELLED: {
    error: ended("CANCELLED"),
    meaning: "A user or a program cancelled the job, or removed all jobs from the queue.",
    remedy: "The next `pulumi up` runs the job again.",
  },
  JOB_TIMED_OUT: {
    error: ended("TIMED_OUT"),
    meaning: "The job ran longer than its execution timeout.",
    remedy: "Raise one of the limits that the error names. The time of a cold start does not count toward the limit.",
  },
};

interface Asked {
  readonly operation?: string;
  readonly surface?: ApiRequest["surface"];
  readonly idempotent?: boolean;
  readonly retryAfterMs?: number;
}

function answered(status: number, detail: string, errors: readonly string[] = [], asked: Asked = {}): PlatformError {
  const body = { detail, errors };
  const headers = { "content-type": "application/problem+json" };
  const answer = { status, headers, text: JSON.stringify(body), json: () => body, repeated: false };
  return errorFromResponse(request(asked), answer, circumstances(asked.retryAfterMs));
}

function unanswered(kind: "never-sent" | "timeout", reason: string): PlatformError {
  return errorFromFailure(request({}), { kind, reason }, circumstances());
}

function request({ operation = "createPod", surface = "rest", idempotent = false }: Asked): ApiRequest {
  return { operation, surface, method: "GET", path: "/v2", idempotent };
}

/** The time of an example does not matter, but must not change from one day to the next. */
function circumstances(retryAfterMs?: number): ErrorContext {
  const now = Date.UTC(2026, 5, 1, 12);
  const hints = { keyHint: keyHints.refused, transportHint };
  return { mask: (text) => text, host: "api.runpod.io", setting: settingNames.baseUrl, ...hints, now, retryAfterMs };
}

function misconfigured(): PlatformError {
  const settings = {
    key: undefined,
    allowInsecureUrl: false,
    endpointTransport: "graphql",
    keyHints,
    transportHint,
    settingNames,
  };
  const urls = { baseUrl: "https://api.runpod.io", serverlessUrl: "https://api.runpod.ai" };
  return thrownBy(() => resolveTargets({ ...settings, ...urls }, "createPod"));
}

function ended(status: string, error?: string): PlatformError {
  const job = { id: "4e42a851-e1", status, ...(error === undefined ? {} : { error }) };
  return thrownBy(() => unlessUnsuccessful("jobs", job, (text) => text));
}

function thrownBy(run: () => unknown): PlatformError {
  try {
    run();
  } catch (error) {
    return error as PlatformError;
  }
  throw new Error("nothing was thrown");
}
