import { prove } from "../prove";
import { terminal } from "../terminal";
import type { Step } from "./step";

export const nothingLeft: Step = {
  title: "Nothing is left",
  sentence: "The account is as empty as before the first step.",
  async play({ emulator }) {
    const { pods, endpoints, templates, networkVolumes, registries, costPerHour } = emulator.state();
    const left = [...pods, ...endpoints, ...templates, ...networkVolumes, ...registries].map(({ id }) => id);
    prove("no pod, endpoint, template or volume", left.length === 0, left);
    prove("the account costs nothing", costPerHour === 0, costPerHour);
    const requests = emulator.requests().map(({ operation }) => operation);
    terminal.progress(
      `${requests.length} requests in all, ${requests.filter((name) => name === "createPod").length} of them createPod`,
    );
  },
};
