import * as z from "zod";
import { newerDocument, pages, recorded, restDocument } from "../evidence";
import {
  beginningWith,
  different,
  measured,
  notTried,
  type Probe,
  readUntil,
  seenIn,
  withStatus,
  withTemplate,
} from "../probe";
import { graphql, rest } from "../requests";

const withName = beginningWith("free resources", async ({ ledger }) => ({ name: ledger.name() }));

const template = (body: object) => rest("createTemplate", "POST", "templates", { image: "alpine:3", ...body });

const secrets = z.object({
  data: z.object({ myself: z.object({ secrets: z.array(z.object({ name: z.string() })) }) }),
});

const page = z.object({
  templates: z.array(z.unknown()),
  pagination: z.object({ hasNextPage: z.boolean(), nextCursor: z.string().nullish() }).optional(),
});

/** Number of items that the probe creates. In a test with short pages, they fill more than one page of the emulator. */
const TEMPLATES = 12;
/** The smallest size of a volume in GB. */
const VOLUME_GB = 10;

export const accountProbes: readonly Probe[] = [
  withTemplate({
    name: "page-size",
    assumption: "A list without `limit` is one page of up to 1000 items",
    evidence: [newerDocument("`pagination`")],
    touches: "client/http/pages.ts follows every cursor; a refresh of 1000 pods is one request",
    async run({ ledger, call }) {
      for (let count = 1; count < TEMPLATES; count += 1) await ledger.template();
      const response = await call(rest("listTemplates", "GET", "templates"));
      const { data } = page.safeParse(response.value);
      if (data === undefined) return notTried(`the list cannot be read: ${seenIn(response)}`);
      if (data.pagination === undefined) return different("lists have no pages", { strictInterface: true });
      const { length } = data.templates;
      if (data.pagination.hasNextPage)
        return measured(length === 1_000, `a page holds ${length}`, { pageSize: length });
      return length > 1_000
        ? different(`a page holds ${length} or more`)
        : notTried(
            `one page holds all ${length} templates: only an account with more than 1000 shows where a page ends`,
          );
    },
  }),
  withTemplate({
    name: "list-lag",
    assumption: "A list shows all resources that were created before the request",
    evidence: [],
    touches: "provider/creating searches a list for the resource of a create whose response was lost",
    async run({ template: { id }, ...run }) {
      const { platform, signal } = run;
      const read = async () => (await platform.templates.list({ signal })).some((one) => one.id === id);
      const { missed } = await readUntil(run, { first: await read(), read, isEnough: Boolean });
      return measured(
        missed === 0,
        missed === 0 ? "the first list shows the resource" : `${missed} lists do not show the resource`,
      );
    },
  }),
  withName({
    name: "secret-name-case",
    assumption:
      "Two names of secrets that differ only in letter case count as the same name, and GraphQL lists the secrets that REST created",
    evidence: [newerDocument("`listSecrets`")],
    touches: "provider/kinds/secret finds a lost create by its name",
    confirms: ["Two names of secrets are the same name", "GraphQL and REST return the same secrets"],
    async run({ name, call }) {
      const create = (written: string) =>
        call(rest("createSecret", "POST", "account/secrets", { name: `${name}${written}`, value: "nothing" }));
      const first = await create("-a");
      if (first.error !== undefined) throw first.error;
      const second = await create("-A");
      if (second.status !== 409) return withStatus(409, second);
      const list = await call(graphql("myself", "query { myself { secrets { name } } }"));
      const listed = secrets.safeParse(list.value).data?.data.myself.secrets;
      if (listed === undefined) return different(`GraphQL has no secrets: ${seenIn(list)}`);
      const isListed = listed.some((secret) => secret.name === `${name}-a`);
      return measured(isListed, "status 409; GraphQL lists the first");
    },
  }),
  withName({
    name: "args-split",
    assumption: "RunPod splits the text in `args` into the words of `cmd`, as a shell does",
    evidence: [],
    touches: "Podwright compares args, entrypoint and cmd by their meaning",
    confirms: ["If the text in `args` is not"],
    async run({ name, call }) {
      const response = await call(template({ name, args: "sh -c \"echo 'a b'\"" }));
      const { cmd } = z.object({ cmd: z.array(z.string()).optional() }).safeParse(response.value).data ?? {};
      const seen = cmd === undefined ? `the response has no cmd: ${seenIn(response)}` : JSON.stringify(cmd);
      return measured(seen === JSON.stringify(["sh", "-c", "echo 'a b'"]), seen);
    },
  }),
  withName({
    name: "args-and-cmd",
    assumption: "A request whose args and cmd have different meanings gets status 400",
    evidence: [],
    touches: "provider/planning/check.ts finds this mistake before the request",
    confirms: ["A request with `args` and with"],
    run: async ({ name, call }) =>
      withStatus(400, await call(template({ name, args: "sleep 1", cmd: ["sleep", "2"] }))),
  }),
  withTemplate({
    name: "template-name",
    assumption: "Names of templates are unique",
    evidence: [pages("templates over GraphQL")],
    touches: "provider/creating finds a lost create by its name",
    run: async ({ template: { name }, call }) => withStatus(400, await call(template({ name }))),
  }),
  withTemplate({
    name: "delete-twice",
    assumption: "After a delete, a second delete and a read get status 404",
    evidence: [recorded("11")],
    touches: "client/http/http.ts counts a 404 after a repeated delete as success",
    async run({ template: { id }, ledger, call }) {
      await ledger.delete({ kind: "template", id });
      const read = await call(rest("getTemplate", "GET", `templates/${id}`));
      if (read.status !== 404) return different(`a read gets ${seenIn(read)}`);
      return withStatus(404, await call(rest("deleteTemplate", "DELETE", `templates/${id}`)));
    },
  }),
  withName({
    name: "unknown-body-key",
    assumption: "An unknown key in a body gets status 422",
    evidence: [restDocument("`unevaluatedProperties`"), recorded("09"), recorded("21")],
    touches: "Podwright sends no key that RunPod does not know",
    run: async ({ name, call }) => withStatus(422, await call(template({ name, podwright: 1 }))),
  }),
  beginningWith("a volume", async ({ ledger }) => ({ template: await ledger.template() }))({
    name: "volume-in-use",
    assumption: "A network volume that an endpoint uses cannot be deleted",
    evidence: [],
    touches: "provider/lifecycle repeats the delete of a resource that is in use, for up to 3 minutes",
    confirms: ["A request that deletes a network volume"],
    async run({ template: { id: templateId }, ledger, call, platform, signal }) {
      const [center] = await platform.catalog.dataCenters({ networkVolumeTypes: ["STANDARD"], signal });
      if (center === undefined) return notTried("no data center has network volumes");
      const { id } = await ledger.volume(center.id, VOLUME_GB);
      await ledger.endpoint(templateId, `, networkVolumeId: "${id}"`);
      return withStatus(400, await call(rest("deleteNetworkVolume", "DELETE", `network-volumes/${id}`)));
    },
  }),
];
