/**
 * Runs a proof or a benchmark: `npm run prove -- NAME [options]`, `npm run bench -- NAME [options]`. Without a name it lists
 * them, each with what its file says it does.
 * @param process.argv[2] `test/proofs` or `test/bench`
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');

const [node, , folder, name, ...options] = process.argv;
const files = globSync([`${folder}/*/main.{ts,mjs}`, `${folder}/*.main.{ts,mjs}`], { cwd: ROOT }).sort();
const programs = new Map(files.map((file) => [nameOf(file), join(ROOT, file)]));
const program = programs.get(name);
if (program === undefined) {
  if (name !== undefined) console.error(`There is no "${name}". There are:\n`);
  for (const [known, file] of programs) console.log(`${known.padEnd(13)}${summaryOf(file)}`);
  process.exit(name === undefined ? 0 : 1);
}
process.argv = [node, program, ...options];
const { default: run } = await import(pathToFileURL(program).href);
await run?.(options);

function nameOf(file) {
  const own = basename(file);
  return own.startsWith('main.') ? basename(dirname(file)) : own.replace(/\.main\.\w+$/, '');
}

/** The first sentence of the comment at the head of a file. */
function summaryOf(file) {
  const [, comment] = /^\/\*\*\n(.+?)\n \*\//s.exec(readFileSync(file, 'utf8'));
  const [sentence] = comment.replaceAll(/^ \* ?/gm, '').split(/(?<=[.:;])\s|\n@/);
  return sentence.replaceAll('\n', ' ');
}
