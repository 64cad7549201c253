import { readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config/config-error.js';
import { PACKAGE_ROOT } from './package-root.js';

interface PackageFile {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const SERVICE = read(join(PACKAGE_ROOT, 'package.json'));

/**
 * Says when an extension was built for another version: of a later one it may use what is not here, and a later major version
 * may lack what it uses.
 * @param builtFor such as `2.1.0`; undefined: it does not say
 * @throws ConfigError naming both versions
 */
export function assertFits(builtFor: string | undefined, extension: string, version = SERVICE.version): void {
  if (builtFor === undefined) return;
  const [wanted, present] = [numbersOf(builtFor), numbersOf(version)];
  if (wanted === undefined)
    throw new ConfigError(`${extension}: builtFor must be a version such as ${version}, not "${builtFor}"`);
  const difference = wanted.map((number, place) => present![place]! - number).find((one) => one !== 0) ?? 0;
  if (wanted[0] === present![0] && difference >= 0) return;
  throw new ConfigError(
    `${extension} was built for version ${builtFor} of the service, and this is ${version}: install ${
      wanted[0] === present![0] ? `${builtFor} or later` : `a version ${wanted[0]}.x`
    } of direct-selling-commerce-api, or a version of the extension for ${version}`,
  );
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
}

/**
 * Says when the program and the service have different copies of a package that both import, such as Nest: what one of them
 * decorates, the other does not see.
 * @param program the file that Node was started with
 * @throws ConfigError naming the package, its versions and what helps
 */
export function assertOnePeer(program: string | undefined = process.argv[1]): void {
  if (program === undefined) return;
  for (const [name, wanted] of Object.entries(SERVICE.peerDependencies)) {
    const own = placeOf(name, join(PACKAGE_ROOT, 'package.json'));
    if (own === undefined) throw new ConfigError(`${name} is missing: npm install ${name}@${wanted}`);
    const { version } = read(own);
    if (version !== wanted)
      throw new ConfigError(`${name} is ${version}, and the service needs ${wanted}: npm install ${name}@${wanted}`);
    const other = placeOf(name, program);
    if (other !== undefined && other !== own)
      throw new ConfigError(
        `there are two copies of ${name}, ${read(other).version} in ${other} and ${version} in ${own}: install ${wanted} once`,
      );
  }
}

/** The package.json of a package as a file finds it. */
function placeOf(name: string, from: string): string | undefined {
  try {
    const found = module.findPackageJSON(name, pathToFileURL(from));
    return found === undefined ? undefined : realpathSync(found);
  } catch {
    return undefined;
  }
}

function read(file: string): PackageFile {
  return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
}
