/**
 * Holds docs/trust.md, docs/asvs.md and docs/security.md against the project: every file that they link to exists, a link
 * to a file of tests has the title of one of its tests (or names the file), a link whose text is a file's name leads to that
 * file, and every command that they name is there. docs/asvs.md has all requirements of levels 1 and 2, each once, in their
 * order, and both pages count the verdicts right.
 */
import { globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEVELS } from './asvs-requirements.mjs';
import { titlesIn } from './test-titles.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['docs/trust.md', 'docs/asvs.md', 'docs/security.md'];
const VERDICTS = ['met', 'partly', 'not met', 'not applicable'];

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g;
const FILE_NAME = /^[\w.-]+\.(?:tsx?|mjs|md|json|ya?ml)$/;
const COMMAND = /npm run ([\w:-]+)(?: -- (\w+))?/g;
const ROW = /^\| (\d+\.\d+\.\d+) +\| ([123]) +\| [^|]+ \| ([a-z ]+?) +\| .+ \|$/;

const problems = [];
const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const proofs = globSync(['test/proofs/*/main.{ts,mjs}', 'test/proofs/*.main.{ts,mjs}'], { cwd: ROOT }).map(
  (file) => /([\w-]+)(?:\/|\.)main\.\w+$/.exec(file)[1],
);
const pages = new Map();
for (const page of PAGES) pages.set(page, await readFile(join(ROOT, page), 'utf8'));
let links = 0;
for (const [page, text] of pages) {
  for (const [, label, path, anchor] of text.matchAll(LINK)) {
    links += 1;
    const problem = await problemOf(join(dirname(page), path === '' ? page.split('/').at(-1) : path), label, anchor);
    if (problem !== undefined) problems.push(`${page}: ${problem}`);
  }
  for (const [, script, name] of text.matchAll(COMMAND)) {
    if (!Object.hasOwn(scripts, script)) problems.push(`${page}: there is no command "npm run ${script}"`);
    if (script === 'prove' && name !== undefined && !proofs.includes(name))
      problems.push(`${page}: there is no proof ${name}`);
  }
}
const counts = countRows(pages.get('docs/asvs.md'));
for (const page of ['docs/trust.md', 'docs/asvs.md']) {
  for (const [level, line] of counts) {
    const cells = `| ${[level, ...line].join(' | ')} |`;
    if (!pages.get(page).replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ').includes(cells))
      problems.push(`${page}: the count of level ${level} is wrong; it is ${cells}`);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${PAGES.join(', ')}: ${links} links hold, and no requirement is left out`);

/** What is wrong with a link, if anything. */
async function problemOf(file, label, anchor) {
  const found = await access(join(ROOT, file)).then(
    () => true,
    () => false,
  );
  if (!found) return `there is no ${file}`;
  if (FILE_NAME.test(label) && label !== basename(file)) return `${label} is the text of a link to ${file}`;
  if (!/\.(md|tsx?)$/.test(file)) return undefined;
  const text = await readFile(join(ROOT, file), 'utf8');
  if (anchor !== undefined && !anchorsOf(text).has(anchor)) return `${file} has no heading #${anchor}`;
  if (!/spec\.ts$/.test(file)) return undefined;
  const title = label.replaceAll('\\', '');
  return title === basename(file) || titlesIn(file, text).has(title) ? undefined : `${file} has no test "${title}"`;
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text) {
  const headings = text.match(/^#+ .+$/gm) ?? [];
  return new Set(
    headings.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Level -> how many requirements have each verdict; notes what is missing, doubled, of a wrong level or out of order. */
function countRows(text) {
  const rows = text.split('\n').filter((line) => /^\| \d+\.\d+\.\d+/.test(line));
  const seen = new Set();
  const table = new Map([1, 2, 3].map((level) => [level, VERDICTS.map(() => 0)]));
  for (const line of rows) {
    const [, id, level, verdict] = ROW.exec(line) ?? [];
    if (id === undefined || !VERDICTS.includes(verdict)) problems.push(`docs/asvs.md: this is no row: ${line}`);
    else if (LEVELS.get(id) !== Number(level)) problems.push(`docs/asvs.md: ${id} is not of level ${level}`);
    else if (seen.has(id)) problems.push(`docs/asvs.md: ${id} is there twice`);
    else table.get(Number(level))[VERDICTS.indexOf(verdict)] += 1;
    seen.add(id);
  }
  for (const [id, level] of LEVELS) {
    if (level < 3 && !seen.has(id)) problems.push(`docs/asvs.md: ${id} is missing`);
  }
  const order = [...LEVELS.keys()].filter((id) => seen.has(id));
  if ([...seen].some((id, index) => id !== order[index])) problems.push('docs/asvs.md: the rows are out of order');
  return table;
}
