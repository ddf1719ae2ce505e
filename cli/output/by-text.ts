/** An order of texts that is the same on every machine: by code units, whatever the language set there. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
