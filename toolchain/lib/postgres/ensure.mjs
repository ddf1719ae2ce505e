import { findPostgres } from "./find.mjs";

/**
 * The folder that holds PostgreSQL's programs, got from wherever it can be got.
 * @param {import("../engine/context.mjs").Context} context
 * @returns {Promise<string>}
 */
export async function ensurePostgres(context) {
  const found = await findPostgres(context);
  if (found) return found;
  const { getPostgres } = await import("./get.mjs");
  return getPostgres(context);
}
