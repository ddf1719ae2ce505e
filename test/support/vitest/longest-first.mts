import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take minutes, longest first: started last, they would run on alone. Vitest knows only a file's size until
 * this machine has run it once.
 */
const long = [
  // `npm test`
  "recover",
  "failures",
  "drain",
  "dynamic-host",
  "plugin",
  "command-line",
  "replacement",
  // `npm run test:long`
  "examples",
  "pipelines",
  "guides",
  "demo",
  "changes",
  "remote-kills",
  "soak",
  "migrate",
  "model-server",
  "recover-state",
  "memory",
  "many-pods",
  "drift-command",
  "every-drift",
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const [, name = ""] = /\/e2e\/[\w-]+\/([\w-]+)(\.long)?\.test\.ts$/.exec(moduleId) ?? [];
  return long.includes(name) ? long.indexOf(name) : long.length;
};

/** Vitest's own order, but with the long files of all projects first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
