import { dirname } from "node:path";
import { listen } from "./listen";

listen(async () => {
  const { serve } = await import("./serve.js");
  return serve(dirname(process.execPath));
});
