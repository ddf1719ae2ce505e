import { operationsIn, prove } from "../prove";
import type { Step } from "./step";

export const preview: Step = {
  title: "Preview",
  sentence: "Pulumi shows what it would create. Podwright checks the inputs, and names against the catalog.",
  async play({ engine, emulator }) {
    const planned = operationsIn(await engine.preview()).sort();
    const expected = [
      'create NetworkVolume "data"',
      'create Pod "web"',
      'create ServerlessEndpoint "jobs"',
      'create Template "worker"',
    ];
    prove("four resources are planned", planned.join() === expected.join(), planned);
    const catalog = ["listGpuTypes", "listDataCenters"];
    const others = emulator.requests().filter(({ operation }) => !catalog.includes(operation));
    prove("only the platform's catalog was read", others.length === 0, emulator.counts());
  },
};
