#!/usr/bin/env node
import "../provider/hosts/node/require-node-or-exit";
import { callCommandsWith } from "../provider/values/as-called";
import { runInProcess } from "./program/process";

callCommandsWith(() => (process.env.npm_command === "exec" ? "npx podwright" : "podwright"));
runInProcess(process.argv.slice(2));
