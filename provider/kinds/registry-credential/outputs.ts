import { z } from "zod";

/** A registry credential has nothing beyond its inputs. */
export const registryCredentialOutputSchema = z.object({});
