import { join } from "node:path";
import ts from "typescript";

/**
 * Finds text in JSX that has siblings and no element of its own. Programs that translate pages
 * replace text nodes. React then fails when it inserts an element before such a text or removes the
 * text, and a text that changes keeps its old value on the screen. Text is safe if it is the only
 * child of its element, or if it never changes and only has elements beside it that always exist.
 */
export function bareTexts(root: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const files = ts.sys.readDirectory(join(root, "src"), [".tsx"]);
  const program = ts.createProgram(files, config?.options ?? {});
  const checker = program.getTypeChecker();
  const found: string[] = [];

  const look = (node: ts.Node): void => {
    for (const child of bareChildren(node, checker)) {
      const file = child.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(child.getStart());
      const name = file.fileName.slice(root.length + 1);
      found.push(`${name}:${String(line + 1)} «${child.getText().trim().slice(0, 40)}» ${WHY}`);
    }
    ts.forEachChild(node, look);
  };
  for (const file of program.getSourceFiles()) if (files.includes(file.fileName)) look(file);
  return found;
}

const WHY =
  "Text that changes, or stands beside something that may not be there, has its own element.";

/** Returns the children of an element that are bare text. */
export function bareChildren(node: ts.Node, checker: ts.TypeChecker): ts.JsxChild[] {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return [];
  const children = node.children.filter(isDrawn);
  // Children of a fragment may also have siblings outside of the fragment, which are not known
  // here.
  const isAlone = children.length === 1 && ts.isJsxElement(node);
  const kinds = children.map((child) => kindOf(child, checker));
  return children.filter((_, at) => {
    const kind = kinds[at];
    const others = kinds.filter((_, other) => other !== at);
    const isBesideSteady = ts.isJsxElement(node) && others.every(isSteady);
    return (
      !isAlone && (kind === "changing" || ((kind === "text" || kind === "node") && !isBesideSteady))
    );
  });
}

/**
 * Text that never changes; text that changes; an element that always exists; a child that may be
 * absent; and a node that a caller passes in, which may be any of these.
 */
export type Kind = "text" | "changing" | "element" | "conditional" | "node";

const isSteady = (kind: Kind) => kind === "element" || kind === "text";

export function isDrawn(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

export function kindOf(child: ts.JsxChild, checker: ts.TypeChecker): Kind {
  if (ts.isJsxText(child)) return "text";
  if (ts.isJsxExpression(child)) {
    if (!child.expression) return "element";
    if (ts.isStringLiteralLike(child.expression)) return "text";
    return kindOfExpression(child.expression, checker);
  }
  if (ts.isJsxFragment(child)) return "conditional";
  const { tagName } = ts.isJsxElement(child) ? child.openingElement : child;
  if (/^[a-z]/.test(tagName.getText())) return "element";
  const type = checker.getTypeAtLocation(tagName);
  const declared = type.symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
  if (declared.includes("lucide-react") || declared.includes("@types/react")) return "element";
  const drawn = type.getCallSignatures()[0]?.getReturnType();
  if (!drawn) return "element";
  return kindOfType(drawn, checker);
}

function kindOfExpression(expression: ts.Expression, checker: ts.TypeChecker): Kind {
  if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  ) {
    const kind = kindOfExpression(expression.right, checker);
    return kind === "element" ? "conditional" : kind;
  }
  if (ts.isConditionalExpression(expression)) {
    const kind = kindOfType(checker.getTypeAtLocation(expression), checker);
    // An expression may replace one element by another one.
    return kind === "element" ? "conditional" : kind;
  }
  if (ts.isParenthesizedExpression(expression))
    return kindOfExpression(expression.expression, checker);
  return kindOfType(checker.getTypeAtLocation(expression), checker);
}

function kindOfType(type: ts.Type, checker: ts.TypeChecker): Kind {
  if (type.aliasSymbol?.name === "ReactNode") return "node";
  const parts = type.isUnion() ? type.types : [type];
  const is = (flags: ts.TypeFlags) =>
    parts.some(
      (part) => (part.flags & flags) !== 0 && !(part.isStringLiteral() && part.value === ""),
    );
  const isText = is(ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike);
  if (isText) return parts.some(isObject) ? "node" : "changing";
  if (is(ts.TypeFlags.Any)) return "node";
  const isSure = parts.every((part) => isObject(part) && !checker.isArrayType(part));
  return isSure ? "element" : "conditional";
}

const isObject = (type: ts.Type) => (type.flags & ts.TypeFlags.Object) !== 0;
