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
 * Keeps compiled code in a cache, because V8 would otherwise compile the plugin's code at every command. Node runs any
 * code that it finds in the cache. Node's default is a shared temporary folder, where another user could place code. So
 * the plugin uses a folder that only its user can change.
 */
function keepCompiledCode(): void {
  const { env: environment, platform } = process;
  const folder = folderForCompiledCode({ environment, platform, home: homedir(), uid: process.geteuid?.() });
  if (folder !== undefined) enableCompileCache(folder);
}
