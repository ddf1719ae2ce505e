import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take minutes, longest first. If these files started last, they would run alone at the end. Before the
 * first run of a file on this machine, Vitest knows only the file's size.
 */
const long = [
  // `npm run test:long`
  "release",
  "every-kill",
  "pipelines",
  "guides",
  "runpods-guides",
  "remote-kills",
  "every-program",
  "demo",
  "examples",
  "adopt",
  "model-server",
  "policy",
  "ssh-keys",
  "recover-state",
  "lost-from-state",
  "soak",
  "memory",
  "migrate",
  "advice",
  "remote-state",
  "tested-stack",
  "tested-languages",
  "serving",
  "changes",
  "drift-command",
  "python-types",
  "doctor",
  "every-drift",
  "lost-mark",
  "recover",
  "take-over",
  "killed-job",
  "two-teams",
  "killed-plugin",
  "baseline",
  "replacement",
  "failures",
  "transforms",
  "drain",
  // `npm test`
  "dynamic-host",
  "command-line",
  "plugin",
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const [, name = ""] = /\/e2e\/[\w-]+\/([\w-]+)(\.long)?\.test\.ts$/.exec(moduleId) ?? [];
  return long.includes(name) ? long.indexOf(name) : long.length;
};

const keyOf = ({ moduleId, project }: TestSpecification) => `${moduleId} ${project.name}`;

/**
 * Uses Vitest's own order, but starts the long files of all projects first. Deals the files to shards in turn, so that no shard gets most
 * of the long files. The shards of several machines must not depend on what a machine remembers of earlier runs.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const inTurn = files.toSorted((a, b) => rankOf(a) - rankOf(b) || (keyOf(a) < keyOf(b) ? -1 : 1));
    return inTurn.filter((_, place) => place % count === index - 1);
  }
}
