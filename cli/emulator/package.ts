import type * as Emulator from "../../emulator";
import { messageOf } from "../../kernel/plain-text";
import { Ending, exitCodes } from "../context/exit-codes";

/** The npm package of the emulator. A variable, because a compiler would look for the package. */
const name = "podwright-emulator";

/**
 * Loads the emulator. The clone and the executable contain it. With npm it is a package of its own, because most users
 * never run it, and it brings most of the packages.
 */
export async function emulatorPackage(): Promise<typeof Emulator> {
  try {
    return await import("../../emulator/index.js");
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Ending(exitCodes.failed, [
      `the emulator is in the npm package ${name}, which is not installed beside podwright (${messageOf(error).split("\n")[0]}). Podwright's build makes the package in build/: install it as you installed podwright`,
    ]);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
}
