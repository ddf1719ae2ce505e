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
 * Without this cache, V8 compiles the plugin's code at every command, and the first answer takes about 1.5 times as long.
 * Node runs any code that it finds in the folder. Node's default is a shared temporary folder, where another user could put
 * code into this process. So the plugin names a folder of its user alone.
 */
function keepCompiledCode(): void {
  const { env: environment, platform } = process;
  const folder = folderForCompiledCode({ environment, platform, home: homedir(), uid: process.geteuid?.() });
  if (folder !== undefined) enableCompileCache(folder);
}
