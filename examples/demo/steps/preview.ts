import { operationsIn, prove } from "../prove";
import type { Step } from "./step";

export const preview: Step = {
  title: "Preview",
  sentence: "Pulumi says what it would create. Inputs are checked, and nothing is sent to the platform.",
  async play({ engine, emulator }) {
    const planned = operationsIn(await engine.preview()).sort();
    const expected = [
      'create NetworkVolume "data"',
      'create Pod "web"',
      'create ServerlessEndpoint "jobs"',
      'create Template "worker"',
    ];
    prove("four resources are planned", planned.join() === expected.join(), planned);
    prove("the platform has seen no request", emulator.requests().length === 0, emulator.counts());
  },
};
