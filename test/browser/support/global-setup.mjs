import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import prepareDatabase, { query } from '../../support/global-setup.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Windows of a file share a process, which keeps the console's compiled scripts.
  '--process-per-site',
];

/** One Chromium and one demo for all files, beside the database that every run of tests has. */
export default async function globalSetup() {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
  assertExists(
    executablePath,
    'Chromium is needed: install it (apt-get install chromium-headless-shell), or set CHROMIUM_PATH',
  );
  for (const folder of ['console', 'examples/storefront'])
    assertExists(join(import.meta.dirname, '../../..', folder, 'dist/index.html'), 'build it: npm run build');
  await prepareDatabase();
  await makeDemo(globalThis.__COMMERCE_TEST_RUN__);
  const server = await chromium.launchServer({ executablePath, args: FLAGS });
  globalThis.__COMMERCE_TEST_RUN__.browser = server;
  process.env.TEST_BROWSER = server.wsEndpoint();
}

/** A second template: with the super admin and the demo's data, which takes seconds to make. */
async function makeDemo(run) {
  run.demo = `${run.template}_demo`;
  await query(run.adminUrl, `CREATE DATABASE ${run.demo} TEMPLATE ${run.template}`);
  const url = new URL(run.adminUrl);
  url.pathname = `/${run.demo}`;
  const { createApp } = await import('#src/app.js');
  const { readConfig } = await import('#common/config/read-config.js');
  const { prepareFirstStart } = await import('#operations/first-start/index.js');
  const { TEST_SETTINGS } = await import('#src/testing/start-test-app.js');
  const { FIRST_START } = await import('./super-admin.ts');
  const config = Object.assign(readConfig(TEST_SETTINGS), FIRST_START, { demo: true });
  const app = await createApp({ config, databaseUrl: url.href });
  await prepareFirstStart(app);
  await app.close();
  process.env.TEST_DEMO = run.demo;
}

function assertExists(file, advice) {
  if (!existsSync(file)) throw new Error(`${file} does not exist. ${advice}`);
}
