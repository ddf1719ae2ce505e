import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
/** Brackets of both kinds, at the same depth. */
const objects = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;

describe("the limit on nested levels in a body", () => {
  test.each([
    ["REST", "/v2/templates"],
    ["GraphQL", "/graphql?api_key=emulator-key"],
    ["control calls", "/_emulator/script"],
    ["job operations", "/v2/ENDPOINT/run"],
  ])("refuses a deeper body with a 400 over %s", async (_surface, path) => {
    const url = path.replace("ENDPOINT", await it.endpoint());
    for (const deep of [nested(50_000), objects(20_000), `{"input":{"a":${nested(500)}}}`]) {
      const { status, text } = await it.post(url, deep);
      expect([status, text]).toEqual([400, expect.stringContaining("nested too deeply")]);
    }
  });

  test("does not count brackets inside a text", async () => {
    const id = await it.endpoint();
    const input = {
      text: `\\"${nested(5000)}`,
      '"{': `${nested(5000)}\\\\`,
      end: "[\\",
      deep: JSON.parse(nested(400)),
    };
    const { body } = await it.post(`/v2/${id}/run`, { input });
    it.advance(1000);
    expect(await it.get(`/v2/${id}/status/${body.id}`)).toMatchObject({
      status: "COMPLETED",
      output: input,
    });
  });

  test("applies to GraphQL documents", async () => {
    for (const query of [
      `{ myself ${"{ a ".repeat(4000)}${"}".repeat(4000)} }`,
      `{ myself(a: ${nested(4000)}) { id } }`,
    ]) {
      const { status, body } = await it.query(query);
      expect([[200, 400].includes(status), body.data]).toEqual([true, null]);
    }
  });
});
