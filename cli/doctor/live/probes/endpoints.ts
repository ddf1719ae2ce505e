import { z } from "zod";
import { messageOf } from "../../../../provider/operations/errors";
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

const patched = z.object({ name: z.string(), workers: z.object({ max: z.number(), idleTimeout: z.number() }) });

const patchOmission: Probe = {
  name: "rest-patch-omission",
  assumption: "A PATCH of an endpoint over REST keeps what it leaves out",
  touches: "client/endpoints/rest-mapping.ts sends what differs alone",
  creates: "free things",
  async run({ ledger, call }) {
    const { id: template } = await ledger.template();
    const id = await ledger.endpoint(template, ", idleTimeout: 42, workersMin: 0, workersMax: 0");
    const path = ["serverless", id];
    const body = { name: ledger.name() };
    const patch = await call({ surface: "rest", operation: "updateEndpoint", method: "PATCH", path, body });
    if (patch.error !== undefined) return notTried(`a PATCH of the name is ${seenIn(patch)}`);
    const response = await call({ surface: "rest", operation: "getEndpoint", method: "GET", path });
    const endpoint = patched.safeParse(response.value).data;
    if (endpoint === undefined) return notTried(`the endpoint cannot be read: ${seenIn(response)}`);
    const { max, idleTimeout } = endpoint.workers;
    const seen = `workers.max 0 is ${max}, idleTimeout 42 is ${idleTimeout}`;
    return max === 0 && idleTimeout === 42 ? asAssumed("both other settings are kept") : different(seen);
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

/** A save that the platform is expected to refuse. What it accepts all the same is deleted by its name. */
function refused(
  facts: Pick<Probe, "name" | "assumption" | "touches" | "confirms">,
  fields: string,
  words: RegExp,
): Probe {
  return {
    ...facts,
    creates: "free things",
    async run({ ledger, call }) {
      const template = await ledger.template();
      const named = `name: ${JSON.stringify(ledger.name())}, templateId: ${JSON.stringify(template.id)}`;
      const document = `mutation { saveEndpoint(input: { ${named}, workersMin: 0, workersMax: 0, ${fields} }) { id } }`;
      const response = await call({ surface: "graphql", operation: "saveEndpoint", document });
      const { error } = response;
      if (error === undefined) return different("it is accepted");
      return words.test(error.message) ? asAssumed(error.detail) : different(`refused with ${seenIn(response)}`);
    },
  };
}

const quota: Probe = {
  name: "worker-quota",
  assumption: "An endpoint may have 1000 workers",
  touches: "workersMax of endpoints: a refusal names the account's quota",
  confirms: "An endpoint has at most 1000 workers",
  creates: "free things",
  async run({ ledger }) {
    const template = await ledger.template();
    try {
      // None starts: no worker is kept ready, and no job comes.
      await ledger.endpoint(template.id, ", workersMin: 0, workersMax: 1000");
      return asAssumed("accepted");
    } catch (error) {
      const found = /quota \((\d+)\)/.exec(messageOf(error))?.[1];
      if (found === undefined) throw error;
      return different(`the account's quota is ${found} workers`, { workerQuota: Number(found) });
    }
  },
};

const deletePrecondition: Probe = {
  name: "delete-precondition",
  assumption: "An endpoint that may have workers cannot be deleted",
  touches: "provider/kinds/serverless-endpoint drains it first",
  creates: "free things",
  async run({ ledger, call }) {
    const id = await ledger.endpoint((await ledger.template()).id, ", workersMin: 0, workersMax: 1");
    const document = `mutation { deleteEndpoint(id: ${JSON.stringify(id)}) }`;
    const { error } = await call({ surface: "graphql", operation: "deleteEndpoint", document });
    return error === undefined ? different("it is deleted at once") : asAssumed(error.detail);
  },
};

const binding: Probe = {
  name: "template-binding",
  assumption: "A template carries one endpoint",
  touches: "replacing an endpoint: `deleteBeforeReplace`",
  creates: "free things",
  async run({ ledger }) {
    const template = await ledger.template();
    await ledger.endpoint(template.id);
    try {
      await ledger.endpoint(template.id);
      return different("a second endpoint is accepted");
    } catch (error) {
      return asAssumed(messageOf(error).replace(/\.$/, ""));
    }
  },
};

const releases: Probe = {
  name: "releases",
  assumption: "A change of an endpoint is a release, and the first release has no diff",
  touches: "client/endpoints/workers.ts",
  confirms: "Every change of an endpoint",
  creates: "free things",
  async run({ ledger, platform, signal }) {
    const id = await ledger.endpoint((await ledger.template()).id);
    const endpoint = await platform.endpoints.get(id, { signal });
    await platform.endpoints.update(id, { ...endpoint, idleTimeout: 42 }, { signal });
    const { releases: found } = await platform.workers.releases(id, { signal });
    const oldest = found.at(-1);
    if (found.length !== 2) return different(`${found.length} releases after one change`);
    return oldest?.diff.length === 0
      ? asAssumed("two, the first without a diff")
      : different("the first release has a diff");
  },
};

export const endpointProbes: readonly Probe[] = [
  omission,
  patchOmission,
  release,
  deletePrecondition,
  binding,
  releases,
  quota,
  refused(
    {
      name: "pool-needed",
      assumption: "Exclusions of GPU types alone are no choice of hardware",
      touches: "gpuIds of endpoints",
      confirms: "A worker runs on the first GPU type",
    },
    'gpuIds: "-NVIDIA L4"',
    /gpu/i,
  ),
  refused(
    {
      name: "location-unknown",
      assumption: "A location that is neither a region nor a data center is refused",
      touches: "locations of endpoints",
      confirms: "`locations` may name regions",
    },
    'gpuIds: "AMPERE_16", locations: "NOWHERE-1"',
    /location|data ?center/i,
  ),
];
