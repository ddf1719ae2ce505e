#!/usr/bin/env node
import "../provider/hosts/node/require-node-or-exit";
import { keepCompiledCode } from "./program/compiled-code";

keepCompiledCode();
const words = () => (process.env.npm_command === "exec" ? "npx podwright" : "podwright");
// The build puts this part into a bundle of its own, so that Node finds its compiled code in the cache.
void import("./program/process.js").then(({ runInProcess }) => runInProcess(process.argv.slice(2), words));
