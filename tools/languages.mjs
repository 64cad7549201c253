/**
 * The words of the console: which it has, which catalogues lack, and what is written past them. `npm run languages` writes
 * what is new into the catalogues, empty, and removes what is no longer used; `npm run check -- languages` fails on all that
 * is left to do.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const FOLDER = 'console/src/i18n';
const isCheck = process.argv.includes('--check');

/** Which argument of a function is the text: the last is its key. */
const CALLS = new Map([
  ['t', [0]],
  ['rich', [0]],
  ['plural', [1, 2]],
]);

/** Attributes of elements, and properties of tables, that people read. */
const READ = new Set(['label', 'title', 'description', 'placeholder', 'hint', 'alt', 'aria-label', 'text', 'action']);

/** Text that is the same everywhere: names of formats and things, and examples of what to type. */
const SAME = /^(?:[^\p{L}]*|JSON|NDJSON|CSV|SKU|URL|IBAN|BIC|[a-z][\w.-]*|[a-z]+[.*@:/].*|https?:.*|\*\..*|:)$/u;

const problems = [];
/** Texts by key, with where they are. */
const used = new Map();

/** The texts that an expression may be: `isOne ? 'a' : 'b'` is two. */
function textsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    const [first, second] = [textsOf(node.whenTrue), textsOf(node.whenFalse)];
    return first && second && [...first, ...second];
  }
  return undefined;
}

/** What tells apart words that are one in English: `{ context: 'verb' }`. */
function contextOf(node) {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((one) => one.name?.getText() === 'context');
  return found && ts.isPropertyAssignment(found) ? textsOf(found.initializer)?.[0] : undefined;
}

function use(key, place) {
  if (!used.has(key)) used.set(key, place);
}

function lookAt(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const placeOf = (node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node) => {
    if (ts.isCallExpression(node)) call(node);
    if (ts.isJsxText(node) && !SAME.test(node.text.trim())) unmarked(node, node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      READ.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer)
    )
      if (!SAME.test(node.initializer.text)) unmarked(node, node.initializer.text);
    if (ts.isPropertyAssignment(node) && READ.has(node.name.text) && ts.isStringLiteralLike(node.initializer))
      if (!SAME.test(node.initializer.text)) unmarked(node, node.initializer.text);
    ts.forEachChild(node, visit);
  };
  const unmarked = (node, found) => problems.push(`${placeOf(node)}: “${found}” is not in t()`);
  const call = (node) => {
    const places = CALLS.get(node.expression.getText());
    if (places === undefined) return;
    const texts = places.map((index) => node.arguments[index] && textsOf(node.arguments[index]));
    // Codes of the API are not known here: their words are in a list.
    if (texts.some((found) => found === undefined)) return;
    const meaning = contextOf(node.arguments[1]);
    if (places.length === 1) for (const key of texts[0]) use(meaning ? `${key}_${meaning}` : key, placeOf(node));
    else for (const key of texts[1]) for (const form of ['one', 'other']) use(`${key}_${form}`, placeOf(node));
  };
  visit(source);
}

/** What a text has to keep in each language: its holes and tags. A plural may say “one” without the number. */
function partsOf(text, key) {
  const found = text.match(/\{\{\w+\}\}|<\/?\w+\/?>/g) ?? [];
  return found
    .filter((part) => !(key.endsWith('_one') && part === '{{count}}'))
    .sort()
    .join(' ');
}

for (const file of globSync('console/src/**/*.{ts,tsx}'))
  if (!/\.spec\.ts$|schema\.d\.ts$|src\/i18n\//.test(file)) lookAt(file);
/** Names, choices and explanations of a plan's parameters, which the service sends in English. */
function lookAtPlan(node) {
  if (node === null || typeof node !== 'object' || seen.has(node)) return;
  seen.add(node);
  if (typeof node.$ref === 'string') lookAtPlan(schemas[node.$ref.split('/').at(-1)]);
  const texts = [node.title, node.description && sentenceOf(node.description)];
  const codes = [...(node.enum ?? []), ...Object.keys(node.properties ?? {})];
  for (const text of [...texts, ...codes.map(wordOf)])
    if (typeof text === 'string') use(text, 'docs/openapi.json, CommissionPlan');
  for (const [name, part] of Object.entries(node)) if (!name.startsWith('example')) lookAtPlan(part);
}

const large = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const wordOf = (code) => large(code.replaceAll('_', ' '));
const sentenceOf = (text) => (/[.!?…]$/.test(text) ? large(text) : `${large(text)}.`);

const { components, webhooks } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const { schemas } = components;
for (const { post } of Object.values(webhooks)) use(post.summary, 'docs/openapi.json, webhooks');
const seen = new Set();
lookAtPlan(schemas.CommissionPlan);
for (const word of JSON.parse(readFileSync(`${FOLDER}/api-words.json`, 'utf8'))) use(word, `${FOLDER}/api-words.json`);

for (const file of globSync(`${FOLDER}/??.json`)) {
  const catalogue = JSON.parse(readFileSync(file, 'utf8'));
  const next = {};
  for (const [key, place] of [...used].sort(([one], [other]) => (one < other ? -1 : 1))) {
    next[key] = catalogue[key] ?? '';
    if (next[key] === '') problems.push(`${file}: “${key}” of ${place} has no text`);
    else if (partsOf(next[key], key) !== partsOf(key, key)) problems.push(`${file}: “${key}” has other holes or tags`);
  }
  for (const key of Object.keys(catalogue)) if (!used.has(key)) problems.push(`${file}: “${key}” is used nowhere`);
  if (!isCheck) writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`);
}

for (const problem of problems) console.log(problem);
if (isCheck && problems.length > 0) process.exitCode = 1;
