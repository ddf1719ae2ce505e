// The same program in a separate process, for `pulumi` commands in the stack's folder.
const { readFileSync } = require("node:fs");
const { declare } = require("./declare");

module.exports = declare(require("podwright"), JSON.parse(readFileSync(`${__dirname}/spec.json`, "utf8")));
