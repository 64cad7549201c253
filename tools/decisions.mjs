/**
 * Lists the decisions in docs/decisions/README.md: each file once, in the order of their numbers, by its own heading. With
 * `--check` it only says whether the list is right.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const README = join(FOLDER, 'README.md');
const LIST = /(?:^- \[\d+\. .+\n)+/m;

const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-.+\.md$/.test(file)).sort();
const lines = await Promise.all(files.map(lineOf));
const numbers = files.map((file) => file.slice(0, 4));
const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
if (twice.length > 0) throw new Error(`two decisions have the number ${twice.join(', ')}`);
const text = await readFile(README, 'utf8');
const right = text.replace(LIST, lines.map((line) => `${line}\n`).join(''));
if (process.argv.includes('--check')) {
  if (right !== text || !LIST.test(text)) throw new Error('docs/decisions/README.md: run npm run decisions');
} else await writeFile(README, right);
console.log(`docs/decisions/README.md: ${files.length} decisions`);

/** The line of a decision, whose heading begins with the number of its file. */
async function lineOf(file) {
  const heading = /^# (.+)$/m.exec(await readFile(join(FOLDER, file), 'utf8'))?.[1];
  if (!heading?.startsWith(`${Number(file.slice(0, 4))}. `))
    throw new Error(`docs/decisions/${file}: its heading must begin with "# ${Number(file.slice(0, 4))}. "`);
  return `- [${heading}](${file})`;
}
