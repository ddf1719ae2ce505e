import type { Kind } from "../provider";

interface Facts {
  /** Inputs whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that a program need not give: unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}

/**
 * What a program's process has to know of the resources. Their definitions say it, too, but loading those would make
 * every program load schemas and HTTP client; a test holds the two against each other.
 */
export const facts: Readonly<Record<Kind, Facts>> = {
  Pod: {
    secrets: ["env"],
    computed: [
      ...["name", "image", "args", "disk", "ports", "env", "registry", "mounts", "cloud", "globalNetworking", "locked"],
      ...["desiredStatus", "status", "cost", "placement", "dataCenterId", "globalNetwork", "portMappings"],
      ...["ssh", "cudaVersion", "createdAt", "startedAt"],
    ],
  },
  ServerlessEndpoint: {
    secrets: [],
    computed: [
      ...["name", "type", "idleTimeout", "locations", "flashBootType", "scalerType", "scalerValue"],
      ...["workersMin", "workersMax", "networkVolumeId", "url"],
    ],
  },
  Template: {
    secrets: ["env"],
    computed: [
      ...["name", "args", "disk", "ports", "env", "registry", "mounts", "serverless", "public", "category"],
      ...["startSsh", "startJupyter", "allowedCudaVersions"],
    ],
  },
  NetworkVolume: { secrets: [], computed: ["name", "type", "tier"] },
  RegistryCredential: { secrets: ["username", "password"], computed: ["name"] },
  Job: { secrets: [], computed: ["status", "output", "delayTime", "executionTime"] },
};
