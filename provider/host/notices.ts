import type { Plan } from "../resources";
import { formatPath } from "../resources/values";

export interface Notice {
  readonly severity: "info" | "warning";
  readonly text: string;
}

/** What a user should know before saying yes: lost data, and containers that are reset although nothing is replaced. */
export function notices({ differences, replaces, terms }: Plan): Notice[] {
  if (replaces.length > 0) {
    const reasons = replaces.map(
      ({ path, effect }) => `${formatPath(path)} (${effect.kind === "replace" ? effect.why : ""})`,
    );
    return [
      info(`is replaced because of ${reasons.join(", ")}`),
      ...(terms.destroys === undefined ? [] : [{ severity: "warning", text: terms.destroys } as const]),
    ];
  }
  const resetting = differences.filter(({ effect }) => effect.kind === "update" && effect.takes === "reset");
  const restarting = differences.filter(({ effect }) => effect.kind === "update" && effect.takes === "restart");
  return [
    ...(resetting.length > 0
      ? [info(`changing ${names(resetting)} resets the running container: what it wrote outside its mounts is lost`)]
      : []),
    ...(restarting.length > 0 ? [info(`changing ${names(restarting)} restarts the pod`)] : []),
  ];
}

function info(text: string): Notice {
  return { severity: "info", text };
}

function names(differences: Plan["differences"]): string {
  return differences.map(({ path }) => formatPath(path)).join(", ");
}
