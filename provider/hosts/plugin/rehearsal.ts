import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Engines } from "./grpc/engines";
import { keepStructsPlain } from "./properties/plain-structs";
import { Provider } from "./provider";
import { providerService } from "./service";

const id = "rehearsed";
const urn = "urn:pulumi:stack::project::podwright:index:Pod::web";
const declared = { image: "nginx", gpu: { id: "NVIDIA L4" }, env: { NAME: "value" } };

interface Message {
  serializeBinary(): Uint8Array;
}

/** A message's class. */
interface Readable<M> {
  deserializeBinary(bytes: Uint8Array): M;
}

type Handler = (
  call: { readonly request: Message; getPeer(): string },
  respond: (error: unknown, response: Message) => void,
) => void;

/**
 * Previews a pod and compares it with a changed one; sends nothing. V8 compiles a function with its first call, and an
 * executable that is made after this holds the compiled code. A refresh cannot be rehearsed: it combines abort signals,
 * and no heap with these can be stored. Throws what a method throws.
 */
export async function rehearse(): Promise<void> {
  keepStructsPlain();
  const provider = new Provider({ onWait: () => undefined, onWarning: () => undefined });
  const service = providerService({
    version: "",
    schema: () => "",
    provider: async () => provider,
    engines: new Engines(),
    lifeline: { signal: new AbortController().signal, hold: (operation) => operation },
  });
  /** Calls a method as gRPC does: request and response travel as bytes. */
  function call<R>(method: string, request: Message, of: Readable<R>): Promise<R> {
    const received = (request.constructor as unknown as Readable<Message>).deserializeBinary(request.serializeBinary());
    return new Promise((resolve, reject) => {
      (service[method] as unknown as Handler)({ request: received, getPeer: () => "" }, (error, response) => {
        if (error) reject(error);
        else resolve(of.deserializeBinary(response.serializeBinary()));
      });
    });
  }
  const settings = Struct.fromJavaScript({ apiKey: "none", checkCatalog: "false" });
  await call("configure", new proto.ConfigureRequest().setArgs(settings), proto.ConfigureResponse);

  const check = new proto.CheckRequest().setUrn(urn).setNews(Struct.fromJavaScript(declared));
  const inputs = (await call("check", check, proto.CheckResponse)).getInputs();
  const create = new proto.CreateRequest().setUrn(urn).setProperties(inputs).setPreview(true);
  const outputs = (await call("create", create, proto.CreateResponse)).getProperties();

  const changed = Struct.fromJavaScript({ ...declared, image: "nginx:2" });
  const recheck = new proto.CheckRequest().setUrn(urn).setOlds(inputs).setNews(changed);
  const news = (await call("check", recheck, proto.CheckResponse)).getInputs();
  const diff = new proto.DiffRequest().setUrn(urn).setId(id).setOldInputs(inputs).setOlds(outputs).setNews(news);
  await call("diff", diff, proto.DiffResponse);
}
