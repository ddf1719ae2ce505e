/** One statement about the platform's interface, in words of our own, and the tests that show it. */
export interface Row {
  /** What it is about: a field, a value, an operation. Once in an area. */
  readonly about: string;
  readonly says: string;
  /** Tests, as `file: group > name`; the file below `test`, without its `.test.ts`. At least one. */
  readonly shownBy: readonly string[];
}

/** A table of the interface, or some that belong together. */
export interface Area {
  readonly title: string;
  readonly rows: readonly Row[];
}

export function row(about: string, says: string, ...shownBy: readonly string[]): Row {
  return { about, says, shownBy };
}

/** A test's address, for `row`. */
export function inFile(file: string): (name: string) => string {
  return (name) => `${file}: ${name}`;
}
