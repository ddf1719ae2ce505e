import path from "node:path";
import ts from "typescript";
import { code, table } from "./markdown";

const file = path.resolve(__dirname, "../../provider/components/model-server.ts");

/** The inputs that ModelServer itself declares, from their comments; those of its parts under their path. */
export function componentInputTable(): string {
  return table(["Input", "Type", "Meaning"], rowsOf("ModelServerArgs", ""));
}

const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? "", ts.ScriptTarget.Latest, true);

const interfaces = new Map(
  source.statements.filter(ts.isInterfaceDeclaration).map((declared) => [declared.name.text, declared]),
);

function rowsOf(name: string, prefix: string): string[][] {
  return (interfaces.get(name)?.members ?? []).flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const input = `${prefix}${member.name.getText()}`;
    const type = typeOf(member.type);
    const required = member.questionToken === undefined ? ", required" : "";
    const shown = interfaces.has(type) ? "object" : code(type);
    return [[code(input), `${shown}${required}`, meaningOf(member)], ...rowsOf(type, `${input}.`)];
  });
}

/** Without `undefined` and `readonly`, which say nothing to the reader of a table. */
function typeOf(node: ts.TypeNode): string {
  return node
    .getText()
    .replace(/ \| undefined$/, "")
    .replace(/^\((.*)\)$/s, "$1")
    .replaceAll("readonly ", "")
    .replaceAll(/\bReadonly<(Record<.*>)>/g, "$1")
    .replaceAll("pulumi.Input", "Input");
}

function meaningOf(member: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? "").replace(/\s+/g, " ");
}
