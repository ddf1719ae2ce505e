import { z } from "zod";
import { Problem, problems } from "../problem";
import type { Surface } from "../route";

interface Refusal {
  /** Over REST and the job operations. */
  readonly status: number;
  readonly text: string;
  /** Over GraphQL, if different. */
  readonly graphqlText?: string;
  readonly graphqlCode?: string;
}

/** Refusals in RunPod's own words, from recordings. The emulator's state causes all other refusals. */
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
  /** The key lacks the permission. GraphQL then shows no account. */
  access: { status: 403, text: problems.denied().message },
} as const satisfies Readonly<Record<string, Refusal>>;

type Name = keyof typeof refusals;

export const refusalEffect = z.strictObject({
  refusal: z.enum(Object.keys(refusals) as [Name, ...Name[]]),
  /** REST responds as a recording of REST v1 shows: 500, with the operation's words before the words of the refusal. */
  interface: z.literal("v1").optional(),
  /** The operation runs nevertheless. */
  afterWork: z.literal(true).optional(),
});

interface Refused {
  readonly surface: Surface;
  readonly operation: string;
}

/** The status and the body, or the problem that each surface puts into its own envelope. */
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
