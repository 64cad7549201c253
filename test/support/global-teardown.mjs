import { query } from './global-setup.mjs';

/** Removes what the run has left: the template, and the embedded server with its data. */
export default async function globalTeardown() {
  const { adminUrl, template, server, remove } = globalThis.__COMMERCE_TEST_RUN__;
  await query(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await server?.release();
  await remove?.();
}
