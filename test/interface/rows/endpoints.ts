import { type Area, inFile, row } from "../row";

const fields = inFile("emulator/interface/endpoint-fields");
const graphql = inFile("emulator/graphql");
const client = inFile("unit/client/endpoints");
const scaling = inFile("emulator/scaling");
const drained = inFile("emulator/lifecycles/serverless-endpoint");

const taken = (field: string) => fields(`saveEndpoint takes, and the list shows, > the field ${field}`);
const refused = (what: string) => graphql(`saveEndpoint refuses > ${what}`);
const served = (what: string) => inFile("emulator/operations")(`over GraphQL the emulator serves > ${what}`);
const sent = (what: string) => inFile("unit/client/parity")(`over GraphQL the client sends > ${what}`);
const defaults = graphql("documents > what is left out gets the defaults");
const pools = ["AMPERE_16", "AMPERE_24", "ADA_24", "AMPERE_48", "ADA_48_PRO", "AMPERE_80", "ADA_80_PRO"];
const regions = ["CZ", "FR", "GB", "NO", "RO", "US"];

export const serverlessEndpoint: Area = {
  title: "Serverless endpoint",
  rows: [
    row(
      "`id`",
      "a text, given to modify",
      fields("the list of endpoints shows > the field id, by which saveEndpoint modifies"),
    ),
    row("`name`", "required", taken("name"), refused("no name at all"), refused("a short name")),
    row(
      "`gpuIds`",
      `required; a tier: ${pools.map((pool) => `\`${pool}\``).join(", ")}`,
      taken("gpuIds"),
      ...pools.map((pool) => fields(`an endpoint runs > on the GPU tier ${pool}`)),
      refused("no pool at all"),
      refused("exclusions alone"),
      refused("an unknown pool"),
    ),
    row(
      "`templateId`",
      "required; a serverless template",
      taken("templateId"),
      refused("a missing template"),
      refused("a pod template, and a template that another endpoint has"),
    ),
    row("`type`", "`QB`, the default, or `LB`", taken("type"), refused("an unknown type"), defaults),
    row(
      "`idleTimeout`",
      "seconds until an idle worker ends",
      taken("idleTimeout"),
      scaling("workersMin are kept warm, and the others go after the idle timeout"),
    ),
    row(
      "`locations`",
      `regions: ${regions.map((region) => `\`${region}\``).join(", ")}; empty or null is anywhere`,
      taken("locations"),
      ...regions.map((region) => fields(`an endpoint runs > in the region ${region}`)),
      fields("an endpoint runs > in the first place of %j"),
      fields("an endpoint runs > in another region as soon as it is told to"),
      fields("an endpoint runs > anywhere when locations is %j"),
      refused("a place that is nowhere"),
    ),
    row(
      "`flashBootType`",
      "an enum, `FLASHBOOT` among it, written without quotes",
      taken("flashBootType"),
      graphql("documents > a quoted enum, an unknown field and an unknown selection are errors with HTTP 200"),
      client("an enum that is no name cannot change the document"),
    ),
    row(
      "`scalerType`",
      "`QUEUE_DELAY` or `REQUEST_COUNT`",
      taken("scalerType"),
      refused("an unknown scaler"),
      scaling("QUEUE_DELAY > gives the first job a worker at once, and one more to each job that waited too long"),
      scaling("REQUEST_COUNT > has one worker for every so many jobs"),
    ),
    row("`scalerValue`", "what the scaler aims at", taken("scalerValue"), refused("a scaler value below 1")),
    row(
      "`workersMin`",
      "0 scales to nothing",
      taken("workersMin"),
      refused("negative workers"),
      inFile("emulator/peer-defects-endpoints")(
        "over %s, > an endpoint scales to nothing when the program says zero workers (peer defect 33)",
      ),
    ),
    row("`workersMax`", "the most at once", taken("workersMax"), scaling("QUEUE_DELAY > never goes above workersMax")),
    row("`networkVolumeId`", "an id or null", taken("networkVolumeId, null without one"), refused("an unknown volume")),
    row(
      "`pods`",
      "`desiredStatus` of each worker",
      fields("the list of endpoints shows > the field pods, with the desiredStatus of each worker"),
    ),
    row(
      "`serverlessDiscount`",
      "`discountFactor`, `type`, `expirationDate`, or null",
      inFile("emulator/graphql-templates")(
        "the account over GraphQL > has no discount, unless the emulator is told one",
      ),
      inFile("emulator/client-surfaces")("a discount is told as GraphQL has it"),
      inFile("unit/client/billing")("the discount on endpoints is read, and null without one"),
    ),
  ],
};

export const endpointManagement: Area = {
  title: "Endpoint management over GraphQL",
  rows: [
    row(
      "`POST /graphql`",
      "a document in `query`, its answer in `data`",
      graphql("documents > inline literals, comments and unquoted enums are understood"),
      client("a create sends its input in a valid document, and returns the endpoint with its live workers"),
    ),
    row("`saveEndpoint` without `id`", "creates", served("saveEndpoint"), sent("saveEndpoint"), taken("name")),
    row(
      "`saveEndpoint` with `id`",
      "modifies; `gpuIds`, `name` and `templateId` are sent along",
      graphql("an update keeps what it leaves out"),
      graphql("with --save-endpoint replace > an update resets what it leaves out"),
      drained(
        "over $endpointTransport, > updating an endpoint on a platform that saves by %s > sends the whole set with only what changed laid over what is live",
      ),
    ),
    row(
      "`deleteEndpoint`",
      "answers null",
      served("deleteEndpoint"),
      sent("deleteEndpoint"),
      graphql("deleteEndpoint > is refused while workers are configured, naming both fields"),
    ),
    row("`myself`", "lists endpoints and tells the discount", served("myself"), sent("myself"), defaults),
    row(
      "a create",
      "needs `gpuIds`, `name` and `templateId`",
      refused("no pool at all"),
      refused("no name at all"),
      refused("a missing template"),
    ),
    row(
      "a delete",
      "needs `workersMin` and `workersMax` to be 0",
      graphql("deleteEndpoint > is refused while workers are configured, naming both fields"),
      client("a delete throws RuleError for an endpoint with workers, and NotFoundError for a deleted one"),
      drained(
        "over $endpointTransport, > deleting an endpoint > scales it down first, and never by the call that takes its template along",
      ),
    ),
  ],
};
