import type { Template } from "./record";

/** A few public templates, so that reading and copying somebody else's can be tried. */
export const publicTemplates: readonly Template[] = [
  {
    ...base("pubpytorch0280", "PyTorch 2.8", "example/pytorch:2.8"),
    ports: ["8888/http", "22/tcp"],
    startSsh: true,
    startJupyter: true,
  },
  { ...base("pubserverless0", "Serverless hello world", "example/serverless-hello:1"), serverless: true },
  base("pubcommunity00", "Somebody's ComfyUI", "example/comfy:latest"),
];

/** Which of them the catalog shows under `source=community`; the others are official. */
export const communityTemplates: ReadonlySet<string> = new Set(["pubcommunity00"]);

function base(id: string, name: string, image: string): Template {
  return {
    id,
    name,
    image,
    args: "",
    disk: 20,
    ports: [],
    env: {},
    registry: null,
    mounts: {},
    serverless: false,
    public: true,
    category: "NVIDIA",
    startSsh: false,
    startJupyter: false,
    allowedCudaVersions: [],
    owner: "other",
  };
}
