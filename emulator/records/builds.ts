import * as z from "zod";

const onTheirWay = ["PENDING", "BUILDING", "UPLOADING", "TESTING"] as const;
export const finalStatuses = ["COMPLETED", "FAILED", "CANCELLED", "TEST_FAILED"] as const;
const text = z.string().nullable().default(null);

/** Outcome of a build, from the control API. The emulator builds no image. */
export const buildRequest = z.strictObject({
  status: z.enum([...onTheirWay, ...finalStatuses]).default("COMPLETED"),
  commitHash: text,
  commitMessage: text,
  branch: text,
  /** Time of the commit (RFC 3339). */
  commitDate: z.iso.datetime({ offset: true }).nullable().default(null),
  imageName: text,
  error: text,
});

/** A build of an endpoint's image from a repository, as responses show it. */
export interface Build extends z.output<typeof buildRequest> {
  readonly id: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}
