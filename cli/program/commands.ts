import type { Command } from "commander";
import type { CommandContext } from "../context/context";

export interface Entry {
  readonly name: string;
  /** Summary for the list of commands, on one line. */
  readonly summary: string;
  /** Examples. The first example also appears in the help of `podwright` itself. */
  readonly examples: readonly string[];
  /** Names of the same command in other tools. An error leads from these names to the command. Default: none. */
  readonly words?: readonly string[];
  /** The name of the command's page, if several commands share it. Default: the name of the command. */
  readonly page?: string;
  /**
   * True if the command changes, deletes or imports resources of the account or jobs of its endpoints. A story with two
   * teams then runs it.
   */
  readonly changes: boolean;
  readonly load: (context: CommandContext) => Promise<Command>;
}

/** All commands. The modules of a command load only when the command runs, so that other commands start faster. */
export const commands: readonly Entry[] = [
  {
    name: "billing",
    changes: false,
    summary: "show the costs of pods, serverless endpoints and network volumes",
    examples: ["podwright billing pods --chart", "podwright billing serverless --bucket-size hour --output csv"],
    load: async (context) => (await import("../billing/command.js")).billingCommand(context),
  },
  {
    name: "ps",
    changes: false,
    summary: "list pods, endpoints, clusters and volumes with cost and stack",
    words: ["list", "ls", "status", "top"],
    examples: [
      "podwright ps",
      "podwright ps --idle 1h --unowned",
      "podwright ps --stack production --kind endpoint --parts",
      "podwright ps --output json | jq .total.costPerHour",
    ],
    load: async (context) => (await import("../ps/command.js")).psCommand(context),
  },
  {
    name: "guard",
    changes: true,
    summary: "find pods and endpoints that are idle, too old or too expensive, and stop them",
    examples: [
      "podwright guard --idle 1h --older-than 7d",
      "podwright guard --rules guard.yaml --history guard-history.json --output markdown >> report.md",
      "podwright guard --idle 1h --stop unowned --stop shop/dev --yes",
    ],
    load: async (context) => (await import("../guard/command.js")).guardCommand(context),
  },
  {
    name: "logs",
    changes: false,
    summary: "print or follow the log of a pod or of an endpoint's workers",
    words: ["log", "tail"],
    examples: [
      "podwright logs web --follow",
      "podwright logs my-endpoint --since 10m --worker <id>",
      "podwright logs web --since 2h --output json | jq -r .line",
    ],
    load: async (context) => (await import("../operate/logs.js")).logsCommand(context),
  },
  {
    name: "ssh",
    changes: false,
    summary: "open a shell in a pod",
    words: ["connect", "exec", "shell"],
    examples: [
      "podwright ssh web",
      "podwright ssh web --command nvidia-smi",
      "podwright ssh web --stack production --print",
    ],
    load: async (context) => (await import("../operate/ssh.js")).sshCommand(context),
  },
  {
    name: "start",
    changes: true,
    page: "stop",
    summary: "start a stopped pod",
    words: ["resume"],
    examples: ["podwright start web"],
    load: async (context) => (await import("../operate/act.js")).startCommand(context),
  },
  {
    name: "stop",
    changes: true,
    summary: "stop a pod",
    words: ["pause"],
    examples: ["podwright stop web", "podwright stop web --stack production --yes"],
    load: async (context) => (await import("../operate/act.js")).stopCommand(context),
  },
  {
    name: "restart",
    changes: true,
    page: "stop",
    summary: "restart the container of a pod",
    examples: ["podwright restart web"],
    load: async (context) => (await import("../operate/act.js")).restartCommand(context),
  },
  {
    name: "rm",
    changes: true,
    page: "stop",
    summary: "delete a resource",
    words: ["delete", "remove", "terminate"],
    examples: ["podwright rm notebook --unowned", "podwright rm xt1gzq19i1floi --yes --output json"],
    load: async (context) => (await import("../operate/act.js")).rmCommand(context),
  },
  {
    name: "jobs",
    changes: true,
    summary: "submit jobs to a serverless endpoint and watch them",
    examples: [
      `podwright jobs run <endpoint> --input '{"prompt": "hello"}' --follow`,
      "podwright jobs status <endpoint> <job>",
    ],
    load: async (context) => (await import("../jobs/command.js")).jobsCommand(context),
  },
  {
    name: "public",
    changes: false,
    summary: "run the models that RunPod offers to all users",
    examples: [
      `podwright public runsync black-forest-labs-flux-1-schnell --input '{"prompt": "a cat"}'`,
      "podwright public models",
    ],
    load: async (context) => (await import("../jobs/public.js")).publicCommand(context),
  },
  {
    name: "emulator",
    changes: false,
    summary: "run a local imitation of RunPod for experiments and tests",
    examples: [
      "podwright emulator",
      "podwright emulator --port 0 --provision 5s --start 10s",
      "podwright emulator --rate-limit 60/m,3000/h --verbose",
    ],
    load: async (context) => (await import("../emulator/command.js")).emulatorCommand(context),
  },
  {
    name: "doctor",
    changes: false,
    summary: "find the problems that prevent a working pulumi up",
    examples: [
      "podwright doctor",
      "podwright doctor --stack production --output json",
      "podwright doctor --output markdown >> report.md",
    ],
    load: async (context) => (await import("../doctor/command.js")).doctorCommand(context),
  },
  {
    name: "drift",
    changes: false,
    summary: "compare stacks with RunPod, without changing either",
    examples: [
      "podwright drift",
      "podwright drift --stack staging --stack production --unmanaged",
      "podwright drift --all --unmanaged --fail-on medium",
      "podwright drift --all --output sarif > drift.sarif",
      "podwright drift --output markdown >> report.md",
    ],
    load: async (context) => (await import("../drift/command.js")).driftCommand(context),
  },
  {
    name: "cost",
    changes: false,
    summary: "show the hourly and monthly cost of an update before you run it",
    words: ["estimate", "price"],
    examples: [
      "podwright cost",
      "podwright cost --stack production --budget 12.50",
      "podwright cost --all --budget 1800/month --against main",
      "podwright cost --volume-price 0.07 --output markdown >> report.md",
    ],
    load: async (context) => (await import("../cost/command.js")).costCommand(context),
  },
  {
    name: "recover",
    changes: true,
    summary: "repair a stack's state after a killed run, which may have created resources",
    examples: [
      "pulumi cancel --yes && podwright recover && pulumi up",
      "podwright recover --dry-run",
      "podwright recover --cwd infra --stack production --output json",
    ],
    load: async (context) => (await import("../recover/command.js")).recoverCommand(context),
  },
  {
    name: "adopt",
    changes: true,
    summary: "take over the resources of an account into a stack, and write the program",
    words: ["import"],
    examples: [
      "podwright adopt --dry-run",
      "podwright adopt --yes",
      "podwright adopt --cwd infra --stack production --only shop --also ../other-project",
    ],
    load: async (context) => (await import("../adopt/command.js")).adoptCommand(context),
  },
  {
    name: "migrate",
    changes: true,
    summary: "move a stack to the provider plugin, from the npm package or from RunPod's own provider",
    examples: [
      "podwright migrate",
      "podwright migrate --yes",
      "podwright migrate --cwd infra --stack production --yes",
      "podwright migrate --cwd old --stack production --out resources.json",
    ],
    load: async (context) => (await import("../migrate/command.js")).migrateCommand(context),
  },
];

/** A library adds this command to the program. */
export const completion: Omit<Entry, "load" | "changes"> = {
  name: "completion",
  summary: "print the script that completes commands and flags in a shell",
  examples: [
    "podwright completion bash >> ~/.bashrc       # needs the package bash-completion",
    "podwright completion zsh > ~/.zfunc/_podwright",
    "podwright completion fish > ~/.config/fish/completions/podwright.fish",
    "podwright completion powershell >> $PROFILE",
  ],
};
