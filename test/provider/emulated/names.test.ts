import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { knownNames } from "../../../provider/planning/catalog/known-names";
import { refreshNames } from "../../../provider/schema/refresh-names";
import { temporaryFolder } from "../../support/temporary-folder";
import { useLifecycles } from "./harness";

const world = useLifecycles();
const committed = path.resolve(__dirname, "../../../provider/planning/catalog/known-names.ts");

test("the list of known names has every name of RunPod's catalog (if not, run: npm run names)", async () => {
  const { apiKey, url } = world.emulator;
  const file = path.join(temporaryFolder("names"), "known-names.ts");

  await refreshNames(
    file,
    { PODWRIGHT_API_KEY: apiKey, PODWRIGHT_BASE_URL: url },
    new Date(`${knownNames.date}T12:00Z`),
  );

  expect(readFileSync(file, "utf8")).toBe(readFileSync(committed, "utf8"));
});
