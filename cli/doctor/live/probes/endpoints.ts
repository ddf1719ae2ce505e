import { z } from "zod";
import { asAssumed, different, notTried, type Probe, seenIn } from "../probe";
import type { Profile } from "../profile";

const saved = z.object({
  data: z.object({
    myself: z.object({
      endpoints: z.array(
        z.object({ id: z.string(), idleTimeout: z.number(), locations: z.string().nullish(), workersMax: z.number() }),
      ),
    }),
  }),
});

/** What an update leaves out. The values differ from every default. */
const omission: Probe = {
  name: "save-endpoint-omission",
  assumption: "saveEndpoint resets the fields with a default in its schema, and keeps the others",
  touches: "client/endpoints/graphql.ts sends every field with each update",
  confirms: "`saveEndpoint` with",
  creates: "free things",
  async run({ ledger, call }) {
    const template = await ledger.template();
    const id = await ledger.endpoint(
      template.id,
      `, idleTimeout: 42, locations: "EU-RO-1", workersMin: 0, workersMax: 0`,
    );
    const fields = `id: ${JSON.stringify(id)}, name: ${JSON.stringify(ledger.name())}, gpuIds: "AMPERE_16"`;
    const document = `mutation { saveEndpoint(input: { ${fields}, templateId: ${JSON.stringify(template.id)}, workersMin: 0, workersMax: 0 }) { id } }`;
    const update = await call({ surface: "graphql", operation: "saveEndpoint", document });
    if (update.error !== undefined) return different(`an update without them is refused: ${seenIn(update)}`);
    const list = await call({
      surface: "graphql",
      operation: "myself",
      document: "query { myself { endpoints { id idleTimeout locations workersMax } } }",
    });
    const endpoint = saved.safeParse(list.value).data?.data.myself.endpoints.find((one) => one.id === id);
    if (endpoint === undefined) return notTried(`the list does not show the endpoint: ${seenIn(list)}`);
    const kept = { defaulted: endpoint.idleTimeout === 42, other: endpoint.locations === "EU-RO-1" };
    const mode: Profile["saveEndpoint"] = kept.defaulted ? "merge" : kept.other ? "defaults" : "replace";
    const detail = `idleTimeout ${kept.defaulted ? "is kept" : "is reset"}, locations ${kept.other ? "are kept" : "are reset"}`;
    return mode === "defaults" ? asAssumed(detail) : different(detail, { saveEndpoint: mode });
  },
};

const release: Probe = {
  name: "release-lag",
  assumption: "A template can be deleted as soon as its endpoint is gone",
  touches: "provider/operations: a delete of what is in use is tried again for 3 minutes",
  creates: "free things",
  async run({ ledger, call, clock, timeScale, signal }) {
    const template = await ledger.template();
    const id = await ledger.endpoint(template.id);
    await ledger.delete({ kind: "endpoint", id });
    const began = clock.now();
    for (;;) {
      const path = ["templates", template.id];
      const response = await call({ surface: "rest", operation: "deleteTemplate", method: "DELETE", path });
      const waited = Math.round(clock.now() - began);
      if (response.status === 204) {
        const first = waited < NOTICEABLE_MS;
        return first ? asAssumed("at once") : different(`after ${Math.ceil(waited / 1000)} s`, { releaseLag: waited });
      }
      if (response.status !== 400 || waited > LONGEST_LAG_MS) return different(seenIn(response));
      await clock.sleep(NOTICEABLE_MS * timeScale, signal);
    }
  },
};

const NOTICEABLE_MS = 1_000;
const LONGEST_LAG_MS = 180_000;

const stream: Probe = {
  name: "stream-shape",
  assumption: "/stream is a list of chunks, and is empty for a job that waits",
  touches: "client/jobs/types.ts reads both shapes",
  confirms: "`/stream` delivers",
  creates: "free things",
  async run({ ledger, call }) {
    const id = await ledger.endpoint((await ledger.template()).id);
    const body = { input: {} };
    const run = await call({ surface: "jobs", operation: "run", method: "POST", path: [id, "run"], body });
    const job = z.object({ id: z.string() }).safeParse(run.value).data;
    if (job === undefined) return notTried(`no job could be submitted: ${seenIn(run)}`);
    const path = [id, "stream", job.id];
    const response = await call({ surface: "jobs", operation: "stream", method: "GET", path });
    if (Array.isArray(response.value)) return asAssumed("a list");
    const isObject = z.object({ stream: z.array(z.unknown()) }).safeParse(response.value).success;
    return isObject
      ? different("an object that holds the list", { streamShape: "object" })
      : different(seenIn(response));
  },
};

export const endpointProbes: readonly Probe[] = [omission, release, stream];
