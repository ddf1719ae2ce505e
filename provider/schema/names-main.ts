import { join } from "node:path";
import { refreshNames } from "./refresh-names";

const file = join(__dirname, "../../../provider/planning/catalog/known-names.ts");

refreshNames(file, process.env, new Date()).then(
  () =>
    process.stdout.write(
      "The names are up to date. `npm run build && npm run generated` writes them into the types and SDKs.\n",
    ),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
