import { anEndpoint, type Facts, fact, holds, keys, refusal, unknown } from "../support/facts";

const absent: Facts = Object.fromEntries(
  [
    ...["/v2/account/secrets", "/v2/account/secrets/s", "/v2/account/ssh-keys", "/v2/clusters", "/v2/clusters/c"],
    ...["/v2/clusters/c/pods", "/v2/serverless/E/builds", "/v2/E/status-sync/j", "/v2/E/openai/v1/models"],
  ].map((path) => [
    `has no path ${path}`,
    fact(
      async (it) => {
        const reply = await it.send("GET", path.replace("E", await anEndpoint(it)));
        return [reply.status, it.emulator.requests().at(-1)?.operation];
      },
      [path.startsWith("/v2/E/") ? 404 : 422, "unknown"],
    ),
  ]),
);

const lists: Facts = {
  "a list comes without pages, even with a limit and a cursor": fact(
    async (it) => {
      await it.pod();
      await it.pod();
      const body = await it.get("/v2/pods?limit=1&cursor=x");
      return [Object.keys(body), body.pods.length];
    },
    [["pods"], 2],
  ),
  "the response with the templates has only the field `templates`": fact(
    async (it) => keys(await it.get("/v2/templates")),
    ["templates"],
  ),
  "the response with the public templates has only the field `templates`": fact(
    async (it) => keys(await it.get("/v2/catalog/templates")),
    ["templates"],
  ),
  "a template shows its command only as one text, `args`": fact(
    async (it) => {
      const { entrypoint, cmd, args } = await it.template({ args: "a b" });
      return { entrypoint, cmd, args };
    },
    { entrypoint: undefined, cmd: undefined, args: "a b" },
  ),
  "an update of a template does not accept `entrypoint` and `cmd`": fact(
    async (it) => {
      const { id } = await it.template();
      return refusal(it.patch(`/v2/templates/${id}`, { entrypoint: ["x"], cmd: ["y"] }));
    },
    [422, [unknown("$", "entrypoint", "cmd")]],
  ),
  "an update of a pod does not accept a template": fact(
    async (it) => {
      const { id } = await it.pod();
      return refusal(it.patch(`/v2/pods/${id}`, { templateId: "t" }));
    },
    [422, [unknown("$", "templateId")]],
  ),
};

holds({ ...absent, ...lists });
