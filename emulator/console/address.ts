import { z } from "zod";
import { problems } from "../http/problem";
import { consoleKinds, type KindName } from "./kinds";

const kindNames = Object.keys(consoleKinds) as [KindName, ...KindName[]];

const address = z.strictObject({
  /** The overview, the controls, or a kind's list. */
  view: z.enum(["overview", "control", ...kindNames]).default("overview"),
  /** An item of this kind, instead of its list. */
  id: z.string().min(1).optional(),
  /** Text that a row must contain, in any letter case. */
  search: z.string().max(200).default(""),
  /** State that a row must have. */
  state: z.string().max(40).default(""),
  /** The most rows of a list. */
  limit: z.coerce.number().int().min(1).max(5_000).default(100),
});

/** What the page shows: the address of a view in the page, as the query of the event stream. */
export type ConsoleAddress = Readonly<z.infer<typeof address>>;

export function consoleAddress(query: URLSearchParams): ConsoleAddress {
  const parsed = address.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw problems.malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
