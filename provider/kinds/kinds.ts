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

/**
 * Every resource, for code that treats all kinds alike. The cast is safe, because `check` validates a resource's inputs
 * first.
 */
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
