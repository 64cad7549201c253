/**
 * Finds what leads nowhere: citations of the specification (`docs/spec/service.md#8`) in sources, of which each file and
 * anchor must exist, and names of files and folders in docs/ARCHITECTURE.md, in its map and elsewhere. And what the map leaves
 * out: each room, and each folder of src/common, is in it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CITED = /docs\/spec\/([\w-]+\.md)((?:(?:, | and )?#[\w.-]*\w)+)/g;
const MAP = 'docs/ARCHITECTURE.md';

const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
const texts = new Map();
let count = 0;
const wrong = files
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITED)].flatMap(([, page, anchors]) => {
      count += 1;
      return anchors
        .match(/#[\w.-]*\w/g)
        .filter((anchor) => !pageOf(page).includes(`<a id="${anchor.slice(1)}"></a>`))
        .map((anchor) => `${file}: docs/spec/${page} has no ${anchor}`);
    }),
  );
const named = namesIn(readFileSync(join(ROOT, MAP), 'utf8'));
for (const { name, folder } of named)
  if (!files.some((file) => file.startsWith(folder) && `/${file}`.includes(`/${name}`, folder.length)))
    wrong.push(`${MAP}: there is no ${name} in ${folder === '' ? 'the repository' : folder}`);
for (const folder of new Set(files.flatMap((file) => /^src\/(?:common|modules\/[^/]+)\/[^/]+(?=\/)/.exec(file) ?? [])))
  if (!named.some(({ name, folder: around }) => `${around}${name}` === `${folder}/`))
    wrong.push(`${MAP}: the map does not name ${folder}/`);
if (wrong.length > 0) throw new Error(wrong.join('\n'));
console.log(`${count} citations of docs/spec and ${named.length} names in ${MAP} are right`);

function pageOf(name) {
  const path = join(ROOT, 'docs/spec', name);
  if (!texts.has(name)) texts.set(name, existsSync(path) ? readFileSync(path, 'utf8') : '');
  return texts.get(name);
}

/** The files and folders that the page names, each with the folder in which it must be, at any depth. */
function namesIn(page) {
  const [, map] = /^```\n(src\/\n.+?)^```$/ms.exec(page);
  const names = [];
  const folders = [];
  for (const line of map.trimEnd().split('\n')) {
    const [, indent, head, about] = /^( *)(\S+(?: {2}[\w.-]+\.ts(?= |$))*)(.*)$/.exec(line);
    const around = folders.slice(0, indent.length / 2).join('');
    for (const name of head.split('  ')) names.push({ name: name.replace(/<.*/, ''), folder: around });
    folders.splice(indent.length / 2, Infinity, /^[^<]*\//.test(head) ? head.replace(/<.*/, '') : '');
    for (const [name] of about.matchAll(/(?<![\w/.>:-])[\w-][\w./-]*(?:\/(?![\w*<])|\.(?:tsx?|mjs|md)\b)/g))
      names.push({ name, folder: folders.join('') });
  }
  for (const [, name] of page.replace(map, '').matchAll(/`([\w./-]+\.(?:tsx?|mjs|md|json))`/g))
    names.push({ name, folder: '' });
  return names;
}
