import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
 * @returns {import('./report.mjs').Finding}
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
