/**
 * Everything that `npm run check` checks, side by side. `npm run check -- lint types` runs some of it. Nothing is built;
 * the caches are in `.cache`.
 */
import { endSteps, runSteps } from './steps.mjs';

const compiled = (tool) => `node --import ./tools/typescript.mjs ${tool}`;

/** What each check runs, the longest first, so that the lanes end together. */
const CHECKS = {
  lint: 'npm run --silent lint',
  types: 'npm run --silent types',
  format: 'prettier --check --cache --cache-strategy content --cache-location .cache/prettier .',
  migrations: compiled('--disable-warning=DeprecationWarning tools/migrations-check.mjs'),
  'openapi:lint': compiled('tools/openapi-lint.mjs'),
  deploy:
    '(cd deploy/check && (cmp -s package-lock.json node_modules/.installed || (npm ci && cp package-lock.json node_modules/.installed))) && node deploy/check/main.mjs',
  'types:console': [
    'tsc --noEmit -p packages/client/tsconfig.build.json --tsBuildInfoFile .cache/types/client',
    'tsc -p test/browser/extension --incremental --tsBuildInfoFile .cache/types/extension',
    'npm run --silent types --workspace console',
    'npm run --silent types --workspace @commerce/storefront',
  ].join(' && '),
  deps: 'npm run --silent deps',
  unused: 'npm run --silent unused',
  openapi: 'npm run --silent openapi -- --check',
  errors: 'npm run --silent errors -- --check',
  tables: 'node tools/tables.mjs',
  conformance: 'npm run --silent conformance -- --check',
  trust: 'node tools/trust.mjs',
  decisions: 'npm run --silent decisions -- --check',
  citations: 'node tools/citations.mjs',
  words: 'node tools/words.mjs',
  languages: 'npm run --silent languages -- --check',
};

/** Cores are two on CI's machine. */
const LANES = { lanes: 2, folder: '.cache/check' };

const names = Object.keys(CHECKS);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`there is no check ${unknown.join(', ')}, but ${names.join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    console.log(`stopped by ${signal}`);
    endSteps();
    process.exit(1);
  });
// The types of the clients that are generated from docs/openapi.json, which others import.
const results = [];
await runSteps([{ name: 'generate', command: 'npm run --silent generate' }], LANES, results);
if (results.every(({ isOk }) => isOk))
  await runSteps(
    wanted.map((name) => ({ name, command: CHECKS[name] })),
    LANES,
    results,
  );
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
