import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../../..");
const sdk = join(root, "sdk/nodejs/index.ts");

/** The compiler's errors for named programs, with this repository's settings. */
export function typeErrorsIn(programs: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "podwright-docs-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const files = Object.entries(programs).map(([name, text]) => {
      const file = join(folder, `${name.replaceAll("/", "-")}.mts`);
      writeFileSync(file, text);
      return file;
    });
    return errorsOf(files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function errorsOf(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  // An example may declare an unused variable.
  const wanted = { ...config.compilerOptions, noUnusedLocals: false, paths: { "pulumi-podwright": [sdk] } };
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions: wanted, files }, ts.sys, root);
  const program = ts.createProgram([...files], {
    ...options,
    typeRoots: [join(root, "node_modules/@types")],
    allowImportingTsExtensions: true,
  });
  return files
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
