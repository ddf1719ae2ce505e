import type { FastifyReply } from "fastify";
import { BareProblem, CodedProblem, Problem, problems } from "./problem";
import type { Surface } from "./route";

/** Writes a refusal into the error format of the surface. */
export function refuse(reply: FastifyReply, surface: Surface, problem: Problem): void {
  reply.code(problem.status).headers(problem.headers);
  switch (problem instanceof BareProblem ? "control" : surface) {
    case "rest":
    case "jobs":
      reply.type("application/problem+json").send(JSON.stringify(document(problem)));
      return;
    case "graphql":
      reply.type("application/json").send(JSON.stringify({ errors: [{ message: problem.message }], data: null }));
      return;
    case "control":
      reply.type("application/json").send(JSON.stringify({ error: problem.message }));
  }
}

function document(problem: Problem): unknown {
  const { title, status, message: detail, errors } = problem;
  const coded = problem instanceof CodedProblem ? { code: problem.code } : {};
  return { title, status, ...coded, detail, ...(errors ? { errors } : {}) };
}

/**
 * Turns an error into a refusal. An error of the HTTP layer counts as a malformed request. Any other error is a bug of the
 * emulator, and the message says so.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  const message = error instanceof Error ? error.message : String(error);
  return status >= 400 && status < 500 ? problems.malformed(message) : new Problem(500, `emulator defect: ${message}`);
}
