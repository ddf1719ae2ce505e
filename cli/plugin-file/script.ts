#!/usr/bin/env node
import "../../provider/hosts/node/require-node-or-exit";
import { listen } from "../../provider/hosts/plugin/listen";
import { keepCompiledCode } from "../program/compiled-code";
import { start } from "./start";

// The launcher sets the title of Node's process to its own name.
start(
  { file: process.title, args: process.argv.slice(2) },
  {
    servePlugin: (words) =>
      listen(async () => {
        keepCompiledCode();
        const { serve } = await import("../../provider/hosts/plugin/serve.js");
        return serve(__dirname, words);
      }),
    runCommand: async (args, words) => {
      keepCompiledCode();
      const { runInProcess } = await import("../program/process.js");
      runInProcess(args, words);
    },
  },
);
