import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the files in the order of their names, so that `nothing.ts` follows files that leave something. */
class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve([...files].sort((a, b) => a.moduleId.localeCompare(b.moduleId)));
  }
}

const guards = ["left-behind.ts", "left-running.ts"].map((name) => `../../../support/vitest/${name}`);

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["*.ts"],
    setupFiles: guards,
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: ByName },
    cache: false,
  },
});
