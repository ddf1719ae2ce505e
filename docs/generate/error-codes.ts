import type { PlatformError, PlatformErrorCode } from "../../client/errors";
import { errorFromFailure } from "../../client/errors/from-failure";
import { type ErrorContext, errorFromResponse } from "../../client/errors/from-response";
import { resolveTargets } from "../../client/http/configuration";
import type { ApiRequest } from "../../client/http/requests";
import { unlessUnsuccessful } from "../../client/jobs/outcomes";
import { readSettings } from "../../provider/settings/read-settings";
import { code } from "./markdown";

/** As a stack's errors give them. */
const { keyHints, transportHint, settingNames } = readSettings({ get: () => undefined }, {});

interface Explained {
  /** The error as Podwright itself makes it. */
  readonly error: PlatformError;
  readonly meaning: string;
  readonly remedy: string;
}

/** A section for each code: what it means, how it reads, whether it was tried again, and what to do. */
export function errorSections(): string {
  return Object.entries(explanations)
    .map(([name, { error, meaning, remedy }]) => {
      if (error.code !== name) throw new Error(`the example of ${name} is ${error.code}`);
      return [`### ${code(name)}`, meaning, `> ${error.message}`, `${consequences(error)}${remedy}`].join("\n\n");
    })
    .join("\n\n");
}

function consequences({ retryable, outcomeUnknown }: PlatformError): string {
  if (outcomeUnknown) return "It may still have had an effect. ";
  return retryable ? "The same command may succeed later. " : "";
}

const explanations: Readonly<Record<PlatformErrorCode, Explained>> = {
  CAPACITY: {
    error: answered(
      400,
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    ),
    meaning: "No machine with that hardware is free in the places named. Nothing was created.",
    remedy:
      "Add [`fallbacks`](../provider/kinds/pod/pod.md#where-it-runs), drop `dataCenterIds` (they bind) and filters such as `gpu.minRamPerGpu`, give a disk of 20 GB or more, or let `capacityTimeout` go on asking.",
  },
  VALIDATION: {
    error: answered(422, "Request validation failed.", ["$: missing property 'image'"]),
    meaning:
      "The request is wrong. Most of this is found at preview, without a request; what is left, only the platform knows, such as an image that its registry does not have.",
    remedy:
      "Correct the input that the path names. Missing inputs come first: add those, then correct the others. A 413 means that `env` and the command are too long.",
  },
  RULE: {
    error: answered(400, "Network volume is in use by 1 pod."),
    meaning: "The request is well formed and against a rule of the platform.",
    remedy:
      "The sentence is the platform's. A full quota of workers needs a lower `workersMax` somewhere. Deleting what is still in use is tried again for up to 3 minutes, because the platform releases late; after that, something outside the stack uses it.",
  },
  AUTHENTICATION: {
    error: answered(401, "missing bearer token"),
    meaning: "The key is missing on the way, malformed, expired or revoked.",
    remedy:
      "`podwright billing pods` tries the key of the environment. After a rotation: [rotating the key](configuration.md#rotating-the-key).",
  },
  PERMISSION: {
    error: answered(403, "access denied"),
    meaning: "The key is good but may not do this. A key for reading is enough for preview, drift and cost.",
    remedy: "For an account without GraphQL, [`endpointTransport`](configuration.md#graphql-or-rest) may be `rest`.",
  },
  NOT_FOUND: {
    error: answered(404, "resource not found", [], { operation: "getPod" }),
    meaning: "It is not there, or belongs to another account.",
    remedy:
      "A resource that was removed outside: `pulumi up --refresh` creates it anew. An id in the program (`templateId`, `volumeId`, `registry`) that is of another account or deleted: correct it.",
  },
  CONFLICT: {
    error: answered(409, "action is not valid in status EXITED", [], { operation: "podAction" }),
    meaning: "It is not possible in the present state: a locked pod that is to be reset, a stop of what is stopped.",
    remedy: "`podwright drift` shows the state. `locked: false` in the program unlocks a pod, in the same `up`.",
  },
  BALANCE: {
    error: answered(402, "insufficient balance"),
    meaning: "The account's money does not cover it. Running pods are stopped by the platform when it is used up.",
    remedy: "`podwright cost` tells what the stack needs an hour.",
  },
  RATE_LIMIT: {
    error: answered(429, "rate limit exceeded for the hour window", [], { retryAfterMs: 1_812_000 }),
    meaning:
      "The account's requests of that window are used up, and the wait is longer than Podwright sits out. A shorter wait is no error: from two seconds up, a line says how long.",
    remedy: "[Scale and rate limits](scale.md) tells what costs how many requests.",
  },
  NETWORK: {
    error: unanswered("never-sent", "ECONNREFUSED"),
    meaning: "The platform could not be reached, or the connection was lost.",
    remedy:
      "A creation whose answer was lost is looked up by its mark and adopted; where that is not possible the error says so, and what to look at. Where `HTTPS_PROXY` or its like names a proxy, the error names it too: see [Behind a proxy](configuration.md#behind-a-proxy).",
  },
  TIMEOUT: {
    error: unanswered("timeout", ""),
    meaning: "The platform took the request and did not answer.",
    remedy: "As for `NETWORK`.",
  },
  SERVER: {
    error: answered(500, "internal error", [], { operation: "getPod", idempotent: true }),
    meaning: "The platform failed. Reads and repeatable writes were tried again before this was told.",
    remedy: "If it stays, the platform's support asks for the time and the resource's id.",
  },
  UNEXPECTED_ANSWER: {
    error: errorFromResponse(
      request({ operation: "listPods", idempotent: true }),
      {
        ...{ status: 200, headers: { "content-type": "text/html" }, text: "<html></html>", repeated: false },
        json: () => undefined,
      },
      circumstances(),
    ),
    meaning: "Something answered that is not the platform: a proxy's page, another host.",
    remedy:
      "`podwright:baseUrl` and `podwright:serverlessUrl` are given without `/v2`; leave them out for the platform itself.",
  },
  RETIRED: {
    error: answered(410, "This API is no longer available.", [], { operation: "saveEndpoint", surface: "graphql" }),
    meaning:
      "The platform no longer serves GraphQL, over which serverless endpoints are managed by default. Nothing was changed, and Podwright does not switch by itself.",
    remedy: "[GraphQL or REST](configuration.md#graphql-or-rest) tells what is different over REST.",
  },
  CONFIGURATION: {
    error: misconfigured(),
    meaning: "Nothing was sent: no key, or an address that will not do.",
    remedy: "[Configuration](configuration.md) lists both ways to set everything, and which wins.",
  },
  JOB_FAILED: {
    error: ended("FAILED", "CUDA out of memory"),
    meaning:
      "The handler failed; the words are its own. As a [`Job`](../provider/kinds/job/job.md) it fails the deployment.",
    remedy: "`podwright jobs run <endpoint> --input … --follow` runs it without a deployment.",
  },
  JOB_CANCELLED: {
    error: ended("CANCELLED"),
    meaning: "Somebody cancelled the job, or purged the queue.",
    remedy: 'The next "pulumi up" runs it again.',
  },
  JOB_TIMED_OUT: {
    error: ended("TIMED_OUT"),
    meaning: "The job ran longer than its execution timeout.",
    remedy: "A cold start does not count, the work does.",
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
