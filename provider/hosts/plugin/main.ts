#!/usr/bin/env node
import "../node/require-node-or-exit";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { folderForCompiledCode } from "./compiled-code";
import { listen } from "./listen";

listen(async () => {
  keepCompiledCode();
  const { serve } = await import("./serve.js");
  return serve(__dirname);
});

/**
 * V8 keeps the compiled code between runs: the plugin starts with every command. Node runs any code that it finds there.
 * In the default, a shared temporary folder, another user could put code into this process.
 */
function keepCompiledCode(): void {
  const { env: environment, platform } = process;
  const folder = folderForCompiledCode({ environment, platform, home: homedir(), uid: process.geteuid?.() });
  if (folder !== undefined) enableCompileCache(folder);
}
