import { readJson } from './lock.mjs';

/**
 * The packages whose code is in the console's scripts, as Vite lists them with their licences when it builds.
 * @returns {Promise<{ name: string, version: string, identifier: string | null }[]>}
 * @throws when the console was not built
 */
export async function readBundled(root) {
  const packages = await readJson(`${root}console/dist/licences.json`).catch((cause) => {
    throw new Error('the console was not built: npm run build:console', { cause });
  });
  return packages.map(({ name, version, identifier }) => ({ name, version, identifier }));
}
