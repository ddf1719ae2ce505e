import * as z from "zod";
import { flag, open, text, texts } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";

export const CLOUDS = ["SECURE", "COMMUNITY"] as const;
export type Cloud = (typeof CLOUDS)[number];

/**
 * One row for each field of a pod that has the same form in requests and responses, or that only a request contains. The types
 * and the response's schema follow from the rows.
 */
const rows = {
  /** Cloud of the pod. RunPod's default is `SECURE`. */
  cloud: row(open<Cloud>(text), { create: "accepted" }),
  /**
   * Data centers that RunPod may choose from. If none of these data centers has free hardware, the create fails. If the list is
   * empty or absent, RunPod may choose any data center.
   */
  dataCenterIds: row(texts, { create: "accepted", hidden: true, compare: "set" }),
  /** Whether the pod is locked. RunPod refuses to stop a locked pod, and refuses all changes that reset it. */
  locked: row(flag, { update: "accepted" }),
  /** Id of a template. RunPod copies its settings once. Settings in the body override them. */
  templateId: row(z.string(), { create: "accepted", hidden: true, newer: true }),
  startSsh: row(flag, { create: "accepted", hidden: true, newer: true }),
  startJupyter: row(flag, { create: "accepted", hidden: true, newer: true }),
};
export const podRows = rowsOf(rows);

/** The fields of these rows that a request accepts. */
export type RowsFor<Request extends "create" | "update"> = RequestOf<typeof rows, Request>;
