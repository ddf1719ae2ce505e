// Plays a worker with vLLM for the programs in this folder: `podwright emulator --handlers handlers.mjs`.
export { chat as "chat-*" };

function chat({ prompt, openai_route: route, openai_input: request }) {
  if (prompt !== undefined) return [{ choices: [{ tokens: [`You said: ${prompt}`] }] }];
  if (route !== "/v1/chat/completions") throw new Error(`no route ${route}`);
  const said = request.messages.at(-1).content;
  const message = { role: "assistant", content: `You said: ${said}` };
  return { object: "chat.completion", model: request.model, choices: [{ index: 0, message, finish_reason: "stop" }] };
}
