import { operationsIn, prove, saidInOrder } from "../prove";
import type { Step } from "./step";

export const replace: Step = {
  title: "A change that replaces",
  sentence:
    "A pod cannot change its volume. The preview shows the replacement; the new pod runs before the old one is deleted.",
  async play({ engine, emulator }) {
    const before = engine.output("podId");
    await engine.configure("secondVolume", "true");
    const preview = await engine.preview();
    prove(
      "the preview shows a replacement",
      operationsIn(preview).includes('replace Pod "web"'),
      operationsIn(preview),
    );
    prove("and the input that causes it", saidInOrder(preview, /is replaced.* mounts\.network\[0\]\.volumeId/));
    await engine.up();
    const { pods, networkVolumes } = emulator.state();
    const [after, ...others] = pods;
    prove(
      `pod ${before} was replaced by pod ${after?.id}`,
      others.length === 0 && after !== undefined && after.id !== before,
      pods.map(({ id }) => id),
    );
    prove(
      "the new pod mounts the second volume, and the first is still there",
      networkVolumes.length === 2 && after?.mounts.network?.[0]?.volumeId === engine.output("volumeId"),
    );
  },
};
