import type { Resource } from "../operations/resource";
import type { Values } from "../planning/values";
import { job } from "./job/lifecycle";
import { networkVolume } from "./network-volume/lifecycle";
import { pod } from "./pod/lifecycle";
import { registryCredential } from "./registry-credential/lifecycle";
import { serverlessEndpoint } from "./serverless-endpoint/lifecycle";
import { template } from "./template/lifecycle";

/**
 * Every resource, for whoever treats all alike: hosts hand over plain values, which `check` has held against the
 * resource's schema.
 */
export const allResources = [
  pod,
  serverlessEndpoint,
  template,
  networkVolume,
  registryCredential,
  job,
] as readonly unknown[] as readonly Resource<Values>[];
