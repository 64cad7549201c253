import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idOf, readJson } from './lock.mjs';

const PAGE = 'docs/licences.md';

/** What the texts of licences begin with, for packages that name none in their package.json. */
const TEXTS = [
  ['MIT', 'Permission is hereby granted, free of charge, to any person obtaining'],
  ['ISC', 'Permission to use, copy, modify, and/or distribute this software for any purpose'],
];

/**
 * Every package is under a licence that is allowed, and `docs/licences.md` lists those that are shipped.
 * @param {{ name: string, version: string, identifier: string | null }[]} bundled what the builds hold
 * @param {boolean} write whether to write the page rather than compare it
 * @returns {Promise<import('./lock.mjs').Finding>}
 */
export async function checkLicences(root, packages, bundled, { allowed, development }, write) {
  const problems = [];
  const counts = new Map();
  const licences = new Map();
  for (const one of packages) {
    const licence = await licenceOf(root, one);
    licences.set(idOf(one), licence);
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    const admits = (id) => Object.hasOwn(allowed, id) || (!one.production && Object.hasOwn(development, id));
    if (licence === undefined) problems.push(`${idOf(one)} says nowhere what its licence is`);
    else if (!isAdmitted(licence, admits)) problems.push(`${idOf(one)} is under ${licence}`);
  }
  for (const one of bundled) {
    const licence = licences.get(idOf(one));
    if (licence === undefined) problems.push(`${idOf(one)} is in a build, but not in the lock`);
    else if (!isAdmitted(licence, (id) => Object.hasOwn(allowed, id)))
      problems.push(`${idOf(one)} is shipped in a build under ${licence}`);
  }
  const production = packages.filter((one) => one.production);
  const current = page(rowsOf(production, licences), rowsOf(bundled, licences));
  if (write) await writeFile(join(root, PAGE), current);
  else if ((await readFile(join(root, PAGE), 'utf8').catch(() => '')) !== current)
    problems.push(`${PAGE} is out of date: run "npm run prove -- supply --write" and commit the result`);
  const figures = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`);
  return {
    facts: [
      `all ${packages.length} are under licences that are allowed: ${figures.join(', ')}`,
      `${PAGE} is up to date`,
    ],
    problems,
  };
}

/** What a package says of its licence: in its package.json, in the lock if it is of another platform, else by its texts. */
async function licenceOf(root, { path, installed, license }) {
  if (!installed) return license;
  const folder = join(root, path);
  const manifest = await readJson(join(folder, 'package.json'));
  const named = manifest.license ?? manifest.licenses;
  const types = [named ?? []].flat().map((one) => (typeof one === 'string' ? one : one.type));
  if (types.length > 0) return types.join(' OR ');
  for (const file of await readdir(folder)) {
    if (!/^(licen[cs]e|readme)/i.test(file)) continue;
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll(/\s+/g, ' ');
    const known = TEXTS.find(([, words]) => text.includes(words));
    if (known !== undefined) return known[0];
  }
  return undefined;
}

/** Whether an SPDX expression of names, AND and OR is admitted. */
function isAdmitted(expression, admits) {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => admits(id.replace(/[()]/g, '').trim())));
}

function rowsOf(packages, licences) {
  const rows = new Map(packages.map((one) => [idOf(one), { ...one, licence: licences.get(idOf(one)) }]));
  return [...rows.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

function page(production, bundled) {
  const table = (rows) => [
    '| Package | Version | Licence |',
    '| --- | --- | --- |',
    ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
  ];
  return `${[
    '# Licences of what is shipped',
    '',
    '<!-- Written by `npm run prove -- supply --write` from the packages; do not edit. -->',
    '',
    `The service itself is under the MIT licence. \`npm ci --omit=dev\` installs the ${production.length} packages below (of those for one platform alone only its own), each with its licence beside it. Into the scripts of the console and of the example shop go the ${bundled.length} at the end; the texts of their licences are in \`dist/licences.json\` of each.`,
    '',
    '## In production',
    '',
    ...table(production),
    '',
    '## In the scripts of the console and of the shop',
    '',
    ...table(bundled),
  ].join('\n')}\n`;
}
