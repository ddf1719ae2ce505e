import type { Host } from "../pulumi/type-tokens";
import type { HostFacts } from "./host-operations";

/** The facts about each host that change its conversation with the engine. */
export const hostFacts: Readonly<Record<Host, HostFacts>> = {
  plugin: { hidden: ["__autoname", "__nonce"], hasPreviews: true },
  dynamic: {
    hidden: ["__logicalName", "__timeouts", "__stack", "__secretInputs", "__secretOutputs", "__autoname", "__nonce"],
    hasPreviews: false,
  },
};
