import { z } from "zod";
import { graphql, rest } from "../calls";
import { asAssumed, different, measured, notTried, type Probe, seenIn, withStatus } from "../probe";

const secrets = z.object({
  data: z.object({ myself: z.object({ secrets: z.array(z.object({ name: z.string() })) }) }),
});

const secretCase: Probe = {
  name: "secret-name-case",
  assumption: "Names of secrets that differ in letter case only are the same name, and GraphQL lists those of REST",
  touches: "provider/kinds/secret finds a lost create by its name",
  confirms: ["Names of secrets that differ", "GraphQL has the secrets of REST"],
  creates: "free things",
  async run({ ledger, call }) {
    const name = ledger.name();
    const create = (written: string) =>
      call(rest("createSecret", "POST", "account/secrets", { name: `${name}${written}`, value: "nothing" }));
    const first = await create("-a");
    if (first.error !== undefined) throw first.error;
    const second = await create("-A");
    if (second.status !== 409) return withStatus(409, second);
    const list = await call(graphql("myself", "query { myself { secrets { name } } }"));
    const listed = secrets.safeParse(list.value).data?.data.myself.secrets;
    if (listed === undefined) return different(`GraphQL has no secrets: ${seenIn(list)}`);
    return measured(
      listed.some((secret) => secret.name === `${name}-a`),
      "status 409; GraphQL lists the first",
    );
  },
};

const template = (body: object) => rest("createTemplate", "POST", "templates", { image: "alpine:3", ...body });

const command: Probe = {
  name: "args-split",
  assumption: "A text in args is split into words for cmd as a shell does",
  touches: "args, entrypoint and cmd of containers are compared by what they mean",
  confirms: ["A text in `args` that is no such JSON"],
  creates: "free things",
  async run({ ledger, call }) {
    const response = await call(template({ name: ledger.name(), args: "sh -c \"echo 'a b'\"" }));
    const { cmd } = z.object({ cmd: z.array(z.string()).optional() }).safeParse(response.value).data ?? {};
    const seen = cmd === undefined ? `no cmd: ${seenIn(response)}` : JSON.stringify(cmd);
    return measured(seen === JSON.stringify(["sh", "-c", "echo 'a b'"]), seen);
  },
};

const uniqueName: Probe = {
  name: "template-name",
  assumption: "Names of templates are unique",
  touches: "provider/creating finds a lost create by its name",
  creates: "free things",
  run: async ({ ledger, call }) => withStatus(400, await call(template({ name: (await ledger.template()).name }))),
};

const deletedTwice: Probe = {
  name: "delete-twice",
  assumption: "A second delete is 404, and so is a read",
  touches: "client/http/http.ts takes a 404 of a repeated delete for a success",
  creates: "free things",
  async run({ ledger, call }) {
    const { id } = await ledger.template();
    await ledger.delete({ kind: "template", id });
    const read = await call(rest("getTemplate", "GET", `templates/${id}`));
    if (read.status !== 404) return different(`a read is ${seenIn(read)}`);
    return withStatus(404, await call(rest("deleteTemplate", "DELETE", `templates/${id}`)));
  },
};

/** A template that the platform is expected to refuse. */
function refused(
  facts: Pick<Probe, "name" | "assumption" | "touches" | "confirms">,
  body: object,
  status: number,
): Probe {
  return {
    ...facts,
    creates: "free things",
    run: async ({ ledger, call }) => withStatus(status, await call(template({ name: ledger.name(), ...body }))),
  };
}

/** The smallest that there are. */
const VOLUME_GB = 10;

const volumeInUse: Probe = {
  name: "volume-in-use",
  assumption: "A network volume that an endpoint uses cannot be deleted",
  touches: "provider/operations: a delete of what is in use is tried again for 3 minutes",
  confirms: ["Deleting a volume in use"],
  creates: "a volume",
  async run({ ledger, call, platform, signal }) {
    const [center] = await platform.catalog.dataCenters({ networkVolumeTypes: ["STANDARD"], signal });
    if (center === undefined) return notTried("no data center has network volumes");
    const { id } = await ledger.volume(center.id, VOLUME_GB);
    const { id: templateId } = await ledger.template();
    await ledger.endpoint(templateId, `, networkVolumeId: "${id}", locations: "${center.id}"`);
    const response = await call(rest("deleteNetworkVolume", "DELETE", `network-volumes/${id}`));
    return response.status === 400 ? asAssumed(seenIn(response)) : withStatus(400, response);
  },
};

export const accountProbes: readonly Probe[] = [
  secretCase,
  command,
  refused(
    {
      name: "args-and-cmd",
      assumption: "args beside a cmd that says something else is 400",
      touches: "provider/planning/check.ts finds it before",
      confirms: ["`args` beside lists"],
    },
    { args: "sleep 1", cmd: ["sleep", "2"] },
    400,
  ),
  uniqueName,
  deletedTwice,
  refused(
    {
      name: "unknown-body-key",
      assumption: "An unknown key in a body is 422",
      touches: "Podwright sends no key that the platform does not know",
    },
    { podwright: 1 },
    422,
  ),
  volumeInUse,
];
