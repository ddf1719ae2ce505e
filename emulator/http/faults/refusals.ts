import * as z from "zod";
import { Problem, problems } from "../problem";
import type { Surface } from "../route";

interface Refusal {
  /** Status and text over REST and in job operations. */
  readonly status: number;
  readonly text: string;
  /** Text over GraphQL, if it differs. */
  readonly graphqlText?: string;
  readonly graphqlCode?: string;
}

/** Refusals with RunPod's own texts, from recordings. The emulator creates all other refusals from its state. */
const refusals = {
  balance: {
    status: 402,
    text: "Your account balance is too low to rent a pod. Please add funds to your account.",
    graphqlText: "You must have at least $0.01 in your account balance to create an endpoint.",
  },
  instances: { status: 400, text: "There are no instances currently available" },
  specifications: {
    status: 400,
    text: "There are no longer any instances available with the request specifications. Please try again later.",
  },
  resources: {
    status: 400,
    text: "This machine does not have the resources to deploy your pod. Please try a different machine",
  },
  disk: { status: 400, text: "There are no longer any instances available with enough disk space." },
  quota: { status: 400, text: problems.overQuota(5, 0).message },
  internal: {
    status: 500,
    text: "Something went wrong. Please try again later or contact support.",
    graphqlCode: "INTERNAL_SERVER_ERROR",
  },
  /** The API key lacks the permission. GraphQL then shows no account. */
  access: { status: 403, text: problems.denied().message },
} as const satisfies Readonly<Record<string, Refusal>>;

type Name = keyof typeof refusals;

export const refusalEffect = z.strictObject({
  refusal: z.enum(Object.keys(refusals) as [Name, ...Name[]]),
  /** Answers like REST v1 in recordings: with a 500, and with the name of the operation before the refusal's text. */
  interface: z.literal("v1").optional(),
  /** The operation runs, although the response is a refusal. */
  afterWork: z.literal(true).optional(),
});

interface Refused {
  readonly surface: Surface;
  readonly operation: string;
}

/** Returns the status and the body, or a problem in the error format of the surface. */
export function refusalAs(
  { refusal, interface: version }: z.infer<typeof refusalEffect>,
  { surface, operation }: Refused,
): Problem | { readonly status: number; readonly body: unknown } {
  const { status, text, graphqlText = text, graphqlCode }: Refusal = refusals[refusal];
  if (surface === "graphql") {
    if (refusal === "access") return { status: 200, body: { data: { myself: null } } };
    const coded = graphqlCode === undefined ? {} : { extensions: { code: graphqlCode } };
    return { status: 200, body: { errors: [{ message: graphqlText, ...coded }], data: null } };
  }
  if (version === undefined) return new Problem(status, text);
  const done = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { status: 500, body: { error: `${done}: ${text}`, status: 500 } };
}
