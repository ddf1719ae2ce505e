// Writes the SDKs under sdk/ anew, or with --check only says that they are out of date.
import { thisMachine } from "../lib/engine/context.mjs";
import { main } from "../lib/main.mjs";
import { ensureGenerator } from "./generator.mjs";
import { isRecorded, staleFiles, writeSdks } from "./sdks.mjs";

const checkOnly = process.argv.includes("--check");

await main(async (signal) => {
  const context = thisMachine(signal);
  const { file, problem } = await ensureGenerator(context);
  if (file === undefined) {
    if (!checkOnly) throw new Error(`The SDKs cannot be generated here: ${problem}`);
    context.progress.say(`The SDKs cannot be generated here (${problem}); only what is recorded of them is compared.`);
    if (!isRecorded(context)) throw new Error('sdk/ is out of date: run "npm run sdk"');
    return;
  }
  if (!checkOnly) {
    await writeSdks(context, file);
    process.stdout.write("sdk/ is written\n");
    return;
  }
  const stale = await staleFiles(context, file);
  if (stale.length > 0) throw new Error(`out of date: ${stale.join(", ")}. Run "npm run sdk"`);
  if (!isRecorded(context)) throw new Error('sdk/.inputs is out of date: run "npm run sdk"');
});
