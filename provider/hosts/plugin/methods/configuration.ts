import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Values } from "../../../../kernel/values";
import { settingFaults } from "../../../settings/faults";
import { inStack } from "../../../settings/settings";
import { failuresOf } from "../../check-failure";
import { isDefaultProvider, projectOf } from "../../properties/urn";
import { unary } from "../grpc/unary";
import { forProgram } from "../program-language";
import { decode, encode } from "../properties/marshal";
import type { ServiceOptions } from "./resource-context";

/** The methods of the provider's own configuration. */
export function configurationMethods({ provider, engines }: ServiceOptions): UntypedServiceImplementation {
  return {
    checkConfig: unary((request: proto.CheckRequest) => {
      const { values: given, secrets } = decode(request.getNews());
      const values = plainSettings(given);
      const response = new proto.CheckResponse();
      // The state stores the returned inputs. The key is always secret, even if the user forgot to mark it.
      response.setInputs(encode(values, [["apiKey"], ...secrets]));
      const urn = request.getUrn();
      const configured = { values, nameOf: settingNames(urn), project: projectOf(urn) };
      const failures = failuresOf(settingFaults(configured, process.env));
      response.setFailuresList(failures.map(({ reason }) => new proto.CheckFailure().setReason(forProgram(reason))));
      return response;
    }),
    diffConfig: unary((request: proto.DiffRequest) => {
      const [olds, news] = [decode(request.getOldInputs() ?? request.getOlds()), decode(request.getNews())];
      const keys = new Set([...Object.keys(olds.values), ...Object.keys(news.values)]);
      const changed = [...keys].filter((key) => key !== "version" && olds.values[key] !== news.values[key]);
      const response = new proto.DiffResponse();
      // A replacement of the provider would replace every resource. With "none", the engine would keep the old key.
      response.setChanges(
        changed.length > 0 ? proto.DiffResponse.DiffChanges.DIFF_SOME : proto.DiffResponse.DiffChanges.DIFF_NONE,
      );
      response.setDiffsList(changed);
      response.setHasdetaileddiff(true);
      for (const key of changed) {
        const property = new proto.PropertyDiff();
        property.setKind(kindOf(olds.values[key], news.values[key]));
        property.setInputdiff(true);
        response.getDetaileddiffMap().set(key, property);
      }
      return response;
    }),
    configure: unary(async (request: proto.ConfigureRequest) => {
      const engine = engines.begin();
      (await provider()).configure(engine, decode(request.getArgs()).values, settingNames(request.getUrn() ?? ""));
      const response = new proto.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setAcceptresources(true);
      response.setAcceptoutputs(true);
      response.setSupportspreview(true);
      response.setSupportsAutonamingConfiguration(true);
      return response;
    }),
  };
}

/**
 * Removes JSON quotes. SDKs of some languages send an enum input of a provider as JSON, such as `"rest"` with its
 * quotes.
 */
function plainSettings(values: Values): Values {
  const plain = (value: unknown) => (typeof value === "string" && /^"\w*"$/.test(value) ? value.slice(1, -1) : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}

function kindOf(before: unknown, after: unknown): proto.PropertyDiff.Kind {
  const { ADD, DELETE, UPDATE } = proto.PropertyDiff.Kind;
  if (before === undefined) return ADD;
  return after === undefined ? DELETE : UPDATE;
}

/**
 * Returns a function that gives a setting its name in messages. A default provider has the names of the stack's
 * configuration.
 */
function settingNames(providerUrn: string): (setting: string) => string {
  return isDefaultProvider(providerUrn) ? inStack : (setting) => `the provider argument ${setting}`;
}
