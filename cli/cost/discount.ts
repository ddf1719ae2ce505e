import type { Platform } from "../../client";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";
import type { CommandContext } from "../context/context";

/** A serverless discount of the account. RunPod documents only these three fields. */
export interface Discount {
  readonly discountFactor: number;
  readonly type: string;
  readonly expirationDate: string | null;
}

/**
 * Reads the discount, which only GraphQL reports. Returns `undefined` without GraphQL, without the permission, or for
 * an expired discount.
 */
export async function discountOf(
  { billing }: Pick<Platform, "billing">,
  { clock, signal }: Pick<CommandContext, "clock" | "signal">,
): Promise<Discount | undefined> {
  const found = await substitute(billing.serverlessDiscount({ signal }), isPlatformError, null);
  signal.throwIfAborted();
  if (found === null) return undefined;
  const { discountFactor, type, expirationDate } = found;
  const hasExpired = expirationDate !== null && Date.parse(expirationDate) <= clock.now();
  return hasExpired ? undefined : { discountFactor, type, expirationDate };
}

/** Describes the discount. `counts` is a sentence that says whether the amounts of the report contain the discount. */
export function discountSentence({ discountFactor, type, expirationDate }: Discount, counts: string): string {
  const until = expirationDate === null ? "" : `, until ${expirationDate}`;
  const kind = type === "" ? "" : ` of type ${type}`;
  return `RunPod reports a serverless discount${kind} for this account (factor ${discountFactor}${until}). ${counts}`;
}
