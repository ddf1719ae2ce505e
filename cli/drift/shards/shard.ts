import { createHash } from "node:crypto";
import type { Input, Scope } from "../../flags/command";
import { parsed } from "../../flags/inputs";
import { quoted } from "../../flags/usage-error";
import type { StackLocation } from "../../stack/place";

/** One part of a run that several machines share. */
export interface ShardOption {
  /** The number of the part, from 1. */
  readonly part: number;
  readonly parts: number;
}

export const shardFlag: Input<ShardOption | undefined> = parsed(
  "--shard <part/parts>",
  "divide the stacks into parts and compare only one part, such as 3/10 for part 3 of 10 parts; in an indexed Kubernetes job, give only the number of parts, such as 10, because the index of the job selects the part",
  readShard,
);

/**
 * Returns whether a part of the run compares this stack. A machine does not know the lists of the other machines, so
 * only the folder and the name of a stack decide.
 */
export function isInShard({ cwd, stack = "" }: StackLocation, { part, parts }: ShardOption): boolean {
  const hash = createHash("sha256")
    .update(JSON.stringify([cwd, stack]))
    .digest();
  return hash.readUInt32BE(0) % parts === part - 1;
}

function readShard(given: string, { refuse, context }: Scope): ShardOption | undefined {
  const [, part, parts = ""] = /^(?:(\d{1,4})\/)?(\d{1,4})$/.exec(given) ?? [];
  // Kubernetes numbers the machines from 0.
  const index = context.env.JOB_COMPLETION_INDEX;
  const own = part ?? (index !== undefined && /^\d{1,4}$/.test(index) ? Number(index) + 1 : undefined);
  if (parts === "") return refuse(`must be a part such as 3/10, not ${quoted(given)}`);
  if (own === undefined)
    return refuse(`names no part: give 1/${parts}, or set JOB_COMPLETION_INDEX as Kubernetes does`);
  const shard = { part: Number(own), parts: Number(parts) };
  if (shard.part >= 1 && shard.part <= shard.parts) return shard;
  return refuse(`must have a part from 1 to ${shard.parts}, not ${shard.part}`);
}
