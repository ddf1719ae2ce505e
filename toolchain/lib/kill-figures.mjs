/**
 * @typedef {object} Figures What kills in one setting left: the names of the cases that `pulumi` did not heal alone.
 * @property {number} points how many points exist
 * @property {number} ran
 * @property {number} alone
 * @property {string[]} commands cases that needed a command that a message named
 * @property {string[]} decisions cases that needed a decision of the user
 * @property {string[]} leftOver cases that were wrong at the end
 */

/** @typedef {Record<string, Figures>} FiguresBySetting */

/**
 * Counts what kills left, by setting, from the lines that the story of kills has written. Each line names a setting with
 * the number of its points, or one case with its result. A run that somebody stops may cut the last line off.
 * @param {string} text
 * @returns {FiguresBySetting}
 */
export function killFigures(text) {
  /** @type {FiguresBySetting} */
  const figures = {};
  for (const line of text.split("\n").filter((one) => one.endsWith("}"))) {
    const { setting, points, wrong, commands, deleted, name } = JSON.parse(line);
    figures[setting] ??= { points: 0, ran: 0, alone: 0, commands: [], decisions: [], leftOver: [] };
    const own = figures[setting];
    if (points !== undefined) {
      own.points = points;
      continue;
    }
    own.ran += 1;
    if (wrong.length > 0) own.leftOver.push(name);
    else if (deleted.length > 0) own.decisions.push(name);
    else if (commands.length > 0) own.commands.push(name);
    else own.alone += 1;
  }
  return figures;
}

/**
 * The figures as lines for a person, with the name of each case that `pulumi` did not heal alone.
 * @param {FiguresBySetting} figures
 * @returns {string[]}
 */
export function figureLines(figures) {
  return Object.entries(figures).flatMap(([setting, { points, ran, alone, commands, decisions, leftOver }]) => [
    `${setting}: ${ran} of ${points} points ran, ${alone} healed by pulumi alone`,
    ...commands.map((name) => `  ${name} needed a command`),
    ...decisions.map((name) => `  ${name} needed a decision`),
    ...leftOver.map((name) => `  ${name} left something over`),
  ]);
}

/**
 * Replaces the figures of the settings that ran as far as before, or further.
 * @param {FiguresBySetting} before
 * @param {FiguresBySetting} now
 * @returns {FiguresBySetting}
 */
export function mergedFigures(before, now) {
  const fuller = Object.entries(now).filter(([setting, { ran }]) => ran > 0 && ran >= (before[setting]?.ran ?? 0));
  return { ...before, ...Object.fromEntries(fuller) };
}
