import { z } from "zod";

/** What an endpoint has beyond its inputs. */
export const serverlessEndpointOutputSchema = z.object({
  url: z.string().describe("Where its job operations are: `/run`, `/runsync`, `/status/<job>` and so on follow it."),
});
