import { asCalled } from "../../kernel/as-called";
import type { Values } from "../../kernel/values";
import { byText } from "../output/text";
import { type ExportedState, nameOf, pendingIn, resourcesIn, type StateResource } from "../stack/state";
import type { Carried } from "./plan";

/** A resource that RunPod's own Pulumi provider created and Podwright can import. */
export interface Taken extends Carried {
  readonly urn: string;
  /** True if Pulumi removes the resource from the state only with `--force`. */
  readonly protect: boolean;
  /** Inputs that no resource of Podwright declares. */
  readonly undeclared: readonly string[];
}

export interface LeftBehind {
  readonly name: string;
  readonly type: string;
  readonly reason: string;
}

export interface Holdings {
  /** The resources in the order of the state, in which a resource comes after its dependencies. */
  readonly taken: readonly Taken[];
  readonly left: readonly LeftBehind[];
}

interface Counterpart {
  readonly kind: string;
  /**
   * The output of the older provider that contains RunPod's response. The older provider uses the name of a resource as
   * its id.
   */
  readonly answer?: string;
  readonly undeclared?: readonly string[];
}

/**
 * The kinds of RunPod's two providers, which both have the package name `runpod`. A kind of both providers has one
 * entry.
 */
const counterparts: Readonly<Record<string, Counterpart>> = {
  Pod: {
    kind: "Pod",
    answer: "pod",
    undeclared: [
      "aiApiId",
      "ideAiApiId",
      "countryCode",
      "deployCost",
      "minDisk",
      "minDownload",
      "minUpload",
      "port",
      "modelReferences",
      "savingsPlan",
      "stopAfter",
      "supportPublicIp",
      "terminateAfter",
      "volumeKey",
    ],
  },
  Endpoint: {
    kind: "ServerlessEndpoint",
    answer: "endpoint",
    undeclared: ["bindEndpoint", "env", "flashEnvironmentId", "hubReleaseId", "modelName"],
  },
  Template: {
    kind: "Template",
    answer: "template",
    undeclared: ["advancedStart", "portsConfig", "readme", "startScript"],
  },
  NetworkStorage: { kind: "NetworkVolume", answer: "networkStorage" },
  NetworkVolume: { kind: "NetworkVolume", undeclared: ["isNextGenStorage"] },
  ContainerRegistryAuth: { kind: "RegistryCredential" },
  Secret: { kind: "Secret" },
};

const token = /^runpod:(?:index:)?(\w+)$/;

export function isOfficial({ type }: StateResource): boolean {
  return token.test(type);
}

/** Returns the resources of RunPod's own provider in a state, with their ids and names and without values of inputs. */
export function holdingsOf(state: ExportedState): Holdings {
  const taken: Taken[] = [];
  const left: LeftBehind[] = [];
  const names = new Set<string>();
  const leave = ({ urn, type }: StateResource, reason: string) => left.push({ name: nameOf(urn), type, reason });
  for (const resource of resourcesIn(state).filter(isOfficial)) {
    const counterpart = counterparts[token.exec(resource.type)?.[1] ?? ""];
    const id = idOf(resource, counterpart);
    if (counterpart === undefined) leave(resource, "Podwright has no such resource");
    else if (resource.external === true)
      leave(resource, "the stack only reads the resource, and another stack may manage the resource");
    else if (resource.delete === true) leave(resource, "it was replaced, and Pulumi deletes it next");
    else if (id === undefined)
      leave(
        resource,
        asCalled("the state does not contain the resource's id: `podwright drift --unmanaged` finds the resource"),
      );
    else {
      const { urn, protect, inputs = {} } = resource;
      const name = names.has(nameOf(urn)) ? `${nameOf(urn)}-${id}` : nameOf(urn);
      names.add(name);
      const undeclared = (counterpart.undeclared ?? []).filter((input) => isSet(inputs[input])).toSorted(byText);
      taken.push({ name, kind: counterpart.kind, id, urn, protect: protect === true, undeclared });
    }
  }
  for (const { type, resource } of pendingIn(state).filter(({ resource }) => isOfficial(resource))) {
    leave(
      resource,
      asCalled(`a run was interrupted while ${type} it: \`podwright drift --unmanaged\` shows whether RunPod has it`),
    );
  }
  return { taken, left };
}

/** Returns the id on RunPod. If a program made an output secret, the output is an object and not a text. */
function idOf({ id, outputs = {} }: StateResource, counterpart: Counterpart | undefined): string | undefined {
  const { answer } = counterpart ?? {};
  const found = answer !== undefined && answer in outputs ? (outputs[answer] as Values | null)?.id : id;
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** Returns whether the program set the input. The older provider records zero values for omitted inputs. */
function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}
