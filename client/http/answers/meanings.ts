import { BalanceError, CapacityError, ConflictError, NotFoundError, RuleError } from "../../errors/kinds";
import type { PlatformError, PlatformErrorFacts } from "../../errors/platform-error";
import { type RefusingResponse, readRefusal } from "./refusal";

/**
 * A refusal that RunPod sends before it does any work. RunPod's text or error code shows the kind of refusal. The status
 * varies, so it does not show the kind.
 */
interface Meaning {
  readonly kind: new (facts: PlatformErrorFacts) => PlatformError;
  readonly words: RegExp;
  /** RunPod's code of the error. */
  readonly code?: RegExp;
  readonly hint: string;
  /** Whether a later attempt may succeed. */
  readonly retryable?: boolean;
  /** Whether the refusal ends within minutes, so that the client repeats the call itself. */
  readonly passes?: boolean;
}

export const ADD_CREDIT = "Add credit to the account, or choose cheaper hardware.";
const OTHER_HARDWARE = "Allow other hardware or other data centers, or wait until hardware is free.";

/**
 * The reasons that RunPod gives, with any status. For one reason, RunPod sends different statuses: 400 over REST v2, 402 for a
 * pod, 500 over REST v1, 200 over GraphQL. The first matching row decides. The comments quote recorded sentences. The last two
 * rows also match new wordings.
 */
const MEANINGS: readonly Meaning[] = [
  {
    // "Endpoint is paused". RunPod sends this text for new jobs of an endpoint without workers.
    kind: ConflictError,
    words: /\bendpoint is paused\b/i,
    code: /^ENDPOINT_PAUSED$/,
    hint: "RunPod accepts no jobs while workersMax of the endpoint is 0, and for up to a few minutes after workersMax is raised: set workersMax above 0, or try again in a few minutes. The client has already repeated the request for more than a minute.",
    retryable: true,
    passes: true,
  },
  {
    // "Max workers across all endpoints must not exceed your workers quota (10)." In 2024: "Your worker concurrency cannot go
    // beyond the maximum limit of (20)."
    kind: RuleError,
    words: /\bworkers? quota\b|\bworker concurrency cannot go beyond\b/i,
    hint: "Lower workersMax of this endpoint or of another endpoint: endpoints without jobs use the quota too. Or ask RunPod's support for a higher quota.",
  },
  {
    // "Invalid ARN format"
    kind: RuleError,
    words: /\binvalid arn format\b/i,
    hint: "RunPod asks for an ARN, but accepts the address of an image: ACCOUNT.dkr.ecr.REGION.amazonaws.com/REPOSITORY:TAG.",
  },
  {
    // "Delegation not found or access denied". RunPod sends this text with a 400, but documents a 404.
    kind: NotFoundError,
    words: /\bdelegation not found\b/i,
    hint: "Check the delegation's id, and check that the API key belongs to the account that created the delegation.",
  },
  {
    // "Your account balance is too low to rent a pod." "You must have at least $0.01 in your account balance."
    kind: BalanceError,
    words:
      /\baccount balance\b|\b(insufficient|not enough) (balance|funds|credits?)\b|\b(balance|funds|credits?) (is|are) too low\b/i,
    code: /BALANCE|INSUFFICIENT_(FUNDS|CREDIT)/,
    hint: ADD_CREDIT,
  },
  {
    // A stopped pod stays on its host, where other pods may have taken its GPUs.
    kind: CapacityError,
    words: /not enough free gpus on the host/i,
    hint: "Wait until GPUs are free on this host, or create another pod.",
    retryable: true,
  },
  {
    // "There are no longer any instances available with enough disk space."
    kind: CapacityError,
    words: /\bno longer any instances available with enough disk space/i,
    hint: "Request a smaller disk, or allow other hardware or other data centers.",
    retryable: true,
  },
  {
    // "There are no longer any instances available with the requested specifications." "There are no instances currently
    // available." "This machine does not have the resources to deploy your pod." "could not find any pods with required
    // specifications" "no available datacenter with requested resources"
    kind: CapacityError,
    words:
      /\bno (longer any )?instances (currently )?available\b|does not have the resources to deploy|\bcould not find any pods with required specifications\b|\bno available data ?centers? with requested resources\b/i,
    code: /SUPPLY_CONSTRAINT/,
    hint: OTHER_HARDWARE,
    retryable: true,
  },
  {
    kind: CapacityError,
    words: /\b(no|not enough|insufficient|out of|lacks?)\s+([\w-]+\s+){0,3}(capacity|stock)\b/i,
    hint: OTHER_HARDWARE,
    retryable: true,
  },
  {
    kind: CapacityError,
    words: /\b(no|not enough)\s+([\w-]+\s+){0,3}(instances|machines|hosts|gpus)\s+([\w-]+\s+){0,2}available\b/i,
    hint: OTHER_HARDWARE,
    retryable: true,
  },
];

/**
 * Returns the meaning of RunPod's reason, for any status. Call this function with the unmasked response, because masking may
 * replace the words that decide.
 */
export function meaningOf(response: RefusingResponse): Meaning | undefined {
  const { detail, errors, code = "" } = readRefusal(response);
  const reasons = [detail, ...errors].join("\n");
  return MEANINGS.find((meaning) => meaning.words.test(reasons) || meaning.code?.test(code) === true);
}

export function errorOfMeaning({ kind, hint, retryable }: Meaning, facts: PlatformErrorFacts): PlatformError {
  return new kind({ ...facts, hint, retryable });
}
