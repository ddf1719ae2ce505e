import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { CommandContext } from "./context";

/** stub */
export function addCompletion(program: Command, _context: CommandContext): void {
  tab(program, { completionCommandName: "completion" });
}
