import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take minutes, the longest first: begun last they would run on alone. Vitest knows only how large a file is
 * until it has run it once on this machine.
 */
const long = [
  ...["recover-state", "dynamic-host", "drift-command", "plugin", "failures", "recover", "command-line"],
  ...[
    "every-drift",
    "changes",
    "many-pods",
    "remote-kills",
    "guides",
    "soak",
    "pipelines",
    "examples",
    "migrate",
    "memory",
    "demo",
  ],
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const [, name = ""] = /\/e2e\/[\w-]+\/([\w-]+)(\.long)?\.test\.ts$/.exec(moduleId) ?? [];
  return long.includes(name) ? long.indexOf(name) : long.length;
};

/** Vitest's own order but for the long ones, those of all projects before everything else. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
