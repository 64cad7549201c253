import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idOf, readJson } from './lock.mjs';

const YEARS = 3;
const YEAR_MS = 365.25 * 86_400_000;

/**
 * No package is deprecated (npm writes into the lock which are), and what the service itself asks for has had a release in
 * the last three years, or is argued. The lock has no dates: those that the packages' own histories give are taken, and the
 * list in decisions.json names what is known besides. What others bring along is only listed, for it is not ours to choose.
 * @param {Record<string, string>} argued package with its version -> since when, and why it may stay
 * @returns {Promise<import('./report.mjs').Finding>}
 */
export async function checkAges(root, packages, argued) {
  const problems = packages
    .filter(({ deprecated }) => deprecated !== undefined)
    .map((one) => `${idOf(one)} is deprecated: ${one.deprecated}`);
  const { dependencies } = await readJson(`${root}package.json`);
  const own = new Set(Object.entries(dependencies).map(([name, version]) => idOf({ name, version })));
  const production = packages.filter(({ production: needed }) => needed);
  const old = new Set();
  let dated = 0;
  for (const one of production.filter(({ installed }) => installed)) {
    const date = await releaseDate(join(root, one.path), one.version);
    if (date === undefined) continue;
    dated += 1;
    if ((Date.now() - date.getTime()) / YEAR_MS < YEARS || Object.hasOwn(argued, idOf(one))) continue;
    const line = `${idOf(one)} is of ${date.toISOString().slice(0, 10)}`;
    if (own.has(idOf(one))) problems.push(`${line}, and nothing in decisions.json argues for it`);
    else old.add(line);
  }
  for (const id of Object.keys(argued)) {
    if (!own.has(id))
      problems.push(`${id} is argued in decisions.json, but the service does not ask for it: take it out`);
  }
  return {
    facts: [
      `none of ${packages.length} is deprecated`,
      `${own.size} are asked for by the service; without a release for ${YEARS} years, and argued: ${Object.keys(argued).join(', ')}`,
      `${dated} of ${production.length} in production tell when their version was made; older, and brought along by others: ${[...old].join(', ')}`,
    ],
    problems,
  };
}

/** When a version was made, if the package's own history says so in the line of its heading. */
async function releaseDate(folder, version) {
  for (const name of await readdir(folder)) {
    if (!/^(changelog|changes|history)(\.(md|txt))?$/i.test(name)) continue;
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const escaped = version.replaceAll('.', String.raw`\.`);
    const heading = new RegExp(String.raw`^\W*(v|version )?${escaped}(?![\d.]).*?\b(\d{4}-\d{2}-\d{2})\b`, 'i');
    for (const line of lines) {
      const date = heading.exec(line)?.[2];
      if (date !== undefined) return new Date(date);
    }
  }
  return undefined;
}
