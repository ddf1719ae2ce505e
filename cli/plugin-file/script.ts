#!/usr/bin/env node
import "../../provider/hosts/node/require-node-or-exit";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { folderForCompiledCode } from "../../provider/hosts/plugin/compiled-code";
import { listen } from "../../provider/hosts/plugin/listen";
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

/**
 * Keeps compiled code in a cache. Without the cache, V8 would compile the plugin's code at every command. Node runs any
 * code that it finds in the cache, and other users can write into its default folder. So the plugin uses a folder that
 * only the current user can change.
 */
function keepCompiledCode(): void {
  const { env: environment, platform } = process;
  const folder = folderForCompiledCode({ environment, platform, home: homedir(), uid: process.geteuid?.() });
  if (folder !== undefined) enableCompileCache(folder);
}
