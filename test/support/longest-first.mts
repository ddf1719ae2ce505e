import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take minutes, the longest first: begun last they would run on alone. Vitest knows only how large a file is
 * until it has run it once on this machine.
 */
const long = [
  "remote-kills",
  "changes",
  "recover-state",
  "recover",
  "guides",
  "examples",
  "pipelines",
  "memory",
  "drift-command",
  "plugin",
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = long.findIndex((name) => /e2e/.test(moduleId) && moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? long.length : rank;
};

/** Vitest's own order but for the long ones, those of all projects before everything else. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
