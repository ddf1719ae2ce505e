import { type Area, inFile, row } from "../row";

const flags = inFile("unit/cli/billing");
const spent = inFile("emulator/cli-billing");
const sizes = ["hour", "day", "week", "month", "year"];

const wrong = flags("billing flags > everything that is wrong is said at once, and nothing is sent");
const defaults = flags(
  "billing flags > --bucket-size is day, --grouping gpuId for pods and endpointId for serverless, and no time is sent, unless told",
);
const asked = flags("billing flags > times, bucket size and the resource are asked of the platform");
const pods = (size: string) =>
  spent(`pods > cost their hours times their price in buckets of a ${size}, by each grouping`);
const serverless = (size: string) =>
  spent(`serverless endpoints > cost the same in buckets of a ${size} by each grouping, whole and by endpoint`);
const volumes = (size: string) =>
  spent(`network volumes > cost the same in buckets of a ${size} as the platform says in all`);
const narrowed = spent("pods > of one GPU and of one pod are what these cost, and the rest is left out");
const between = spent("pods > between two times cost what they did in that time");
const refused = (args: string) => flags(`billing flags > ${args} is refused before any request`);
const backwards = refused("pods --start-time 2026-06-02T00:00:00Z --end-time 2026-06-01T00:00:00Z");

export const billing: Area = {
  title: "Billing on the command line",
  rows: [
    row(
      "`billing pods --bucket-size`",
      "`hour`, `day` (default), `week`, `month`, `year`",
      ...sizes.map(pods),
      defaults,
      wrong,
    ),
    row("`billing pods --start-time`", "an RFC 3339 time", between, asked, wrong, backwards),
    row("`billing pods --end-time`", "an RFC 3339 time", between, asked, wrong, backwards),
    row(
      "`billing pods --grouping`",
      "`gpuId` (default) or `podId`",
      flags("billing groupings > pods by podId are the platform's own records, and nothing else is asked"),
      flags(
        "billing groupings > pods by gpuId add up, pods that are gone are one group, and so are pods without a GPU",
      ),
      flags("billing groupings > the totals are the sum of the records, whatever the grouping"),
      pods("day"),
      defaults,
      wrong,
    ),
    row("`billing pods --pod-id`", "one pod alone", narrowed, asked),
    row(
      "`billing pods --gpu-id`",
      "one GPU type alone",
      narrowed,
      flags("billing groupings > --gpu-id keeps that GPU's pods, and says what it cannot tell"),
    ),
    row("`billing serverless --bucket-size`", "as for pods", ...sizes.map(serverless), defaults),
    row(
      "`billing serverless --start-time`, `--end-time`",
      "as for pods",
      spent("serverless endpoints > between two times cost what they did in that time"),
      asked,
    ),
    row(
      "`billing serverless --grouping`",
      "`endpointId` (default), `podId` or `gpuId`",
      flags(
        "billing groupings > endpoints by gpuId are grouped by their pools, and by podId are unattributed as a whole",
      ),
      serverless("day"),
      defaults,
      refused("serverless --grouping networkVolumeId"),
    ),
    row("`billing serverless --endpoint-id`", "one endpoint alone", serverless("day"), asked),
    row(
      "`billing serverless --gpu-id`",
      "one GPU type alone",
      flags(
        "billing groupings > --gpu-id of endpoints takes a pool or a GPU type, and leaves out what may be for another, which is noted",
      ),
      serverless("day"),
    ),
    row("`billing network-volume --bucket-size`", "as for pods", ...sizes.map(volumes), defaults, asked),
    row("`billing network-volume --start-time`, `--end-time`", "as for pods", ...sizes.map(volumes)),
    row(
      "flags of another subcommand",
      "are refused",
      refused("network-volume --grouping podId"),
      refused("network-volume --gpu-id x"),
      refused("serverless --pod-id x"),
      refused("pods --endpoint-id x"),
    ),
    row(
      "what is written",
      "a table, JSON, YAML, CSV, a chart",
      flags("billing output > a table on a terminal fits its width, in dollars, with the totals last"),
      flags("billing output > yaml holds what json holds"),
      flags("billing output > csv has a heading, a line a record, and nothing that a spreadsheet would run"),
      flags("billing output > --chart draws a bar for each bucket, those without a cost too, within 80 columns"),
      flags("billing output > an empty result is said, and is still a document"),
    ),
  ],
};
