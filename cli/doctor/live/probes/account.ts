import { z } from "zod";
import { asAssumed, different, type Probe, seenIn, withStatus } from "../probe";

const secretCase: Probe = {
  name: "secret-name-case",
  assumption: "Names of secrets that differ in letter case only are the same name",
  touches: "provider/kinds/secret finds a lost create by its name",
  confirms: "Names of secrets that differ",
  creates: "free things",
  async run({ ledger, call }) {
    const name = ledger.name();
    const create = (written: string) =>
      call({
        ...{ surface: "rest", operation: "createSecret", method: "POST", path: ["account", "secrets"] },
        body: { name: `${name}${written}`, value: "nothing" },
      });
    const first = await create("-a");
    if (first.error !== undefined) throw first.error;
    return withStatus(409, await create("-A"));
  },
};

const command: Probe = {
  name: "args-split",
  assumption: "A text in args is split into words for cmd as a shell does",
  touches: "args, entrypoint and cmd of containers are compared by what they mean",
  confirms: "A text in `args` that is no such JSON",
  creates: "free things",
  async run({ ledger, call }) {
    const body = { name: ledger.name(), image: "alpine:3", args: "sh -c \"echo 'a b'\"" };
    const response = await call({
      ...{ surface: "rest", operation: "createTemplate", method: "POST", path: ["templates"] },
      body,
    });
    const { cmd } = z.object({ cmd: z.array(z.string()).optional() }).safeParse(response.value).data ?? {};
    const seen = cmd === undefined ? `no cmd: ${seenIn(response)}` : JSON.stringify(cmd);
    return seen === JSON.stringify(["sh", "-c", "echo 'a b'"]) ? asAssumed(seen) : different(seen);
  },
};

const uniqueName: Probe = {
  name: "template-name",
  assumption: "Names of templates are unique",
  touches: "provider/creating finds a lost create by its name",
  creates: "free things",
  async run({ ledger, call }) {
    const { name } = await ledger.template();
    const body = { name, image: "alpine:3" };
    const path = ["templates"];
    return withStatus(400, await call({ surface: "rest", operation: "createTemplate", method: "POST", path, body }));
  },
};

const deletedTwice: Probe = {
  name: "delete-twice",
  assumption: "A second delete is 404, and so is a read",
  touches: "client/http/http.ts takes a 404 of a repeated delete for a success",
  creates: "free things",
  async run({ ledger, call }) {
    const { id } = await ledger.template();
    await ledger.delete({ kind: "template", id });
    const path = ["templates", id];
    const read = await call({ surface: "rest", operation: "getTemplate", method: "GET", path });
    if (read.status !== 404) return different(`a read is ${seenIn(read)}`);
    return withStatus(404, await call({ surface: "rest", operation: "deleteTemplate", method: "DELETE", path }));
  },
};

const unknownKey: Probe = {
  name: "unknown-body-key",
  assumption: "An unknown key in a body is 422",
  touches: "Podwright sends no key that the platform does not know",
  creates: "free things",
  async run({ ledger, call }) {
    const body = { name: ledger.name(), image: "alpine:3", podwright: 1 };
    const path = ["templates"];
    return withStatus(422, await call({ surface: "rest", operation: "createTemplate", method: "POST", path, body }));
  },
};

export const accountProbes: readonly Probe[] = [secretCase, command, uniqueName, deletedTwice, unknownKey];
