import { accountWithoutProbe } from "./account";
import { answersWithoutProbe } from "./answers";
import { endpointsWithoutProbe } from "./endpoints";
import { jobsWithoutProbe } from "./jobs";
import { podsWithoutProbe } from "./pods";
import type { Unprobed } from "./reasons";

/** Every assumption about RunPod that no probe measures, in the order of the table. */
export const unprobed: readonly Unprobed[] = [
  ...podsWithoutProbe,
  ...endpointsWithoutProbe,
  ...jobsWithoutProbe,
  ...answersWithoutProbe,
  ...accountWithoutProbe,
];
