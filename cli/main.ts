#!/usr/bin/env node
import "../provider/hosts/node/require-node-or-exit";
import { runInProcess } from "./program/process";

runInProcess(process.argv.slice(2), () => (process.env.npm_command === "exec" ? "npx podwright" : "podwright"));
