import type { Plan } from "../resources";
import { formatPath } from "../resources/values";

/** What a user should know before saying yes: lost data, and containers that are reset although nothing is replaced. */
export function notices({ differences, replaces, warnings }: Plan): string[] {
  if (replaces.length > 0) {
    const reasons = replaces.map(
      ({ path, effect }) => `${formatPath(path)} (${effect.kind === "replace" ? effect.why : ""})`,
    );
    return [`is replaced because of ${reasons.join(", ")}`, ...warnings.map((warning) => `warning: ${warning}`)];
  }
  const resetting = differences.filter(({ effect }) => effect.kind === "update" && effect.takes === "reset");
  const restarting = differences.filter(({ effect }) => effect.kind === "update" && effect.takes === "restart");
  return [
    ...(resetting.length > 0
      ? [`changing ${names(resetting)} resets the running container: what it wrote outside its mounts is lost`]
      : []),
    ...(restarting.length > 0 ? [`changing ${names(restarting)} restarts the pod`] : []),
  ];
}

function names(differences: Plan["differences"]): string {
  return differences.map(({ path }) => formatPath(path)).join(", ");
}
