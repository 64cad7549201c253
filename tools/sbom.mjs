/** Writes the bill of materials of what is shipped, in CycloneDX. Run `npm run build` first. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, readBundled } from '../test/proofs/supply/sbom.mjs';
import { readLock } from '../test/proofs/supply/lock.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = '.cache/sbom.cdx.json';

const bill = await billOfMaterials(ROOT, await readLock(ROOT), await readBundled(ROOT));
await mkdir(`${ROOT}.cache`, { recursive: true });
await writeFile(ROOT + FILE, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${FILE}: ${bill.components.length} components`);
