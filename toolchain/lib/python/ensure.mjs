import { clientPython, findPython, sdkPython } from "./find.mjs";

/**
 * A Python with the packages that some tests use, made where there is none yet.
 * @param {import("../engine/context.mjs").Context} context
 * @param {import("./find.mjs").PythonTool} tool
 * @returns {Promise<string>}
 */
export async function ensurePython(context, tool) {
  const found = await findPython(context, tool);
  if (found) return found;
  const { getPython } = await import("./get.mjs");
  return getPython(context, tool);
}

/** @param {import("../engine/context.mjs").Context} context */
export const ensureClientPython = (context) => ensurePython(context, clientPython);

/** @param {import("../engine/context.mjs").Context} context */
export const ensureSdkPython = (context) => ensurePython(context, sdkPython);
