import * as z from "zod";
import { messageOf } from "../../../kernel/plain-text";
import { contradicted, measurement, pages, restDocument } from "../evidence";
import {
  asAssumed,
  beginningWith,
  different,
  type Measurement,
  measured,
  notTried,
  type Probe,
  type ProbeRun,
  seenIn,
  withTemplate,
} from "../probe";
import type { Profile } from "../profile";
import { graphql, quote, rest } from "../requests";

const save = (fields: string) => graphql("saveEndpoint", `mutation { saveEndpoint(input: { ${fields} }) { id } }`);

const saved = z.object({
  data: z.object({
    myself: z.object({
      endpoints: z.array(
        z.object({ id: z.string(), idleTimeout: z.number(), locations: z.string().nullish(), workersMax: z.number() }),
      ),
    }),
  }),
});

const patched = z.object({ name: z.string(), workers: z.object({ max: z.number(), idleTimeout: z.number() }) });

/** Runs the measurement with an endpoint that has no workers. The values of `more` differ from all defaults. */
const withEndpoint = (more = "") =>
  beginningWith("free resources", async ({ ledger }) => {
    const template = await ledger.template();
    return { template, id: await ledger.endpoint(template.id, more) };
  });

/**
 * Sends a save that RunPod should refuse. If RunPod accepts it, the ledger finds the endpoint by its name and deletes
 * it.
 */
async function refused(
  { ledger, call, template }: ProbeRun & { readonly template: { readonly id: string } },
  fields: string,
  words: RegExp,
): Promise<Measurement> {
  const named = `name: ${quote(ledger.name())}, templateId: ${quote(template.id)}, type: "QB"`;
  const response = await call(save(`${named}, workersMin: 0, workersMax: 0, ${fields}`));
  const { error } = response;
  if (error === undefined) return different("RunPod accepts the endpoint");
  return words.test(error.message)
    ? asAssumed(error.detail)
    : different(`RunPod refuses the endpoint with ${seenIn(response)}`);
}

const NOTICEABLE_MS = 1_000;
const LONGEST_LAG_MS = 180_000;

