import type { Command } from "commander";
import type { CommandContext } from "./context";

export interface Entry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The first one also stands in the help of `podwright` itself. */
  readonly examples: readonly string[];
  readonly load: (context: CommandContext) => Promise<Command>;
}

/** Every command. What a command needs is loaded with it, so that the others start without its weight. */
export const commands: readonly Entry[] = [
  {
    name: "billing",
    summary: "what pods, serverless endpoints and network volumes have cost",
    examples: ["podwright billing pods --chart", "podwright billing serverless --bucket-size hour --output csv"],
    load: async (context) => (await import("./billing/command.js")).billingCommand(context),
  },
  {
    name: "emulator",
    summary: "serve a local platform for trying and testing",
    examples: [
      "podwright emulator",
      "podwright emulator --port 0 --provision 5s --start 10s",
      "podwright emulator --rate-limit 60/m,3000/h --verbose",
    ],
    load: async () => (await import("./emulator.js")).emulatorCommand(),
  },
  {
    name: "recover",
    summary: "after a killed run: find what it made and write it into the stack's state",
    examples: [
      "pulumi cancel --yes && podwright recover && pulumi up",
      "podwright recover --dry-run",
      "podwright recover --cwd infra --stack production --output json",
    ],
    load: async (context) => (await import("./recover/command.js")).recoverCommand(context),
  },
  {
    name: "migrate",
    summary: "move a stack from the dynamic resources to the provider plugin",
    examples: [
      "podwright migrate",
      "podwright migrate --yes",
      "podwright migrate --cwd infra --stack production --yes",
    ],
    load: async (context) => (await import("./migrate/command.js")).migrateCommand(context),
  },
];
