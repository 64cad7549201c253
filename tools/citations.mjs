/**
 * Finds citations of the specification (`docs/spec/service.md#8`) that lead nowhere: each file and anchor must exist.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CITED = /docs\/spec\/([\w-]+\.md)((?:(?:, | and )?#[\w.-]*\w)+)/g;

const sources = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs'], { cwd: ROOT, encoding: 'utf8' });
const files = sources.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
const texts = new Map();
let count = 0;
const wrong = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITED)].flatMap(([, page, anchors]) => {
    count += 1;
    return anchors
      .match(/#[\w.-]*\w/g)
      .filter((anchor) => !pageOf(page).includes(`<a id="${anchor.slice(1)}"></a>`))
      .map((anchor) => `${file}: docs/spec/${page} has no ${anchor}`);
  }),
);
if (wrong.length > 0) throw new Error(wrong.join('\n'));
console.log(`${count} citations of docs/spec are right`);

function pageOf(name) {
  const path = join(ROOT, 'docs/spec', name);
  if (!texts.has(name)) texts.set(name, existsSync(path) ? readFileSync(path, 'utf8') : '');
  return texts.get(name);
}
