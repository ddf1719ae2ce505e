import { expect } from "vitest";
import { type Facts, fact, holds } from "../support/facts";
import type { World } from "../support/harness";

const settings =
  "gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax";
const endpointFields = `id name ${settings} networkVolumeId pods { desiredStatus }`;
const saved = async (it: World, input: object) => {
  const { id: templateId } = await it.template({ name: `t${Math.random()}` });
  const document = `mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { ${endpointFields} } }`;
  const { body } = await it.query(document, {
    input: { name: "jobs", gpuIds: "ADA_24", type: "QB", templateId, ...input },
  });
  return body.errors?.[0].message ?? body.data.saveEndpoint;
};
const save = (input: object, gets: unknown) => fact((it) => saved(it, input), gets);
const query = (document: string, gets: unknown) =>
  fact(async (it) => {
    const { body } = await it.query(document);
    return body.errors?.[0].message ?? body.data;
  }, gets);

const graphql: Facts = {
  "an endpoint shows its documented fields": save(
    {},
    expect.objectContaining({ name: "jobs", flashBootType: null, pods: [] }),
  ),
  "the only value of flashBootType is FLASHBOOT": save(
    { flashBootType: "OFF" },
    expect.stringContaining('"OFF" does not exist'),
  ),
  "a request for a new endpoint needs a type": save({ type: undefined }, "type is required"),
  "gpuIds accepts only seven GPU tiers": save(
    { gpuIds: "HOPPER_141" },
    expect.stringMatching(/^gpuIds must be one of AMPERE_16, .*, ADA_80_PRO$/),
  ),
  "gpuIds accepts only one GPU tier": save(
    { gpuIds: "ADA_24,AMPERE_24" },
    expect.stringContaining("gpuIds must be one of"),
  ),
  "locations accepts only the listed countries": save(
    { locations: "EU-RO-1" },
    "locations must be one of CZ, FR, GB, NO, RO, US",
  ),
  "saveEndpoint does not accept a number of GPUs": save({ gpuCount: 1 }, expect.stringContaining('"gpuCount"')),
  "an update of an endpoint keeps the settings that the request leaves out": fact(
    async (it) => {
      const { id, templateId } = await saved(it, { workersMax: 7, idleTimeout: 42 });
      const { workersMax, idleTimeout } = await saved(it, { id, templateId, workersMin: 1, type: undefined });
      return { workersMax, idleTimeout };
    },
    { workersMax: 7, idleTimeout: 42 },
  ),
  "the account over GraphQL has no id": query("{ myself { id } }", 'Cannot query field "id" on type "User".'),
  "the account over GraphQL has no templates": query(
    "{ myself { podTemplates { id } } }",
    expect.stringContaining('"podTemplates"'),
  ),
  "the account over GraphQL has no secrets": query(
    "{ myself { secrets { id } } }",
    expect.stringContaining('"secrets"'),
  ),
  "GraphQL cannot delete templates": query(
    'mutation { deleteTemplate(templateName: "t") }',
    expect.stringContaining('"deleteTemplate"'),
  ),
  "GraphQL accepts the API key only in the query string": fact(
    async (it) => (await it.post("/graphql", { query: "{ myself { endpoints { id } } }" })).status,
    401,
  ),
};

holds(graphql);
