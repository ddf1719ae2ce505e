import { workerContainer } from "./container";
import { blankTemplate, type Template } from "./template";

interface Templates {
  readonly templates: ReadonlyMap<string, Template>;
}

/** A few public templates, so that users can read and copy the template of another account. */
export const publicTemplates: readonly Template[] = [
  {
    ...base("pubpytorch0280", "PyTorch 2.8", "example/pytorch:2.8"),
    ports: ["8888/http", "22/tcp"],
    startSsh: true,
    startJupyter: true,
  },
  { ...base("pubserverless0", "Serverless hello world", "example/serverless-hello:1"), serverless: true },
  base("pubverified000", "vLLM, checked by the platform", "example/vllm:latest"),
  base("pubcommunity00", "Somebody's ComfyUI", "example/comfy:latest"),
];

const otherSources: Readonly<Record<string, "verified" | "community">> = {
  pubverified000: "verified",
  pubcommunity00: "community",
};

/** Returns the template with this id, from the account or from the public templates. */
export function findTemplate({ templates }: Templates, id: string): Template | undefined {
  return templates.get(id) ?? publicTemplates.find((one) => one.id === id);
}

/** Returns the `source` of a public template in the catalog. */
export function sourceOf({ id }: Template): "official" | "verified" | "community" {
  return otherSources[id] ?? "official";
}

function base(id: string, name: string, image: string): Template {
  return { ...blankTemplate(id, name, { ...workerContainer, image }), public: true, owner: "other" };
}
