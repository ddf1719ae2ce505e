import { findS3Server } from "./find.mjs";

/**
 * The program of an S3 server, got from wherever it can be got.
 * @param {import("../engine/context.mjs").Context} context
 * @returns {Promise<string>}
 */
export async function ensureS3Server(context) {
  const found = await findS3Server(context);
  if (found) return found;
  const { getS3Server } = await import("./get.mjs");
  return getS3Server(context);
}
