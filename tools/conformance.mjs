/**
 * Writes `docs/conformance.md`: each row of the specification's tables with the tests that show it. A test names its
 * rows at the start of its title, `[7.3 product create / bundle_id: blank] …`; the ids are in conformance-rows.mjs.
 * With `--check` it fails when the committed page differs. Both fail on a row without a test, and on an unknown row.
 * That the tests pass is what the test run is for.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ROWS } from './conformance-rows.mjs';
import { IDS, literalText } from './test-titles.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${ROOT}docs/conformance.md`;
const TESTS = ['test/**/*.{e2e,slow}-spec.ts', '{src,packages/*/src}/**/*.{spec,e2e-spec,slow-spec}.ts'];

const ID = /\[([^\]]+)\]/g;

const NAMES = {
  1: 'What the service does',
  2.1: 'Cart item',
  2.2: 'Wishlist result',
  2.3: 'Product bundle (input)',
  2.4: 'Variant object',
  2.5: 'Attributes object',
  2.6: 'Listed bundle',
  2.7: 'Listed API bundle',
  2.8: 'Paged list envelope',
  2.9: 'Application key claims',
  4: 'Success envelope',
  4.1: 'Cart',
  4.2: 'Wishlist',
  4.3: 'Product bundles',
  4.4: 'Bulk create response',
  5.1: 'Application key',
  5.2: 'Access token',
  5.3: 'Token endpoint',
  5.4: 'API admin',
  5.5: 'Keeping the key',
  5.6: 'Access restrictions',
  6: 'Events',
  7.1: 'Status codes',
  7.2: 'Error body and common errors',
  7.3: 'Endpoint errors',
  8: 'Limits',
  9: 'Versioning',
};

/** All titles of a source text that name rows: `{ ids, title }`, the title with those of the `describe`s around it. */
function titlesOf(file, text) {
  const found = [];
  const visit = (node, around) => {
    const title = literalText(node);
    const ids = title === undefined ? undefined : IDS.exec(title)?.[0];
    if (ids !== undefined) {
      const own = title.slice(ids.length).trim();
      found.push({
        ids: [...ids.matchAll(ID)].map(([, id]) => id),
        title: [...around, own].filter(Boolean).join(' › '),
      });
      return;
    }
    const isDescribe = ts.isCallExpression(node) && /^describe\b/.test(node.expression.getText());
    const name = isDescribe && node.arguments[0] !== undefined ? literalText(node.arguments[0]) : undefined;
    ts.forEachChild(node, (child) => visit(child, name === undefined ? around : [...around, name]));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

/** Row id -> what shows it. */
async function readTests() {
  const tests = new Map(ROWS.map(({ id }) => [id, []]));
  const unknown = [];
  const files = (await Array.fromAsync(glob(TESTS, { cwd: ROOT }))).sort();
  for (const file of files) {
    for (const { ids, title } of titlesOf(file, await readFile(ROOT + file, 'utf8'))) {
      for (const id of ids) {
        if (tests.has(id)) tests.get(id).push({ file, title });
        else unknown.push(`${file}: [${id}]`);
      }
    }
  }
  return { tests, unknown };
}

function page(tests) {
  const lines = [
    '# Conformance',
    '',
    '<!-- Written by `npm run conformance` from the titles of the tests; do not edit. -->',
    '',
    `Each row and each condition of the specification's tables, ${ROWS.length} in all, with the tests that show it over HTTP.`,
  ];
  let section;
  for (const { id, section: its, row, condition } of ROWS) {
    if (its !== section)
      lines.push('', `## ${its} ${NAMES[its]}`, '', '| Row | Condition | Shown by |', '| --- | --- | --- |');
    section = its;
    lines.push(`| ${row} | ${condition} | ${[...new Set(tests.get(id).map(link))].join('<br>')} |`);
  }
  return `${lines.join('\n')}\n`;
}

function link({ file, title }) {
  const name = file
    .split('/')
    .at(-1)
    .replace(/\.(e2e-)?spec\.ts$/, '');
  const text = title.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  return `[${name}](../${file})${text === '' ? '' : `: ${text}`}`;
}

const { tests, unknown } = await readTests();
const missing = ROWS.filter(({ id }) => tests.get(id).length === 0);
for (const where of unknown) console.error(`unknown row in ${where}`);
for (const { id } of missing) console.error(`no test shows [${id}]`);
const current = page(tests);
if (process.argv.includes('--check')) {
  const same = (await readFile(PAGE, 'utf8').catch(() => '')) === current;
  if (!same) console.error('docs/conformance.md is out of date: run "npm run conformance" and commit the result');
  if (!same || unknown.length + missing.length > 0) process.exit(1);
  console.log(`docs/conformance.md is up to date: ${ROWS.length} rows, each with a test`);
} else {
  await writeFile(PAGE, current);
  if (unknown.length + missing.length > 0) process.exit(1);
  console.log(`docs/conformance.md: ${ROWS.length} rows, each with a test`);
}
