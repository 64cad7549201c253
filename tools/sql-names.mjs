/** Which tables the SQL in sources names: for `tools/tables.mjs`. */
import ts from 'typescript';

const NAME = '"?([a-z_]+)"?';
const ALIAS = '(?:\\s+(?:AS\\s+)?(?!FOR\\b|ON\\b|SET\\b|WHERE\\b)[a-z_]+)?';
const WRITES = new RegExp(
  `\\b(?:INSERT INTO|DELETE FROM|TRUNCATE|LOCK TABLE|ALTER TABLE|(?<!FOR |KEY |DO )UPDATE)\\s+(?:ONLY\\s+)?${NAME}`,
  'g',
);
const LISTS = new RegExp(
  `\\b(?<!DELETE )(?:FROM|JOIN|USING)\\s+((?:ONLY\\s+)?${NAME}${ALIAS}(?:\\s*,\\s*${NAME}${ALIAS})*)`,
  'g',
);
const WITH = /\b([a-z_]+)(?:\s*\([^()]*\))?\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s*)?\(/g;

/** The names that SQL writes to and reads from. What the statement itself calls so by WITH is no table. */
export function namesIn(sql) {
  const own = new Set([...sql.matchAll(WITH)].map(([, name]) => name));
  const tables = (names) => new Set(names.filter((name) => !own.has(name)));
  return {
    writes: tables([...sql.matchAll(WRITES)].map(([, name]) => name)),
    reads: tables(
      [...sql.matchAll(LISTS)].flatMap(([, list]) =>
        list.split(',').map((item) => /^\s*(?:ONLY\s+)?"?([a-z_]+)/.exec(item)[1]),
      ),
    ),
  };
}

/** The literals of a source; in a template, with the constants of the same file that it names. */
export function textsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const constants = new Map();
  const texts = [];
  const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  const textOf = (node) => {
    if (ts.isStringLiteralLike(node)) return node.text;
    const spans = node.templateSpans.map(
      ({ expression, literal }) => (constants.get(expression.getText()) ?? '?') + literal.text,
    );
    return node.head.text + spans.join('');
  };
  const visit = (node) => {
    if (isText(node)) {
      texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, sql: textOf(node) });
      if (ts.isVariableDeclaration(node.parent)) constants.set(node.parent.name.getText(), textOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}
