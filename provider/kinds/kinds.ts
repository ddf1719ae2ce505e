import type { Resource } from "../session/resource";
import type { Values } from "../values/values";
import { cluster } from "./cluster/lifecycle";
import { job } from "./job/lifecycle";
import { networkVolume } from "./network-volume/lifecycle";
import { pod } from "./pod/lifecycle";
import { registryCredential } from "./registry-credential/lifecycle";
import { secret } from "./secret/lifecycle";
import { serverlessEndpoint } from "./serverless-endpoint/lifecycle";
import { template } from "./template/lifecycle";

/** Every resource, for hosts and tools that treat all kinds the same. `check` validates the values against the schema. */
export const allResources = [
  pod,
  cluster,
  serverlessEndpoint,
  template,
  networkVolume,
  registryCredential,
  secret,
  job,
] as readonly unknown[] as readonly Resource<Values>[];
