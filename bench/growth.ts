/** A measured figure for a number of pods. */
export interface Point {
  readonly pods: number;
  readonly figure: number;
}

export interface Line {
  /** The figure without any pod. */
  readonly start: number;
  /** How much each further thousand pods adds. */
  readonly perThousand: number;
}

/** Lays the line of the least squares through the points. */
export function lineThrough(points: readonly Point[]): Line {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [pods, figure] = [mean((one) => one.pods), mean((one) => one.figure)];
  const slope =
    mean((one) => (one.pods - pods) * (one.figure - figure)) / mean((one) => (one.pods - pods) * (one.pods - pods));
  return { start: figure - slope * pods, perThousand: slope * 1_000 };
}

/** Describes the points and their line, such as `250 pods 60 MB, 1000 pods 81 MB; each further thousand adds 28 MB to 53 MB`. */
export function growth(points: readonly Point[], unit: string): string {
  const [shown, { start, perThousand }] = [(figure: number) => `${figure.toFixed(1)} ${unit}`, lineThrough(points)];
  const all = points.map(({ pods, figure }) => `${pods} pods ${shown(figure)}`).join(", ");
  return `${all}; each further thousand adds ${shown(perThousand)} to ${shown(start)}`;
}
