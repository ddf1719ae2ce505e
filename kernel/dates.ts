const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Whether the text is a time in RFC 3339 form, such as `2026-06-01T12:00:00Z`. */
export function isRfc3339(text: string): boolean {
  if (!RFC_3339.test(text) || Number.isNaN(Date.parse(text))) return false;
  // `Date.parse` reads the 30th of February as the 2nd of March.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
