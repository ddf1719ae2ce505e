import { dollars } from "../../output/money";
import { counted } from "../../output/text";
import { type Found, problem, unchecked, warning, well } from "../finding";
import type { Observed } from "../observe";

/** Makes findings about the balance and the workers of the account. */
export function accountFindings({ account, endpoints }: Pick<Observed, "account" | "endpoints">): Found[] {
  return [balanceFinding(account), workersFinding(endpoints)];
}

/** If the balance lasts for fewer hours, the finding is a warning, so that the owner has a day to pay. */
const SHORT_HOURS = 24;

function balanceFinding(account: Observed["account"]): Found {
  const { balance, spendPerHour } = account ?? { balance: null, spendPerHour: null };
  if (balance === null) {
    const message = "GraphQL did not report the balance.";
    return unchecked("balance", message, "You can see the balance in RunPod's console.");
  }
  const spends = spendPerHour === null ? "" : `, and it spends ${dollars(spendPerHour)} an hour`;
  const left = `The account has ${dollars(balance)}${spends}.`;
  const credit = "Add credit to the account on RunPod: without credit, RunPod refuses creations and stops pods.";
  if (balance <= 0) return problem("balance", left, credit);
  const hours = spendPerHour === null || spendPerHour <= 0 ? Number.POSITIVE_INFINITY : balance / spendPerHour;
  if (hours >= SHORT_HOURS) return well("balance", left);
  return warning("balance", `${left} The balance lasts for ${Math.floor(hours)} h.`, credit);
}

function workersFinding(endpoints: Observed["endpoints"]): Found {
  const check = "workers";
  if (endpoints === undefined) {
    return unchecked(
      check,
      "RunPod did not report the endpoints, so the sum of `workersMax` is unknown.",
      "Repair the connection first.",
    );
  }
  const { endpoints: count, workersMax } = endpoints;
  const quota = "RunPod reports the account's quota for this sum only when it refuses more workers.";
  return well(check, `The sum of \`workersMax\` over ${counted(count, "endpoint")} is ${workersMax}. ${quota}`);
}
