#!/usr/bin/env node
// Stands in for `podwright` on the PATH of a page's shell: the test's own process does the work, which is quick and
// needs no build.
const { createConnection } = require("node:net");
const { readFileSync } = require("node:fs");

const stdin = readFileSync(0, "utf8");
const socket = createConnection(process.env.PODWRIGHT_TEST_SOCKET ?? "");
socket.end(JSON.stringify({ args: process.argv.slice(2), env: process.env, stdin }));
let answer = "";
socket.setEncoding("utf8").on("data", (text) => {
  answer += text;
});
socket.on("end", () => {
  const { parts, exitCode } = JSON.parse(answer);
  for (const [stream, text] of parts) (stream === "stderr" ? process.stderr : process.stdout).write(text);
  process.exitCode = exitCode;
});
