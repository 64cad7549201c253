/**
 * What CI runs after the README's own line: all other tests and checks, and short forms of the proofs, two at a time. The seed
 * of each proof comes from the commit, is printed, and repeats the proof with `--seed`. At the end there is a table of
 * all steps, what failed, and the tests' sum. `node tools/ci.mjs COMMAND`: the README's line, which goes first.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endSteps, lineOf, runSteps } from './steps.mjs';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = ['test', 'slow-test', 'browser-test'].map((kind) => join(ROOT, `.cache/${kind}-results.json`));

/** A PostgreSQL server of another version than the tests', if the machine has one. */
const SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';

/** What the seed draws one of: each takes minutes and installs Debian's packages, or puts two versions side by side. */
const DRILLS = [
  // PostgreSQL on three nodes, of which some fail under load; in full it is ten rounds of seven faults.
  { name: 'failover', options: '--rounds 1 --draw 3 --most-seconds 90', needs: 'bookworm' },
  // A restore from a backup, to a point in time and to the end; in full clients work a minute each time.
  { name: 'restore', options: '--seconds 8', needs: 'root' },
  // Two versions on one schema, instances replaced one by one and back; in full it is five rounds.
  { name: 'rolling', options: '--rounds 1' },
];

/** The short forms, the longest first; what each is in full is in docs/development.md. */
const PROOFS = [
  // Each route with each type of application with 15 %: after twenty runs, 4 % of them have not come up.
  { name: 'access', options: '--percent 15', elsewhere: true },
  { name: 'year', options: '--members 8', elsewhere: true },
  { name: 'fuzz', options: '--requests 2000', elsewhere: true },
  { name: 'package', isDrawn: false },
  // Three of ten faults: after twenty runs, each has come up with 99.9 %.
  { name: 'faults', options: '--draw 3 --seconds-per-fault 3' },
  // Too few logins to see more than a gross difference of their times.
  { name: 'tokens', options: '--pairs 50' },
  { name: 'outbox', options: '--kills 20' },
  { name: 'loyalty', options: '--kills 10' },
  { name: 'races', options: '--operations 1000' },
  { name: 'runs', options: '--rounds 2 --members 1000' },
  { name: 'secrets' },
  { name: 'commissions', options: '--runs 2000' },
  { name: 'supply', isDrawn: false },
];

/** The longest first, so that the lanes end together. */
const TESTS = [
  { name: 'browser tests', command: 'npm run --silent test:browser' },
  { name: 'check', command: 'npm run --silent check' },
  { name: 'slow tests', command: 'npm run --silent test:slow' },
];

const [readme] = process.argv.slice(2);
const output = { lanes: 2, folder: '.cache/ci' };
const results = [];
for (const file of RESULTS) rmSync(file, { force: true });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    console.log(`stopped by ${signal}`);
    endSteps();
    process.exit(1);
  });
process.on('exit', summarize);

await runSteps([{ name: 'npm test', command: readme }], output, results);
await runSteps(packageSteps(), output, results);
// Proofs hold on a busy machine too: most of their time they wait, which leaves the processor to the step beside them.
if (existsSync(join(ROOT, 'node_modules'))) await runSteps([...TESTS, ...(await proofSteps())], output, results);
process.exitCode = results.every(({ isOk }) => isOk) ? 0 : 1;

async function proofSteps() {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const seedOf = (name) => createHash('sha256').update(`${commit} ${name}`).digest().readUInt32BE();
  const possible = DRILLS.filter(({ name, needs }) => isPossible(name, needs));
  const drill = possible[seedOf('drill') % possible.length];
  const env = (await hasServer()) ? { DATABASE_URL: SERVER } : {};
  return [drill, ...PROOFS].map(({ name, options = '', elsewhere = false, isDrawn = true }) => {
    const seed = isDrawn ? ` --seed ${seedOf(name)}` : '';
    const command = `npm run --silent prove -- ${name} ${options}${seed}`.trimEnd();
    if (seed !== '') console.log(`${name}:${seed}`);
    return { name: `prove ${name}`, command, env: elsewhere ? env : {} };
  });
}

function isPossible(name, needs) {
  if (needs === undefined) return true;
  const isRight = needs === 'root' || readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm');
  if (isDebian() && isRight) return true;
  console.log(`${name} is never drawn here: it needs root, and the packages of Debian 12`);
  return false;
}

/** Installs what tests need of Debian's packages, before anything else could: only one can at a time. */
function packageSteps() {
  const programs = {
    'chromium-headless-shell': process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    // Without it, the tests of poolers are skipped.
    pgbouncer: '/usr/sbin/pgbouncer',
  };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0 || !isDebian()) return [];
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends';
  return [{ name: 'packages', command: `apt-get update -qq && ${install} ${missing.join(' ')} >/dev/null` }];
}

function isDebian() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function hasServer() {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SHOW server_version_num');
    return Number(rows[0].server_version_num) >= 150000;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** The table of what has run, the tests that failed, in short, and the sum of all tests. */
function summarize() {
  console.log(`\n${results.map(lineOf).join('\n')}\n`);
  for (const { name, last } of results.filter(({ isOk }) => !isOk)) console.log(`${name}, its last lines:\n${last}\n`);
  const runs = RESULTS.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`${failure}\n`);
  const sum = (what) => runs.reduce((total, run) => total + run[what], 0);
  console.log(runs.length === 0 ? 'no tests were run' : `${sum('passed')} passed, ${sum('failed')} failed`);
}
