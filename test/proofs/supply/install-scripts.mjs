import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './local-registry.mjs';
import { readJson } from './lock.mjs';
import { npm } from './npm.mjs';

const VERSION = '1.0.0';
const SCRIPTS = { postinstall: `node -e "require('node:fs').writeFileSync('ran', '')"` };

/**
 * Each package that would run a script when it is installed is decided upon in package.json (`allowScripts`), and npm keeps
 * to that: tried on packages of our own, with the project's `.npmrc`.
 * @returns {Promise<import('./report.mjs').Finding>}
 */
export async function checkInstallScripts(root, packages) {
  const { allowScripts: decisions } = await readJson(`${root}package.json`);
  const scripted = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  const problems = [
    ...[...scripted]
      .filter((name) => typeof decisions[name] !== 'boolean')
      .map((name) => `${name} has an install script, and allowScripts in package.json does not decide on it`),
    ...Object.keys(decisions)
      .filter((name) => !scripted.has(name))
      .map(
        (name) => `allowScripts in package.json decides on ${name}, which has no install script or is not in the lock`,
      ),
    ...(await problemsOfNpm(root)),
  ];
  const named = (value) => Object.keys(decisions).filter((name) => decisions[name] === value);
  return {
    facts: [
      `${scripted.size} packages have install scripts, each decided upon; ${named(true).length} may run: ${named(true).join(', ')}`,
      `${named(false).length} may not: ${named(false).join(', ')}`,
      'npm ci, tried: runs the script that is allowed, not the one that is denied, installs nothing with one that nobody decided on, and nothing whose hash differs',
    ],
    problems,
  };
}

/** What npm does otherwise than it should. */
async function problemsOfNpm(root) {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-supply-'));
  const packages = [];
  for (const name of ['allowed', 'denied', 'undecided', 'forged']) packages.push(await pack(folder, name));
  const registry = await startRegistry(packages.slice(0, 3));
  try {
    const config = await readFile(join(root, '.npmrc'), 'utf8');
    const decided = await project(folder, registry.url, 'decided', config, ['allowed', 'denied']);
    const undecided = await project(folder, registry.url, 'undecided-too', config, ['allowed', 'denied', 'undecided']);
    const first = await install(folder, registry.url, decided);
    const second = await install(folder, registry.url, undecided);
    const ran = (where, name) => existsSync(join(where, 'node_modules', name, 'ran'));
    const outcomes = [
      [first.code === 0, `npm ci failed where all is decided: ${first.stderr}`],
      [ran(decided, 'allowed'), 'npm ci did not run an install script that is allowed'],
      [!ran(decided, 'denied'), 'npm ci ran an install script that is denied'],
      [second.code !== 0, 'npm ci installed a package with an install script that nobody decided on'],
      [!ran(undecided, 'undecided'), 'npm ci ran an install script that nobody decided on'],
    ];
    await registry.replace('allowed', packages[3].tarball);
    await rm(join(folder, 'npm-cache'), { recursive: true });
    const third = await install(folder, registry.url, decided);
    outcomes.push([/EINTEGRITY/.test(third.stderr), 'npm ci took a package whose hash is not that of the lock']);
    return outcomes.filter(([holds]) => !holds).map(([, problem]) => problem);
  } finally {
    await registry.close();
    await rm(folder, { recursive: true });
  }
}

/** Packs a package whose install script leaves a file behind. */
async function pack(folder, name) {
  const source = join(folder, 'packages', name);
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: VERSION, scripts: SCRIPTS }));
  await npm(['pack', `--cache=${join(folder, 'npm-cache')}`], source);
  return { name, version: VERSION, scripts: SCRIPTS, tarball: join(source, `${name}-${VERSION}.tgz`) };
}

/** A project that depends on packages, with a lock. */
async function project(folder, registry, name, config, packages) {
  const where = join(folder, name);
  await mkdir(where);
  await writeFile(join(where, '.npmrc'), config);
  const manifest = {
    name,
    version: VERSION,
    dependencies: Object.fromEntries(packages.map((one) => [one, VERSION])),
    allowScripts: { allowed: true, denied: false },
  };
  await writeFile(join(where, 'package.json'), JSON.stringify(manifest));
  const flags = [
    '--package-lock-only',
    '--no-strict-allow-scripts',
    `--registry=${registry}`,
    `--cache=${join(folder, 'npm-cache')}`,
  ];
  const { code, stderr } = await npm(['install', ...flags], where);
  if (code !== 0) throw new Error(`npm install --package-lock-only failed: ${stderr}`);
  return where;
}

function install(folder, registry, where) {
  return npm(['ci', '--fetch-retries=0', `--registry=${registry}`, `--cache=${join(folder, 'npm-cache')}`], where);
}
