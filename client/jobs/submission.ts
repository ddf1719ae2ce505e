import { checkInteger, invalidCall } from "../errors/invalid-call";
import { isWebUrl } from "../values/text";
import { JOB_BOUNDS } from "./bounds";
import type { JobInput, JobOptions, JobPolicy } from "./types";

/** RunPod documents 10 and 20 MB without saying which megabyte: the smaller fits both. */
const MEGABYTE = 1_000_000;

/** Recorded: the worker retries such a job once, and fails it as timed out. */
export const EMPTY_INPUT = "input is empty, and RunPod's workers take an empty input for a missing one";
export const SEND_A_KEY = 'Send at least one key, such as {"ping": true}.';

/** The body of a submission, and the same as JSON. */
export interface Submission {
  readonly body: object;
  readonly json: string;
}

/** Throws a `ValidationError` for values that RunPod would refuse. */
export function submissionOf(
  operation: string,
  { input, options, megabytes }: { readonly input: JobInput; readonly options: JobOptions; readonly megabytes: number },
): Submission {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw invalidCall(operation, "input must be an object");
  }
  if (Object.keys(input).length === 0) throw invalidCall(operation, EMPTY_INPUT, SEND_A_KEY);
  const { webhook, policy, s3Config } = options;
  // The error does not quote the URL: a webhook often carries a secret.
  if (webhook !== undefined && !isWebUrl(webhook)) throw invalidCall(operation, "webhook must be an http or https URL");
  if (policy !== undefined) checkPolicy(operation, policy);
  const body = { input, webhook, policy, s3Config };
  const json = jsonOf(operation, body);
  const bytes = Buffer.byteLength(json);
  if (bytes > megabytes * MEGABYTE) {
    throw invalidCall(
      operation,
      `the request has ${grouped(bytes)} bytes, and RunPod takes at most ${megabytes} MB (${grouped(megabytes * MEGABYTE)} bytes) here`,
      "Put large data where the worker can fetch it, and send its address.",
    );
  }
  return { body, json };
}

function grouped(bytes: number): string {
  return bytes.toLocaleString("en-US");
}

function checkPolicy(operation: string, { executionTimeout, ttl }: JobPolicy): void {
  checkInteger(operation, "policy.executionTimeout", executionTimeout, JOB_BOUNDS.executionTimeout);
  checkInteger(operation, "policy.ttl", ttl, JOB_BOUNDS.ttl);
}

function jsonOf(operation: string, body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalidCall(operation, "JSON has no form for a value in input, such as a BigInt or the input itself");
  }
}
