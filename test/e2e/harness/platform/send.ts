import type { Emulator } from "../../../../emulator";

/** A request to the platform by somebody else than Podwright, with the account's key. */
export async function send<T = { readonly id: string }>(
  emulator: Pick<Emulator, "apiKey" | "inject">,
  method: "POST" | "DELETE",
  url: string,
  payload?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const { statusCode, body } = await emulator.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${body}`);
  return (body === "" ? undefined : JSON.parse(body)) as T;
}

/** Creates or changes an endpoint over GraphQL, and gives its id. */
export async function saveEndpoint(emulator: Emulator, input: object): Promise<string> {
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const saved = await send<{ data: { saveEndpoint: { id: string } } }>(emulator, "POST", "/graphql", {
    query,
    variables: { input },
  });
  return saved.data.saveEndpoint.id;
}
