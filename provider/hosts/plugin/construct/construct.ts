import { type ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { modelServerType } from "../../../components/model-server/npm-type";
import { BadRequestError } from "../request-errors";
import { ModelServer } from "./model-server";
import { optionsOf } from "./options";
import { Running } from "./running";
import {
  configureSdk,
  deserializeInputs,
  knownValue,
  serializeResourceProperties,
  waitForRPCs,
  withLocalStorage,
} from "./sdk-runtime";

const running = new Running();

/**
 * Creates a component and its resources through the engine. The plugin loads this module with the first component,
 * because it loads much of Pulumi's SDK.
 */
export function construct(
  request: ConstructRequest,
  engineAddress: string,
  signal: AbortSignal,
): Promise<ConstructResponse> {
  return withLocalStorage(() => running.run(signal, () => constructed(request, engineAddress)));
}

async function constructed(request: ConstructRequest, engineAddress: string): Promise<ConstructResponse> {
  const type = request.getType();
  if (type !== "podwright:index:ModelServer") throw new BadRequestError(`this provider has no component "${type}"`);
  await configureSdk(request, engineAddress);
  const inputs = await deserializeInputs(request.getInputs(), request.getInputdependenciesMap());
  const component = new ModelServer(request.getName(), inputs, optionsOf(request, modelServerType));
  const response = new ConstructResponse();
  response.setUrn(await knownValue(component.urn));
  const [values, dependencies] = await serializeResourceProperties(`construct(${type})`, component.outputs);
  for (const [key, resources] of dependencies) {
    const urns = new ConstructResponse.PropertyDependencies();
    urns.setUrnsList(await Promise.all([...resources].map(({ urn }) => knownValue(urn))));
    response.getStatedependenciesMap().set(key, urns);
  }
  response.setState(Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]));
  await waitForRPCs();
  return response;
}
