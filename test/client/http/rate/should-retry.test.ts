import { expect, test } from "vitest";
import {
  ATTEMPTS,
  backOffMs,
  LONGEST_WAIT_MS,
  mayHaveHadEffect,
  type Outcome,
  shouldRetry,
} from "../../../../client/http/rate/should-retry";

const answer = (status: number, retryAfterMs?: number): Outcome => ({ kind: "response", status, retryAfterMs });

type Row = [
  name: string,
  outcome: Outcome,
  idempotent: "stop" | "back-off" | number,
  other: "stop" | "back-off" | number,
];

/** The decision after the first attempt of an idempotent call and of any other call. */
const TABLE: Row[] = [
  ["a failed connection attempt", { kind: "never-sent", reason: "ECONNREFUSED" }, "back-off", "back-off"],
  ["a connection that broke after the request was sent", { kind: "lost", reason: "ECONNRESET" }, "back-off", "stop"],
  ["a time-out", { kind: "timeout", reason: "cancelled" }, "back-off", "stop"],
  ["a 429 that names its wait", answer(429, 12_000), 12_000, 12_000],
  ["a 429 whose wait is already over", answer(429, 0), "back-off", "back-off"],
  ["a 429 with the longest accepted wait", answer(429, LONGEST_WAIT_MS), LONGEST_WAIT_MS, LONGEST_WAIT_MS],
  ["a 429 with a wait that is too long", answer(429, LONGEST_WAIT_MS + 1), "stop", "stop"],
  ["a 429 without a wait", answer(429), "back-off", "back-off"],
  ...[500, 501, 502, 503, 504, 520, 599].map(
    (status): Row => [`a status ${status}`, answer(status), "back-off", "stop"],
  ),
  ["a refusal that passes", { kind: "response", status: 409, passes: true }, "back-off", "back-off"],
  ["a 503 that names its wait", answer(503, 3_000), 3_000, "stop"],
  ["a 503 with a wait that is too long", answer(503, LONGEST_WAIT_MS + 1), "stop", "stop"],
  ...[200, 201, 204, 301, 307].map((status): Row => [`a status ${status}`, answer(status), "stop", "stop"]),
  ...[400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 425].map(
    (status): Row => [`a status ${status} that names a wait`, answer(status, 1_000), "stop", "stop"],
  ),
];

function verdict(outcome: Outcome, idempotent: boolean, attempt: number): "stop" | "back-off" | number {
  const { again, ...rest } = shouldRetry({ outcome, idempotent, attempt });
  if (!again) return "stop";
  return "orderedMs" in rest && rest.orderedMs !== undefined ? rest.orderedMs : "back-off";
}

function repeated(read: Row[2], create: Row[3]): string {
  if (read === "stop") return "repeats neither a read nor a create";
  return create === "stop" ? "repeats a read, but not a create" : "repeats a read and a create";
}

test.each(TABLE.map(([name, ...row]) => [name, repeated(row[1], row[2]), ...row] as const))(
  "after %s, the client %s",
  (_name, _repeated, outcome, idempotent, other) => {
    expect(verdict(outcome, true, 1)).toBe(idempotent);
    expect(verdict(outcome, false, 1)).toBe(other);
  },
);

test.each([
  ["a failed connection", { kind: "never-sent", reason: "ECONNREFUSED" } as const, ATTEMPTS.neverSent],
  ["a lost response", { kind: "lost", reason: "ECONNRESET" } as const, ATTEMPTS.failed],
  ["a time-out", { kind: "timeout", reason: "cancelled" } as const, ATTEMPTS.failed],
  ["a status 5xx", answer(503), ATTEMPTS.failed],
  ["a status 429", answer(429, 1), ATTEMPTS.rateLimited],
  ["a refusal that passes", { kind: "response", status: 409, passes: true } as const, ATTEMPTS.passing],
])("the client gives up after the allowed number of attempts that end with %s", (_name, outcome, attempts) => {
  expect(verdict(outcome, true, attempts - 1)).not.toBe("stop");
  expect(verdict(outcome, true, attempts)).toBe("stop");
});

test.each([
  ["a status 499 has no effect", answer(499), false],
  ["a status 500 may have an effect", answer(500), true],
  ["a lost response may have an effect", { kind: "lost", reason: "ECONNRESET" } as const, true],
  ["a failed connection has no effect", { kind: "never-sent", reason: "ECONNREFUSED" } as const, false],
])("a create that ends with %s", (_, outcome, expected) => {
  expect(mayHaveHadEffect(outcome)).toBe(expected);
});

test("the pause before a repeated request doubles up to eight seconds", () => {
  const longest = [1, 2, 3, 4, 5, 6].map((attempt) => backOffMs(attempt, "usual", () => 1));
  const shortest = [1, 2, 3, 4, 5, 6].map((attempt) => backOffMs(attempt, "usual", () => 0));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(shortest).toEqual(longest.map((ms) => ms / 2));
});

test("the client keeps trying for more than a minute if a 429 names no wait", () => {
  const pauses = Array.from({ length: ATTEMPTS.rateLimited - 1 }, (_, index) => {
    const decision = shouldRetry({ outcome: answer(429), attempt: index + 1, idempotent: false });
    if (!decision.again || decision.orderedMs !== undefined) throw new Error("it was expected to try again");
    return backOffMs(index + 1, decision.pause, () => 0);
  });
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeGreaterThan(60_000);
});
