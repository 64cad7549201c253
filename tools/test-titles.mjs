import ts from 'typescript';

/** The ids of rows of the specification at the start of a title. */
export const IDS = /^(?:\[\d(?:\.\d)? [^\]]+\]\s*)+/;

/** The text of a string literal, or of several put together by `+`; undefined for anything else. */
export function literalText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [literalText(node.left), literalText(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/**
 * The titles of all tests and their groups in a source text, as they are written, without the ids before their words: with
 * `%s` where a table of values goes in.
 * @returns {Set<string>}
 */
export function titlesIn(file, text) {
  const titles = new Set();
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText())) {
      const title = node.arguments[0] === undefined ? undefined : literalText(node.arguments[0]);
      if (title !== undefined) titles.add(title.replace(IDS, '').trim() || title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return titles;
}
