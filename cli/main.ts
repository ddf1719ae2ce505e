#!/usr/bin/env node
import "../provider/host/require-node-or-exit";
import { watchInterruption } from "./interruption";
import { run } from "./run";
import { untilUnread } from "./streams";
import { terminalOf } from "./terminal";

const interruption = watchInterruption();
const unread = untilUnread(process.stdout);
untilUnread(process.stderr);

void run(process.argv.slice(2), {
  signal: interruption.signal,
  endsBySignal: interruption.expect,
  unread,
  env: process.env,
  print: (text) => process.stdout.write(text),
  warn: (text) => process.stderr.write(text),
  ...terminalOf(),
}).then((exitCode) => {
  process.exitCode = interruption.exitCode() ?? exitCode;
});
