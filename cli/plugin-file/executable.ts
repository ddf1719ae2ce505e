import { dirname } from "node:path";
import { listen } from "../../provider/hosts/plugin/listen";
import { start } from "./start";

start(
  { file: process.argv0, args: process.argv.slice(2) },
  {
    servePlugin: (words) =>
      listen(async () => {
        const { serve } = await import("../../provider/hosts/plugin/serve.js");
        return serve(dirname(process.execPath), words);
      }),
    runCommand: async (args, words) => {
      const { runInProcess } = await import("../program/process.js");
      runInProcess(args, words);
    },
  },
);
