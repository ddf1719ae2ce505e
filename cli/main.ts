#!/usr/bin/env node
import "../provider/host/require-node-or-exit";
import { watchInterruption } from "./interruption";
import { run } from "./run";

const interruption = watchInterruption();

void run(process.argv.slice(2), {
  signal: interruption.signal,
  env: process.env,
  print: (text) => process.stdout.write(text),
  warn: (text) => process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = interruption.exitCode() ?? exitCode;
});
