import ts from "typescript";

/** One small change of the code that some test should notice. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly change: string;
  /** What stands there while the mutant is active. */
  readonly replacement: string;
  readonly isStatement?: true;
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.PlusToken]: "-",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.AsteriskToken]: "/",
  [ts.SyntaxKind.SlashToken]: "*",
};

const calls: Record<string, string | undefined> = { some: "every", every: "some", filter: "", sort: "", slice: "" };

/** The mutants of a file's functions. What runs while a module loads is left out: nearly every test would have to run. */
export function mutantsOf(source: ts.SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const text = (node: ts.Node) => node.getText(source);
  const add = (node: ts.Node, change: string, replacement: string) =>
    found.push({ start: node.getStart(source), end: node.getEnd(), change, replacement });
  visit(source, false);
  return found;

  function visit(node: ts.Node, inFunction: boolean): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (inFunction) mutate(node);
    const isFunction = ts.isFunctionLike(node);
    node.forEachChild((child) => visit(child, inFunction || isFunction));
  }

  function mutate(node: ts.Node): void {
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      add(condition, "negated condition", `!(${text(condition)})`);
    } else if (ts.isBinaryExpression(node)) mutateOperator(node);
    else if (ts.isAwaitExpression(node)) add(node, "removed await", text(node.expression));
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      mutateCall(node.expression, node);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "flipped boolean", "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "flipped boolean", "true");
    else if (ts.isNumericLiteral(node) && !isName(node)) add(node, "changed number", `${text(node)} + 1`);
    else if (ts.isStringLiteral(node) && /^\S+$/.test(node.text) && !isName(node)) add(node, "emptied string", '""');
    else if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node))
      add(node, "emptied array", "[]");
    else if (ts.isThrowStatement(node) || (ts.isExpressionStatement(node) && !isSuper(node.expression)))
      found.push({
        ...{ start: node.getStart(source), end: node.getEnd() },
        ...{ change: "removed statement", replacement: "", isStatement: true },
      });
  }

  function mutateOperator(node: ts.BinaryExpression): void {
    const [left, right] = [text(node.left), text(node.right)];
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) add(node, "removed fallback", left);
    const operator = swapped[node.operatorToken.kind];
    // A sum of texts has no difference.
    if (operator === "-" && /["'`]/.test(left + right)) return;
    if (operator !== undefined)
      add(node, `${text(node.operatorToken)} to ${operator}`, `(${left}) ${operator} (${right})`);
  }

  function mutateCall(callee: ts.PropertyAccessExpression, node: ts.CallExpression): void {
    const name = callee.name.text;
    const other = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (other === undefined || callee.questionDotToken) return;
    const object = text(callee.expression);
    const rest = source.text.slice(callee.name.getEnd(), node.getEnd());
    add(node, `removed ${name}`, other === "" ? object : `${object}.${other}${rest}`);
  }
}

/** The file with a switch around each of these mutants: `__mutant(id)` says whether it is the active one. */
export function instrument(source: ts.SourceFile, mutants: ReadonlyMap<number, Mutant>): string {
  const inner = (from: number, to: number, within: readonly [number, Mutant][]): string => {
    let [result, position] = ["", from];
    while (true) {
      const next = within.find(([, mutant]) => mutant.start >= position && mutant.end <= to);
      if (next === undefined) return result + source.text.slice(position, to);
      const [id, mutant] = next;
      const rest = within.slice(within.indexOf(next) + 1);
      const original = inner(mutant.start, mutant.end, rest);
      result += source.text.slice(position, mutant.start);
      result += mutant.isStatement
        ? `if (!__mutant(${id})) { ${original} }`
        : `(__mutant(${id}) ? (${mutant.replacement}) : (${original}))`;
      position = mutant.end;
    }
  };
  const outermostFirst = [...mutants].sort(([, a], [, b]) => a.start - b.start || b.end - a.end);
  return inner(0, source.text.length, outermostFirst);
}

/** A name, not a value: a property's key, an index of a type, the module that `import()` names. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ("name" in parent && parent.name === node) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  );
}

function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
    ts.isForOfStatement(parent)
  );
}

function isSuper(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}
