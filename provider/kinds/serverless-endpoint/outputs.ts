import { z } from "zod";

/** What an endpoint has beyond its inputs. */
export const serverlessEndpointOutputSchema = z.object({
  url: z
    .string()
    .describe(
      "Where it is called. Of a queue, `/run`, `/runsync`, `/status/<job>` and so on follow it; of a load balancer, any path that its workers serve, such as `/ping`.",
    ),
});
