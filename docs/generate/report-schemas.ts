import * as z from "zod";
import { adoptionReport } from "../../cli/adopt/report";
import { billingDocument } from "../../cli/billing/document";
import { costReport } from "../../cli/cost/report";
import { doctorReport } from "../../cli/doctor/report";
import { driftReport } from "../../cli/drift/report";
import { guardReport } from "../../cli/guard/report";
import { actReport } from "../../cli/operate/report";
import { psReport } from "../../cli/ps/report";
import { recoverReport } from "../../cli/recover/report";

/** The schemas of the reports, by the name of the file that describes them. */
export const reports = {
  adopt: adoptionReport,
  billing: billingDocument,
  cost: costReport,
  doctor: doctorReport,
  drift: driftReport,
  guard: guardReport,
  ps: psReport,
  recover: recoverReport,
  stop: actReport,
} as const satisfies Readonly<Record<string, z.ZodObject>>;

/**
 * Writes a report's JSON Schema (draft 2020-12), which describes each field. The schema allows unknown fields, because
 * a later release may add fields without a new version of the report.
 */
export function reportSchema(name: string, report: z.ZodObject): string {
  const schema = z.toJSONSchema(report, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return `${JSON.stringify({ title: `podwright ${name} --output json`, ...schema }, null, 2)}\n`;
}
