import type { Reporter, TestModule } from "vitest/node";

/** Prints the slowest files at the end, so that you see where a slow suite loses its time. */
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
