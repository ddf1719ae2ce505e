// A command's ids, times and numbers differ between runs. A page shows one run; a test compares the shape.

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(sync-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\w+)?\b/g, "ID"],
  [/\b(?=[a-z]*\d)[a-z0-9]{14}\b/g, "ID"],
  [/\d{4}-\d{2}-\d{2}([T ][\d:.]+Z?)?/g, "TIME"],
  [/[█▏▎▍▌▋▊▉]+/g, "BAR"],
  // RunPod's proxy has host names, and the emulator's has paths.
  [/https:\/\/ID-(\d+)\.proxy\.runpod\.net|http:\/\/127\.0\.0\.1:\d+\/_emulator\/proxy\/ID\/(\d+)/g, "PROXY/$1$2"],
  // The same step may take 0s in one run and 6ms in the next.
  [/\b\d+m?s\b/g, "SHORT"],
  [/\d[\d,]*(\.\d+)?(e-\d+)?/g, "N"],
  // The width of a column depends on its contents.
  [/\s+/g, " "],
];

/** A line without variable parts. A line with only a number, such as an exit code, stays. */
export function shapeOf(line: string): string {
  if (/^\d+$/.test(line)) return line;
  return SHAPES.reduce((text, [pattern, stands]) => text.replace(pattern, stands), line).trim();
}

/** Whether a run has the page's shape. `…` stands for any text within a line, a line of `…` for any lines. */
export function hasShape(shown: readonly string[], actual: readonly string[]): boolean {
  return areLike(shown.map(shapeOf), actual.map(shapeOf));
}

/** Whether a run printed exactly the page's output, apart from `…`. */
export function isLike(shown: readonly string[], actual: readonly string[]): boolean {
  return areLike(shown, actual);
}

function areLike([expected, ...rest]: readonly string[], actual: readonly string[]): boolean {
  if (expected === undefined) return actual.length === 0;
  if (expected.trim() === "…") {
    return Array.from({ length: actual.length + 1 }, (_, skipped) => skipped).some((skipped) =>
      areLike(rest, actual.slice(skipped)),
    );
  }
  const [line, ...others] = actual;
  return line !== undefined && matches(expected, line) && areLike(rest, others);
}

function matches(expected: string, line: string): boolean {
  const parts = expected.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(line);
}
