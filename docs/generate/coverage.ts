import { schema } from "../../emulator/graphql/schema";
import { createPlatform } from "../../emulator/platform/platform";
import { allRoutes } from "../../emulator/server/routes";
import { GRAPHQL, JOBS, type Operation, REST } from "../../test/client/support/contract-operations";
import { contract } from "../../test/contract/exceptions";
import { code, table } from "./markdown";

/** Writes a row for each operation of the platform: how the client calls it, and whether the emulator serves it. */
export function coverage(): string {
  const routes = new Set(
    allRoutes(createPlatform({}), () => undefined).map(({ method, path }) => withoutNames(`${method} ${path}`)),
  );
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const published = contract.operations.map(
    (operation) => REST.find(({ name }) => name === operation.name) ?? operation,
  );
  const isRouted = ({ method, path }: Operation) => routes.has(withoutNames(`${method} ${path}`));
  return [
    section(`REST: the ${published.length} operations of the published document`, published, isRouted),
    section("GraphQL: root fields", GRAPHQL, ({ name }) => name in fields),
    section("Jobs of endpoints", JOBS, isRouted),
  ].join("\n\n");
}

function section(title: string, operations: readonly Operation[], isServed: (operation: Operation) => boolean): string {
  const rows = operations.map((operation) => [
    code(operation.name),
    code(`${operation.method} ${operation.path}`),
    clientCell(operation),
    isServed(operation) ? "yes" : "no",
  ]);
  return `## ${title}\n\n${table(["Operation", "Request", "Client", "Emulator"], rows)}`;
}

/**
 * Returns the name of the client's method for an operation. The function calls the operation with a stand-in for the
 * platform, which records the names of methods.
 */
function clientCell({ use, excuse }: Operation): string {
  if (use === undefined) return excuse === undefined ? "no" : `no: ${excuse}`;
  const names: string[] = [];
  const standIn: object = new Proxy(() => standIn, {
    get: (_target, name) => {
      names.push(String(name));
      return standIn;
    },
  });
  void use(standIn as never);
  return code(names.join("."));
}

/** The routes and the document use different names of parameters. */
function withoutNames(request: string): string {
  return request.replace(/\{\w+\}|:\w+|\*/g, "{}");
}
