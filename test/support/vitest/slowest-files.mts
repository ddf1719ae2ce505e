import type { Reporter, TestModule } from "vitest/node";

/** Prints, after everything else, the files that took longest: where a suite that has become slow is to be shortened. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({ module, ms: durationOf(module) })).sort((a, b) => b.ms - a.ms);
    const lines = files.slice(0, 10).map(({ module: { relativeModuleId, project }, ms }) => {
      const seconds = (ms / 1000).toFixed(1).padStart(7);
      return `${seconds} s  ${relativeModuleId} (${project.name})`;
    });
    process.stdout.write(`Slowest files:\n${lines.join("\n")}\n\n`);
  }
}

function durationOf(module: TestModule): number {
  const { duration, collectDuration, prepareDuration, setupDuration } = module.diagnostic();
  return duration + collectDuration + prepareDuration + setupDuration;
}
