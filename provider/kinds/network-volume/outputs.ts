import { z } from "zod";

/** What a network volume has beyond its inputs. */
export const networkVolumeOutputSchema = z.object({
  tier: z.string().describe("The storage tier it has, also where `type` was left to the platform."),
});
