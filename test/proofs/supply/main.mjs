/**
 * Shows what the service is made of and where that comes from: advisories, licences, install scripts, the bill of materials,
 * the lock, ages. Ends with 0 only if all of it holds. What is allowed, and why, is in supply/decisions.json.
 * `--write` renews docs/licences.md; `--require-audit` fails where the registry answers no question about advisories.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkAges } from './age.mjs';
import { checkAdvisories } from './audit.mjs';
import { readBundled } from './console-bundle.mjs';
import { checkInstallScripts } from './install-scripts.mjs';
import { checkLicences } from './licences.mjs';
import { checkLock, readJson, readLock } from './lock.mjs';
import { print } from './report.mjs';
import { billOfMaterials, checkBill } from './sbom.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DEPLOY = `${ROOT}deploy/check/`;

const { values: flags } = parseArgs({
  options: { write: { type: 'boolean', default: false }, 'require-audit': { type: 'boolean', default: false } },
});
const decisions = await readJson(`${ROOT}test/proofs/supply/decisions.json`);
const packages = await readLock(ROOT);
const bundled = await readBundled(ROOT);
const bill = await billOfMaterials(ROOT, packages, bundled);

const problems = [
  print(
    'Lock',
    await checkLock(ROOT, packages, [
      'package.json',
      'console/package.json',
      ...globSync('packages/*/package.json', { cwd: ROOT }),
    ]),
  ),
  print('Lock of the checks of deploy/', await checkLock(DEPLOY, await readLock(DEPLOY), ['package.json'])),
  print('Advisories', await checkAdvisories(ROOT, decisions.advisories, flags['require-audit'])),
  print('Licences', await checkLicences(ROOT, packages, bundled, decisions.licences, flags.write)),
  print('Install scripts', await checkInstallScripts(ROOT, packages)),
  print('Bill of materials', await checkBill(ROOT, bill, packages, bundled)),
  print('Ages', await checkAges(ROOT, packages, decisions.old)),
].reduce((sum, count) => sum + count, 0);

console.log(problems === 0 ? '\nEverything held.' : `\n${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;
