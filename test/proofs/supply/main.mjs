/**
 * Shows what the service is made of and where that comes from: advisories, licences, install scripts, the bill of materials,
 * the lock, ages. Ends with 0 only if all of it holds. What is allowed, and why, is in supply/decisions.json.
 * `--write` renews docs/licences.md; `--require-audit` fails where the registry answers no question about advisories.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flag } from '#test/support/options.js';
import { defineProof } from '#test/support/proof.js';
import { checkLicences } from './licences.mjs';
import { checkAges, checkLock, readJson, readLock } from './lock.mjs';
import { checkAdvisories, checkInstallScripts } from './npm.mjs';
import { billOfMaterials, checkBill, readBundled } from './sbom.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DEPLOY = `${ROOT}deploy/check/`;

export default defineProof({
  claim: 'nothing is in it that is not allowed',
  options: { write: flag, requireAudit: flag },
  run: async ({ options: { write, requireAudit } }) => {
    const decisions = await readJson(`${ROOT}test/proofs/supply/decisions.json`);
    const packages = await readLock(ROOT);
    const bundled = await readBundled(ROOT);
    const bill = await billOfMaterials(ROOT, packages, bundled);
    return {
      Lock: await checkLock(ROOT, packages, [
        'package.json',
        'console/package.json',
        'examples/storefront/package.json',
        ...globSync('packages/*/package.json', { cwd: ROOT }),
      ]),
      'Lock of the checks of deploy/': await checkLock(DEPLOY, await readLock(DEPLOY), ['package.json']),
      Advisories: await checkAdvisories(ROOT, decisions.advisories, requireAudit),
      Licences: await checkLicences(ROOT, packages, bundled, decisions.licences, write),
      'Install scripts': await checkInstallScripts(ROOT, packages),
      'Bill of materials': await checkBill(ROOT, bill, packages, bundled),
      Ages: await checkAges(ROOT, packages, decisions.old),
    };
  },
  report: (findings) => ({
    lines: Object.entries(findings).flatMap(([title, { facts, problems }]) => [
      `\n${title}`,
      ...(problems.length === 0 ? facts : problems.map((problem) => `FAILED: ${problem}`)).map((text) => `  ${text}`),
    ]),
    isProved: Object.values(findings).every(({ problems }) => problems.length === 0),
  }),
});
