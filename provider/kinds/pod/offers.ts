import { formatPath, isRecord, type Path, type Values, valueAt } from "../../../kernel/values";
import {
  networkingInPlace,
  networkingOfGpu,
  type RequestedPlace,
  vcpusOffered,
  volumeReachable,
} from "../../planning/catalog/offers";
import type { CatalogRule, Question } from "../../planning/catalog/question";
import { type Choice, choicesOf, fallbacksOf } from "./placement";

/**
 * Asks a question about the first choice and each fallback. For a fallback, the answer names the input that does not
 * fit it.
 */
function everywhere(path: Path, ask: (choice: Choice, path: Path, inputs: Values) => readonly Question[]): CatalogRule {
  return (inputs) => [
    ...choicesOf({ ...inputs, fallbacks: [] }).flatMap((choice) => ask(choice, path, inputs)),
    ...fallbacksOf(inputs).flatMap((choice, index) =>
      choice === undefined ? [] : ask(choice, ["fallbacks", index], inputs).map((question) => because(path, question)),
    ),
  ];
}

function because(path: Path, { answer, ...question }: Question): Question {
  return {
    ...question,
    answer: async (catalogs) => {
      const fault = await answer(catalogs);
      return fault && `cannot run this pod: \`${formatPath(path)}\` ${fault}`;
    },
  };
}

function placeOf({ dataCenterIds }: Choice, inputs: Values): RequestedPlace {
  return { dataCenterIds, volumeId: valueAt(inputs, ["mounts", "network", 0, "volumeId"]) };
}

const networking: Path = ["globalNetworking"];
const wants = ({ globalNetworking }: Values) => globalNetworking === true;

/** Rules that check a pod against RunPod's catalogs before its create. */
export const podCatalogRules: readonly CatalogRule[] = [
  everywhere(networking, ({ gpu }, path, inputs) =>
    wants(inputs) && isRecord(gpu) ? networkingOfGpu(gpu.id, path) : [],
  ),
  everywhere(networking, (choice, path, inputs) =>
    wants(inputs) ? networkingInPlace(placeOf(choice, inputs), path) : [],
  ),
  everywhere(["mounts", "network", 0, "volumeId"], (choice, path, inputs) =>
    volumeReachable(placeOf(choice, inputs), path),
  ),
  ({ cpu, fallbacks }) => [
    ...vcpusOffered(cpu, ["cpu", "vcpuCount"]),
    ...(Array.isArray(fallbacks) ? fallbacks : []).flatMap((fallback: unknown, index) =>
      isRecord(fallback) ? vcpusOffered(fallback.cpu, ["fallbacks", index, "cpu", "vcpuCount"]) : [],
    ),
  ],
];
