import { query } from '../../support/global-setup.mjs';
import removeDatabase from '../../support/global-teardown.mjs';

/** Ends the browser, and removes what the run has left. */
export default async function globalTeardown() {
  const { adminUrl, browser, demo } = globalThis.__COMMERCE_TEST_RUN__;
  await browser?.close();
  await query(adminUrl, `DROP DATABASE IF EXISTS ${demo} WITH (FORCE)`);
  await removeDatabase();
}
