/** The severities of findings that may count as drift, the lowest first. */
export const thresholds = ["low", "medium", "high"] as const;

export type Threshold = (typeof thresholds)[number];

/** All severities. Only the JSON report contains a finding with `ignore`. */
export const severities = ["ignore", ...thresholds] as const;
export type Severity = (typeof severities)[number];

/** The severity of each kind of drift if no rule matches. */
export const usualSeverity = {
  gone: "high",
  lost: "high",
  stopped: "high",
  changed: "medium",
  undeclared: "medium",
  unfinished: "high",
  "held-twice": "high",
  unmanaged: "medium",
} as const satisfies Readonly<Record<string, Threshold>>;

export type DriftKind = keyof typeof usualSeverity;
export const driftKinds = Object.keys(usualSeverity) as [DriftKind, ...DriftKind[]];

export function isAtLeast(severity: Severity, threshold: Threshold): boolean {
  return severities.indexOf(severity) >= severities.indexOf(threshold);
}

export function highest(all: readonly Severity[]): Severity {
  return all.reduce((most, one) => (severities.indexOf(one) > severities.indexOf(most) ? one : most), "ignore");
}
