import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A package of the lock.
 * @typedef {object} Package
 * @property {string} path where it is installed, from the top of the project
 * @property {string} name under which the registry has it
 * @property {string} version
 * @property {boolean} production whether `npm ci --omit=dev` installs it
 * @property {boolean} installed whether it is there: those of other platforms are not
 * @property {string | undefined} integrity
 * @property {string | undefined} resolved
 * @property {boolean} hasInstallScript
 * @property {string | undefined} deprecated
 * @property {string | undefined} license
 * @property {boolean} isBundled whether it is a part of another package, and of that one's hash
 */

/**
 * The packages of `package-lock.json`, without the project's own.
 * @param {string} root top of the project, with a slash at its end
 * @returns {Promise<Package[]>}
 */
export async function readLock(root) {
  const { packages } = await readJson(`${root}package-lock.json`);
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      production: entry.dev !== true,
      installed: existsSync(join(root, path, 'package.json')),
      integrity: entry.integrity,
      resolved: entry.resolved,
      hasInstallScript: entry.hasInstallScript === true,
      deprecated: entry.deprecated,
      license: entry.license,
      isBundled: entry.inBundle === true,
    }));
}

/** @returns {Promise<any>} what a JSON file says */
export async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** A package as people write it. */
export const idOf = ({ name, version }) => `${name}@${version}`;

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Every package comes from the registry and is held to its hash, and everything that is asked for by name is asked for in
 * one version.
 * @param {readonly string[]} manifests who asks
 * @returns {Finding}
 */
export async function checkLock(root, packages, manifests) {
  const problems = [];
  for (const { path, version, integrity, resolved, isBundled } of packages) {
    if (!isBundled && !SHA512.test(integrity ?? '')) problems.push(`${path} has no SHA-512 hash in the lock`);
    if (resolved !== undefined)
      problems.push(`${path} comes from ${resolved}, not from the registry of the installation`);
    if (!EXACT.test(version ?? '')) problems.push(`${path} has the version ${version}`);
  }
  let asked = 0;
  for (const file of manifests) {
    const manifest = await readJson(root + file);
    const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
    for (const [name, version] of fields.flatMap((field) => Object.entries(manifest[field] ?? {}))) {
      asked += 1;
      if (!EXACT.test(version)) problems.push(`${file} asks for ${name} in the version ${version}, which is not exact`);
    }
  }
  return {
    facts: [
      `${packages.length} packages, ${packages.filter(({ production }) => production).length} of them in production; each has a SHA-512 hash and comes from the registry`,
      `${asked} are asked for by name, each in one exact version`,
    ],
    problems,
  };
}

const YEARS = 3;
const YEAR_MS = 365.25 * 86_400_000;

/**
 * No package is deprecated (npm writes into the lock which are), and what the service itself asks for has had a release in
 * the last three years, or is argued. The lock has no dates: those that the packages' own histories give are taken, and the
 * list in decisions.json names what is known besides. What others bring along is only listed, for it is not ours to choose.
 * @param {Record<string, string>} argued package with its version -> since when, and why it may stay
 * @returns {Promise<Finding>}
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

/**
 * What one check has found.
 * @typedef {object} Finding
 * @property {string[]} facts what holds, with figures
 * @property {string[]} problems what does not; anything here fails the run
 */
