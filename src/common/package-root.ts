import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory of the service's package.json, found from the sources as well as from the compiled code. */
export const PACKAGE_ROOT = above(import.meta.dirname);

function above(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`there is no package.json above ${import.meta.dirname}`);
  return above(parent);
}
