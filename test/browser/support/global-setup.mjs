import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import prepareDatabase from '../../support/global-setup.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One Chromium for all files, beside the database that every run of tests has. */
export default async function globalSetup() {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  assertExists(executablePath, 'Chromium is needed: install it (apt-get install chromium), or set CHROMIUM_PATH');
  assertExists(
    join(import.meta.dirname, '../../../console/dist/index.html'),
    'the console is not built: npm run build',
  );
  await prepareDatabase();
  const server = await chromium.launchServer({ executablePath, args: FLAGS });
  globalThis.__COMMERCE_TEST_RUN__.browser = server;
  process.env.TEST_BROWSER = server.wsEndpoint();
}

function assertExists(file, advice) {
  if (!existsSync(file)) throw new Error(`${file} does not exist. ${advice}`);
}