export const endpointProbes: readonly Probe[] = [
  withEndpoint(`, idleTimeout: 42, locations: "US", workersMin: 0, workersMax: 0`)({
    name: "save-endpoint-omission",
    assumption: "saveEndpoint resets the fields with a default in its schema, and keeps the others",
    evidence: [measurement("by RunPod's own clients, July 2026")],
    touches: "client/endpoints/graphql/operations.ts sends every field with each update",
    confirms: ["With `--save-endpoint merge`"],
    async run({ ledger, call, template, id }) {
      const fields = `id: ${quote(id)}, name: ${quote(ledger.name())}, gpuIds: "AMPERE_16", templateId: ${quote(template.id)}, type: "QB"`;
      const update = await call(save(`${fields}, workersMin: 0, workersMax: 0`));
      if (update.error !== undefined) return different(`RunPod refuses an update without them: ${seenIn(update)}`);
      const list = await call(
        graphql("myself", "query { myself { endpoints { id idleTimeout locations workersMax } } }"),
      );
      const endpoint = saved.safeParse(list.value).data?.data.myself.endpoints.find((one) => one.id === id);
      if (endpoint === undefined) return notTried(`the list does not show the endpoint: ${seenIn(list)}`);
      const kept = { defaulted: endpoint.idleTimeout === 42, other: endpoint.locations === "US" };
      const mode: Profile["saveEndpoint"] = kept.defaulted ? "merge" : kept.other ? "defaults" : "replace";
      const detail = `idleTimeout ${kept.defaulted ? "is kept" : "is reset"}, locations ${kept.other ? "are kept" : "are reset"}`;
      return measured(mode === "defaults", detail, { saveEndpoint: mode });
    },
  }),
  withEndpoint(", idleTimeout: 42, workersMin: 0, workersMax: 0")({
    name: "rest-patch-omission",
    assumption: "A PATCH of an endpoint over REST keeps the omitted fields",
    evidence: [restDocument("`updateEndpoint`")],
    touches: "client/endpoints/rest/mapping.ts sends only the differences",
    async run({ ledger, call, id }) {
      const patch = await call(rest("updateEndpoint", "PATCH", `serverless/${id}`, { name: ledger.name() }));
      if (patch.error !== undefined) return notTried(`a PATCH of the name is ${seenIn(patch)}`);
      const response = await call(rest("getEndpoint", "GET", `serverless/${id}`));
      const endpoint = patched.safeParse(response.value).data;
      if (endpoint === undefined) return notTried(`the endpoint cannot be read: ${seenIn(response)}`);
      const { max, idleTimeout } = endpoint.workers;
      const seen = `workers.max 0 is ${max}, idleTimeout 42 is ${idleTimeout}`;
      return measured(max === 0 && idleTimeout === 42, seen);
    },
  }),
  withEndpoint()({
    name: "release-lag",
    assumption: "A template can be deleted as soon as its endpoint is gone",
    evidence: [],
    touches: "provider/lifecycle repeats the delete of a resource that is in use, for up to 3 minutes",
    async run({ ledger, call, clock, pause, template, id }) {
      await ledger.delete({ kind: "endpoint", id });
      const began = clock.now();
      for (;;) {
        const response = await call(rest("deleteTemplate", "DELETE", `templates/${template.id}`));
        const waited = Math.round(clock.now() - began);
        if (response.status === 204) {
          const isFirst = waited < NOTICEABLE_MS;
          return measured(isFirst, isFirst ? "at once" : `after ${Math.ceil(waited / 1000)} s`, { releaseLag: waited });
        }
        if (response.status !== 400 || waited > LONGEST_LAG_MS) return different(seenIn(response));
        await pause(NOTICEABLE_MS);
      }
    },
  }),
  withEndpoint(", workersMin: 0, workersMax: 1")({
    name: "delete-precondition",
    assumption: "An endpoint that may have workers cannot be deleted",
    evidence: [pages("endpoints over GraphQL")],
    touches: "provider/kinds/serverless-endpoint drains an endpoint before the delete",
    async run({ call, id }) {
      const { error } = await call(graphql("deleteEndpoint", `mutation { deleteEndpoint(id: ${quote(id)}) }`));
      return error === undefined ? different("RunPod deletes such an endpoint at once") : asAssumed(error.detail);
    },
  }),
  withEndpoint()({
    name: "template-binding",
    assumption: "A template serves only one endpoint",
    evidence: [pages("endpoints over GraphQL")],
    touches: "an endpoint whose replacement keeps the template needs `deleteBeforeReplace`",
    async run({ ledger, template }) {
      try {
        await ledger.endpoint(template.id);
        return different("RunPod accepts a second endpoint");
      } catch (error) {
        return asAssumed(messageOf(error));
      }
    },
  }),
  withEndpoint()({
    name: "releases",
    assumption: "A change of an endpoint or of its template is a release, and the first release has no diff",
    evidence: [restDocument("`listEndpointReleases`")],
    touches: "client/endpoints/workers.ts",
    confirms: ["Every change of an endpoint"],
    async run({ platform, signal, template, id }) {
      const endpoint = await platform.endpoints.get(id, { signal });
      await platform.endpoints.update(id, { ...endpoint, idleTimeout: 42 }, { signal });
      await platform.templates.update(template.id, { disk: 6 }, { signal });
      const { releases: found } = await platform.workers.releases(id, { signal });
      if (found.length !== 3) return different(`${found.length} releases after two changes`);
      const isPlain = found.at(-1)?.diff.length === 0;
      return measured(isPlain, `three releases, the first ${isPlain ? "without" : "with"} a diff`);
    },
  }),
  withTemplate({
    name: "worker-quota",
    assumption: "An endpoint may have 1000 workers",
    evidence: [contradicted("17"), contradicted("52"), contradicted("64")],
    touches: "`workersMax` of endpoints: RunPod's refusal names the account's quota",
    async run({ ledger, template }) {
      try {
        // No worker starts: the minimum is 0, and there are no jobs.
        await ledger.endpoint(template.id, ", workersMin: 0, workersMax: 1000");
        return asAssumed("accepted");
      } catch (error) {
        const found = /quota \((\d+)\)/.exec(messageOf(error))?.[1];
        if (found === undefined) throw error;
        return different(`the account's quota is ${found} workers`, { workerQuota: Number(found) });
      }
    },
  }),
  withTemplate({
    name: "pool-needed",
    assumption: "RunPod refuses gpuIds that only exclude GPU types",
    evidence: [],
    touches: "the input `gpuIds` of an endpoint",
    confirms: ["`gpuIds` must contain a pool"],
    run: (run) => refused(run, 'gpuIds: "-NVIDIA L4"', /gpu/i),
  }),
  withTemplate({
    name: "location-unknown",
    assumption: "RunPod refuses a location that is neither a region nor a data center",
    evidence: [],
    touches: "the input `locations` of an endpoint",
    confirms: ["A name in `locations` that the catalog lacks"],
    run: (run) => refused(run, 'gpuIds: "AMPERE_16", locations: "NOWHERE-1"', /location|data ?center/i),
  }),
];
