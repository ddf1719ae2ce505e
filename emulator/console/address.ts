import * as z from "zod";
import { problems } from "../http/problem";
import { consoleKinds, type KindName } from "./kinds";

const kindNames = Object.keys(consoleKinds) as [KindName, ...KindName[]];

const address = z.strictObject({
  /** View to show: the overview, the controls, or the list of a kind. */
  view: z.enum(["overview", "control", ...kindNames]).default("overview"),
  /** Id of an item to show instead of the list. */
  id: z.string().min(1).optional(),
  /** Text that a row must contain, in any letter case. */
  search: z.string().max(200).default(""),
  /** State that a row must have. */
  state: z.string().max(40).default(""),
  /** Largest number of rows in a list. */
  limit: z.coerce.number().int().min(1).max(5_000).default(100),
});

/** What the page shows. The page sends these values as the query of the event stream, and has them in its own address. */
export type ConsoleAddress = Readonly<z.infer<typeof address>>;

export function consoleAddress(query: URLSearchParams): ConsoleAddress {
  const parsed = address.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw problems.malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
