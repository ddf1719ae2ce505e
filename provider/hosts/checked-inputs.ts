import { type Path, pick, type Values } from "../../kernel/values";
import { catalogProblems } from "../planning/catalog/problems";
import { beyondTransport, type Problem, problemsOf, withDefaults } from "../planning/check";
import type { Resource } from "../session/resource";
import type { Session } from "../session/run";
import { markersFor, type NamingRequest } from "./naming";
import { withoutHidden } from "./properties/properties";
import { isUnknown } from "./properties/unknowns";

/** A program's inputs, with the facts that decide the resource's generated name. */
export interface Declared extends NamingRequest {
  /** Old inputs. Empty for a new resource and for a replacement. */
  readonly olds: Values;
  readonly news: Values;
  readonly unknowns: readonly Path[];
}

/** Returns the inputs to record, with a generated name, and all problems that the inputs alone show. */
export function checkedInputs(
  resource: Resource<Values>,
  /** Hidden inputs that the host stores with the program's inputs. */
  hidden: readonly string[],
  { olds, news, unknowns, ...naming }: Declared,
): { inputs: Values; problems: Problem[] } {
  const { autoname, inputs: definition, neededToCreate } = resource;
  const given = withoutHidden(news);
  const marks = markersFor(olds, resource, { ...naming, given: given.name });
  const isNameless = autoname && given.name === undefined && naming.autonaming?.mode === "disable";
  const named = autoname && !isNameless ? { name: given.name ?? marks.__autoname } : {};
  return {
    inputs: { ...withDefaults(definition, given), ...named, ...pick(news, hidden), ...marks },
    problems: [
      ...problemsOf(definition, { ...given, ...named }, unknowns),
      ...neededToCreate
        .filter((name) => given[name] === undefined && Object.keys(olds).length === 0)
        .map((name) => ({
          path: [name],
          message: "is required for a new resource; only an existing resource may omit it",
        })),
      ...(isNameless ? [{ path: ["name"], message: "is required: automatic naming is disabled for this stack" }] : []),
    ],
  };
}

/**
 * Returns problems that depend on the account: inputs that the configured transport does not support, and names that
 * RunPod's catalogs do not contain.
 */
export async function problemsOnAccount(
  resource: Resource<Values>,
  { olds, news: written }: Pick<Declared, "olds" | "news">,
  session: Session,
): Promise<Problem[]> {
  const news = withoutHidden(written);
  return [
    ...beyondTransport(resource, { olds, news }, session.transport),
    ...(await catalogProblems(resource.inputs, { olds, news }, session, isUnknown)),
  ];
}
