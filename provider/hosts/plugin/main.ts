#!/usr/bin/env node
import "../node/require-node-or-exit";
import { enableCompileCache } from "node:module";
import { listen } from "./listen";

listen(async () => {
  // V8 keeps the compiled code between runs: the plugin starts with every command.
  enableCompileCache();
  const { serve } = await import("./serve.js");
  return serve(__dirname);
});
