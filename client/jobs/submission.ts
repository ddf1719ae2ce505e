import { isWebUrl } from "../../kernel/text";
import { checkInteger, invalidCall } from "../errors/invalid-call";
import { JOB_BOUNDS } from "./bounds";
import type { JobInput, JobOptions, JobPolicy } from "./types";

/**
 * Bytes of a megabyte. RunPod documents limits of 10 and 20 MB without a definition of MB, so the client uses the smaller
 * definition.
 */
const MEGABYTE = 1_000_000;

/**
 * The client refuses an empty input, because in a recording RunPod ran such a job twice and then reported a time-out.
 */
export const EMPTY_INPUT = "input is empty, and RunPod's workers treat an empty input as missing";
export const SEND_A_KEY = 'Send at least one key, such as {"ping": true}.';

/** The body of a submission, as an object and as JSON text. */
export interface Submission {
  readonly body: object;
  readonly json: string;
}

/** Builds a submission. Throws a `ValidationError` for values that RunPod would refuse. */
export function submissionOf(
  operation: string,
  { input, options, megabytes }: { readonly input: JobInput; readonly options: JobOptions; readonly megabytes: number },
): Submission {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw invalidCall(operation, "input must be an object");
  }
  if (Object.keys(input).length === 0) throw invalidCall(operation, EMPTY_INPUT, SEND_A_KEY);
  const { webhook, policy, s3Config } = options;
  // The error does not quote the URL, because a webhook often contains a secret.
  if (webhook !== undefined && !isWebUrl(webhook)) throw invalidCall(operation, "webhook must be an http or https URL");
  if (policy !== undefined) checkPolicy(operation, policy);
  const body = { input, webhook, policy, s3Config };
  const json = jsonOf(operation, body);
  const bytes = Buffer.byteLength(json);
  if (bytes > megabytes * MEGABYTE) {
    throw invalidCall(
      operation,
      `the request has ${grouped(bytes)} bytes, and RunPod accepts at most ${megabytes} MB (${grouped(megabytes * MEGABYTE)} bytes) for this operation`,
      "Upload large data to a place that the worker can read, and send its address.",
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
    throw invalidCall(
      operation,
      "input contains a value that JSON cannot express, such as a BigInt or a reference to input itself",
    );
  }
}
