import { SET_THE_KEY } from "../configuration";
import { AuthenticationError, PermissionError, type PlatformError, RuleError, ServerError } from "../errors";
import { factsOf, LOOK_FIRST } from "../errors/from-answer";
import type { Answer, ApiRequest } from "../http/message";
import { graphqlErrors } from "./answers";

/**
 * The error that a 200 holds, if it holds one (contract section 13.6). That something was not found is a rule broken
 * here, whatever the words: a save names a template and a volume too. Only the list tells whether the endpoint is gone.
 */
export function errorInSuccess(
  request: ApiRequest,
  answer: Answer,
  mask: (text: string) => string,
): PlatformError | undefined {
  const found = graphqlErrors.safeParse(jsonOf(answer));
  if (!found.success) return undefined;
  const facts = factsOf(request, answer, mask);
  const sentence = facts.sentence.replace(` (${answer.status})`, "");
  switch (found.data.errors[0]?.extensions?.code) {
    case "UNAUTHENTICATED":
      return new AuthenticationError({ ...facts, sentence, hint: SET_THE_KEY });
    case "FORBIDDEN":
      return new PermissionError({ ...facts, sentence });
    case "INTERNAL_SERVER_ERROR": {
      const outcomeUnknown = !request.idempotent;
      return new ServerError({ ...facts, sentence, outcomeUnknown, hint: outcomeUnknown ? LOOK_FIRST : undefined });
    }
    default:
      return new RuleError({ ...facts, sentence, outcomeUnknown: !request.idempotent && hasData(jsonOf(answer)) });
  }
}

/** An answer may hold errors and an effect. */
function hasData(body: unknown): boolean {
  const data = (body as { data?: Record<string, unknown> | null }).data;
  return Object.values(data ?? {}).some((value) => value !== null);
}

function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
