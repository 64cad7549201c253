import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson } from './lock.mjs';

/**
 * Asks the registry for advisories about what is in the lock. A registry that has no such address, or cannot be reached, is
 * said to be "not asked": that is no answer, and least of all a good one.
 * @param {boolean} mustAnswer whether no answer is a failure
 * @param {Record<string, string>} accepted advisory (`GHSA-…`) -> why it does no harm here
 * @returns {Promise<import('./lock.mjs').Finding>}
 */
export async function checkAdvisories(root, accepted, mustAnswer) {
  const finding = { facts: [], problems: [] };
  const seen = new Set();
  let answers = 0;
  for (const [what, flags] of [
    ['production', ['--omit=dev']],
    ['all packages', []],
  ]) {
    const { stdout, stderr } = await npm(['audit', '--json', ...flags], root);
    const report = parse(stdout);
    if (report?.auditReportVersion !== 2) {
      const reason = report?.message ?? stderr.trim().split('\n').at(-1) ?? 'no answer';
      const line = `${what}: NOT ASKED. The registry answered no question about advisories (${withoutAddress(reason)}).`;
      (mustAnswer ? finding.problems : finding.facts).push(line);
      continue;
    }
    answers += 1;
    const advisories = advisoriesOf(report);
    for (const { id, name, severity, title } of advisories) {
      seen.add(id);
      if (!Object.hasOwn(accepted, id)) finding.problems.push(`${what}: ${id} (${severity}) in ${name}: ${title}`);
    }
    finding.facts.push(`${what}: the registry knows of ${advisories.length} advisories, each of them argued`);
  }
  if (answers === 2) {
    for (const id of Object.keys(accepted)) {
      if (!seen.has(id)) finding.problems.push(`${id} is argued in decisions.json, but no longer found: take it out`);
    }
  }
  return finding;
}

/** The advisories of an audit report, each once. */
function advisoriesOf({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      const id = /GHSA(-[0-9a-z]{4}){3}/.exec(cause.url ?? '')?.[0] ?? String(cause.source);
      found.set(id, { id, name: cause.name, severity: cause.severity, title: cause.title });
    }
  }
  return [...found.values()];
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Which registry is asked is the business of the machine, and may hold a credential. */
function withoutAddress(reason) {
  return reason.replace(/\s*-?\s*(GET|POST)?\s*https?:\/\/\S+/g, '');
}

const VERSION = '1.0.0';
const SCRIPTS = { postinstall: `node -e "require('node:fs').writeFileSync('ran', '')"` };

/**
 * Each package that would run a script when it is installed is decided upon in package.json (`allowScripts`), and npm keeps
 * to that: tried on packages of our own, with the project's `.npmrc`.
 * @returns {Promise<import('./lock.mjs').Finding>}
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

const MINUTES = 5;

/**
 * Runs npm, as people do. Its failures are read, so they are told even where this runs under `npm run --silent`.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export async function npm(args, cwd, env = process.env) {
  const child = spawn('npm', [...args, '--loglevel=error'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MINUTES * 60_000,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, ...output };
}

/**
 * A registry on 127.0.0.1 with packages of our own, so that npm can be tried without asking any other host.
 * @param {{ name: string, version: string, scripts: Record<string, string>, tarball: string }[]} packages
 * @returns {Promise<{ url: string, replace: (name: string, tarball: string) => Promise<void>, close: () => Promise<void> }>}
 */
async function startRegistry(packages) {
  const tarballs = new Map();
  const manifests = new Map();
  for (const { name, version, scripts, tarball } of packages) {
    const content = await readFile(tarball);
    tarballs.set(name, content);
    manifests.set(name, { name, version, scripts, hasInstallScript: true, integrity: integrityOf(content) });
  }
  const server = createServer((request, response) => {
    const name = request.url.split('/')[1];
    const manifest = manifests.get(name);
    if (manifest === undefined) return void response.writeHead(404).end();
    if (request.url.endsWith('.tgz')) return void response.end(tarballs.get(name));
    const { integrity, ...described } = manifest;
    const dist = { tarball: `${url}/${name}/-/${name}-${manifest.version}.tgz`, integrity };
    const versions = { [manifest.version]: { ...described, dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    /** Gives another file under the same version, as a registry would that was broken into. */
    replace: async (name, tarball) => void tarballs.set(name, await readFile(tarball)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function integrityOf(content) {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}
