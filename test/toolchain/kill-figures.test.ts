import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { figureLines, killFigures, mergedFigures } from "../../toolchain/lib/kill-figures.mjs";

const ended = (name: string, more: object = {}) =>
  JSON.stringify({ setting: "script/rest", name, wrong: [], commands: [], deleted: [], ...more });
const lines = [
  JSON.stringify({ setting: "script/rest", points: 9 }),
  ended("create/1"),
  ended("create/2", { commands: ["recover"] }),
  ended("create/3", { deleted: ["v1"], commands: ["recover"] }),
  ended("create/4", { wrong: ["no state contains Pod p1"] }),
];
const figures = {
  "script/rest": {
    ...{ points: 9, ran: 4, alone: 1 },
    ...{ commands: ["create/2"], decisions: ["create/3"], leftOver: ["create/4"] },
  },
};

test("the figures of kills count each case once, also if the run was stopped while it wrote a line", () => {
  expect(killFigures(lines.join("\n"))).toEqual(figures);
  expect(killFigures(`${lines.join("\n")}\n${ended("create/5").slice(0, 40)}`)).toEqual(figures);
});

test("the figures of kills are printed with the name of each case that pulumi did not heal alone", () => {
  expect(figureLines(figures)).toEqual([
    "script/rest: 4 of 9 points ran, 1 healed by pulumi alone",
    "  create/2 needed a command",
    "  create/3 needed a decision",
    "  create/4 left something over",
  ]);
});

test("a shorter run does not replace the figures of a longer run", () => {
  const before = { "script/rest": { points: 9, ran: 5, alone: 5, commands: [], decisions: [], leftOver: [] } };
  const other = { "dynamic/rest": { points: 9, ran: 1, alone: 1, commands: [], decisions: [], leftOver: [] } };
  expect(mergedFigures(before, { ...figures, ...other })).toEqual({ ...before, ...other });
  expect(mergedFigures(figures, before)).toEqual(before);
});

test("the page about kills gives the figures of the committed file", () => {
  const read = (file: string) => readFileSync(join(__dirname, "../../docs", file), "utf8");
  const settings = Object.values(JSON.parse(read("contributing/kill-points.json")) as typeof figures);
  const sum = (key: "points" | "ran" | "alone") => settings.reduce((total, setting) => total + setting[key], 0);
  const page = read("contributing/kills.md").replaceAll(/\s+/g, " ");
  expect(sum("alone")).toBe(sum("ran"));
  expect(page).toContain(`These are ${sum("points").toLocaleString("en-US")} points in eight settings.`);
  expect(page).toContain(`healed all ${sum("alone").toLocaleString("en-US")} alone`);
  expect(settings).toHaveLength(8);
});
