import { z } from "zod";
import { rest } from "../calls";
import { asAssumed, different, notTried, type Probe, seenIn } from "../probe";

const page = z.object({
  templates: z.array(z.unknown()),
  pagination: z.object({ hasNextPage: z.boolean(), nextCursor: z.string().nullish() }).optional(),
});

/** More than a page of the emulator that a test makes short. */
const TEMPLATES = 12;

const pageSize: Probe = {
  name: "page-size",
  assumption: "A list without `limit` is one page of up to 1000",
  touches: "client/http/http.ts follows every cursor; a refresh of 1000 pods is one request",
  creates: "free things",
  async run({ ledger, call }) {
    for (let count = 0; count < TEMPLATES; count += 1) await ledger.template();
    const response = await call(rest("listTemplates", "GET", "templates"));
    const { data } = page.safeParse(response.value);
    if (data === undefined) return notTried(`the list cannot be read: ${seenIn(response)}`);
    if (data.pagination === undefined) return different("lists have no pages", { strictInterface: true });
    const { length } = data.templates;
    if (!data.pagination.hasNextPage || length === 1_000) return asAssumed(`${length} templates on one page`);
    return different(`a page holds ${length}`, { pageSize: length });
  },
};

const lag: Probe = {
  name: "list-lag",
  assumption: "A list shows what was created before it",
  touches: "provider/creating looks for a lost create in a list",
  creates: "free things",
  async run({ ledger, platform, pause, signal }) {
    const { id } = await ledger.template();
    for (let missed = 0; missed < LONGEST_LAG; missed += 1) {
      const isListed = (await platform.templates.list({ signal })).some((template) => template.id === id);
      if (isListed)
        return missed === 0 ? asAssumed("the first list shows it") : different(`${missed} lists do not show it`);
      await pause(1_000);
    }
    return different(`${LONGEST_LAG} lists in a row do not show it`);
  },
};

const LONGEST_LAG = 30;

export const listProbes: readonly Probe[] = [pageSize, lag];
