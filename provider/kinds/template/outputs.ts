import { z } from "zod";

/** A template has nothing beyond its inputs. */
export const templateOutputSchema = z.object({});
