import { appendFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, inject } from "vitest";
import { someAtOnce } from "../../../../kernel/some-at-once";
import { caseName, type Point, pointsOf, repeatCommand, type Setting, settingName, settings, steps } from "./point";
import { Scene } from "./scene";

/** Each case runs an engine, and more engines than this wait for the processor. */
const atOnce = 2;

/** Which cases to run: `all`, or the name of a case with `*` for any part. Without it, a sample. */
const chosen = process.env.PODWRIGHT_KILLS ?? "";

/** The file that gets a line for each setting and each case that has run, so that a stopped run loses nothing. */
const results = process.env.PODWRIGHT_KILL_RESULTS;

/** More requests than any step has. */
const manyRequests = 99;

/** Kills at points of one setting, and expects that everything exists once afterwards. */
export async function killEverywhere(setting: Setting): Promise<void> {
  if (chosen.includes("/")) {
    const named = settings.filter((one) => isChosenIn(one));
    expect(named, `no setting has the case ${chosen}`).not.toEqual([]);
    if (!named.includes(setting)) return;
  }
  const scene = await Scene.learn(setting, inject("newStack"));
  try {
    const all = steps.flatMap((step) => pointsOf(step, scene.changes(step).length));
    const points = chosenOf(all, setting);
    expect(points).not.toEqual([]);
    note({ setting: settingName(setting), points: all.length });
    const count = { alone: 0, commands: 0, deletions: 0 };
    const failures = await someAtOnce(points, atOnce, async (point) => {
      const name = caseName(point, setting);
      const { wrong, commands, deleted, story } = await scene.run(point);
      if (deleted.length > 0) count.deletions += 1;
      else if (commands.length > 0) count.commands += 1;
      else count.alone += 1;
      note({ setting: settingName(setting), name, wrong, commands, deleted });
      if (wrong.length === 0) return [];
      const failure = `${name}: ${wrong.join("; ")}\n${story.join("\n")}\n${repeatCommand(name)}`;
      // The others of a setting take minutes.
      console.log(failure);
      return [failure];
    });
    console.log(
      `kills of ${settingName(setting)}: ${points.length} of ${all.length} points, ${count.alone} healed by pulumi alone, ${count.commands} by a printed command, ${count.deletions} after a decision of the user`,
    );
    expect(failures.flat().join("\n\n")).toBe("");
  } finally {
    scene.dispose();
  }
}

function note(line: object): void {
  if (results !== undefined) appendFileSync(results, `${JSON.stringify(line)}\n`);
}

function isChosenIn(setting: Setting): boolean {
  const points = steps.flatMap((step) => pointsOf(step, manyRequests));
  return points.some((point) => matchesGlob(caseName(point, setting), chosen));
}

function chosenOf(all: readonly Point[], setting: Setting): readonly Point[] {
  if (chosen === "all") return all;
  if (chosen !== "") return all.filter((point) => matchesGlob(caseName(point, setting), chosen));
  return sampleOf(all, settings.indexOf(setting));
}

/** Each kind of point is met by this number of settings. */
const meetings = 2;

/** The fraction of the golden ratio, whose multiples spread evenly. */
const golden = 0.618;

/**
 * Chooses the same points in each run. All settings together meet each moment and victim in each step, and the number of the
 * request differs from setting to setting.
 */
function sampleOf(all: readonly Point[], setting: number): readonly Point[] {
  const kindOf = ({ step, moment, victim }: Point) => [step, moment, victim].join("/");
  const kinds = [...new Set(all.map(kindOf))];
  const turns = settings.length / meetings;
  return kinds.flatMap((name, kind) => {
    if (kind % turns !== setting % turns) return [];
    const points = all.filter((point) => kindOf(point) === name);
    const place = ((kind + 1) * (setting + 1) * golden) % 1;
    return points[Math.floor(place * points.length)] ?? [];
  });
}
