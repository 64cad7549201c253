import { idOf, readJson } from './lock.mjs';
import { npm } from './npm.mjs';

const OWN = 'direct-selling-commerce-api';
const PAGES = ['@commerce/console@', '@commerce/storefront@'];
/** What the names of the workspace's packages begin with: they are shipped, and in no registry. */
const WORKSPACE = '@commerce/';
const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * The bill of materials of what is shipped, in CycloneDX: the packages of production and those in the console's scripts.
 * npm describes all packages of the lock, and this keeps what is shipped: by itself (`--omit dev`) npm leaves out whatever
 * is also needed for development.
 * @param {import('./lock.mjs').Package[]} packages
 * @param {{ name: string, version: string }[]} bundled what the builds hold
 */
export async function billOfMaterials(root, packages, bundled) {
  const { code, stdout, stderr } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], root);
  if (code !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  const shipped = new Set([...packages.filter(({ production }) => production), ...bundled].map(idOf));
  const isShipped = (ref) => shipped.has(ref) || ref.startsWith(WORKSPACE);
  const { component } = bill.metadata;
  bill.metadata.component = { ...component, type: 'application', name: OWN };
  bill.components = bill.components
    .filter((one) => isShipped(one['bom-ref']))
    .map((one) => ({
      ...one,
      ...(one['bom-ref'].startsWith(WORKSPACE) ? { name: one['bom-ref'].replace(/@[^@]+$/, '') } : {}),
      ...(PAGES.some((page) => one['bom-ref'].startsWith(page)) ? { type: 'application' } : {}),
    }))
    .map((one) => ({ ...one, properties: one.properties.filter(({ name }) => name !== DEVELOPMENT) }));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref) || ref === component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  return bill;
}

/**
 * The bill has what CycloneDX 1.5 asks for, and names what is shipped, all of it and nothing else, with the hashes of the
 * lock.
 * @returns {Promise<import('./lock.mjs').Finding>}
 */
export async function checkBill(root, bill, packages, bundled) {
  const problems = [];
  const expect = (holds, problem) => void (holds || problems.push(problem));
  const { version } = await readJson(`${root}package.json`);
  expect(bill.bomFormat === 'CycloneDX' && /^1\.\d$/.test(bill.specVersion), 'it is no CycloneDX');
  expect(
    /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(bill.serialNumber ?? ''),
    'it has no serial number',
  );
  expect(!Number.isNaN(Date.parse(bill.metadata?.timestamp)), 'it does not say when it was made');
  expect(bill.metadata?.component?.purl === purl({ name: OWN, version }), 'it does not say what it is of');
  const hashes = new Map(packages.map((one) => [purl(one), hexOf(one.integrity)]));
  const shipped = new Set([...packages.filter(({ production }) => production), ...bundled].map(purl));
  const named = new Map(bill.components.map((one) => [one.purl, one]));
  expect(named.size === bill.components.length, 'it names a component twice');
  for (const one of shipped) expect(named.has(one), `${one} is shipped, and not in the bill`);
  for (const [name, one] of named) {
    if (one.name.startsWith(WORKSPACE)) continue;
    expect(shipped.has(name), `${name} is in the bill, and not shipped`);
    expect(purl(one) === name && one.type === 'library' && one['bom-ref'] === idOf(one), `${name} is badly described`);
    const hash = one.hashes?.find(({ alg }) => alg === 'SHA-512')?.content;
    expect(hash !== undefined && hash === hashes.get(name), `${name} has not the hash of the lock`);
  }
  const refs = new Set([bill.metadata?.component, ...bill.components].map((one) => one?.['bom-ref']));
  for (const { ref, dependsOn } of bill.dependencies) {
    expect(
      refs.has(ref) && dependsOn.every((other) => refs.has(other)),
      `${ref} depends on what the bill does not name`,
    );
  }
  const licensed = bill.components.filter(({ licenses }) => licenses !== undefined).length;
  return {
    facts: [
      `CycloneDX ${bill.specVersion}: ${shipped.size} packages, all that are shipped and no other, with purl and the lock's hash`,
      `${licensed} name their licence, ${bill.dependencies.length} what they depend on`,
    ],
    problems,
  };
}

function purl({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hexOf(integrity) {
  return Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
}

/**
 * The packages that are in the builds of the console and of the example shop, as Vite lists them with their licences.
 * @returns {Promise<{ name: string, version: string, identifier: string | null }[]>}
 * @throws when one was not built
 */
export async function readBundled(root) {
  const builds = ['console', 'examples/storefront'].map((folder) =>
    readJson(`${root}${folder}/dist/licences.json`).catch((cause) => {
      throw new Error(`${folder} was not built: npm run build`, { cause });
    }),
  );
  const all = (await Promise.all(builds)).flat().filter(({ name }) => !name.startsWith(WORKSPACE));
  return [
    ...new Map(all.map(({ name, version, identifier }) => [name + version, { name, version, identifier }])).values(),
  ];
}
