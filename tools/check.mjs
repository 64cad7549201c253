/**
 * Everything that `npm run check` checks, side by side. `npm run check -- lint types` runs some of it. Nothing is built;
 * the caches are in `.cache`.
 */
import { endSteps, runSteps } from './steps.mjs';

/** The longest first, so that the lanes end together. */
const CHECKS = [
  'lint',
  'types',
  'format:check',
  'migrations:check',
  'openapi:lint',
  'deploy:check',
  'types:console',
  'deps',
  'unused',
  'openapi:check',
  'errors:check',
  'tables:check',
  'conformance:check',
  'trust:check',
  'decisions:check',
  'citations:check',
  'words:check',
  'languages:check',
];

/** Cores are two on CI's machine. */
const LANES = { lanes: 2, folder: '.cache/check' };

const stepOf = (name) => ({ name, command: `npm run --silent ${name}` });
const wanted = process.argv.length > 2 ? process.argv.slice(2) : CHECKS;
const unknown = wanted.filter((name) => !CHECKS.includes(name));
if (unknown.length > 0) throw new Error(`there is no check ${unknown.join(', ')}, but ${CHECKS.join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    console.log(`stopped by ${signal}`);
    endSteps();
    process.exit(1);
  });
// The types of the clients that are generated from docs/openapi.json, which others import.
const results = [];
await runSteps([stepOf('generate')], LANES, results);
if (results.every(({ isOk }) => isOk)) await runSteps(wanted.map(stepOf), LANES, results);
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
