import removeDatabase from '../../support/global-teardown.mjs';

/** Ends the browser, and removes what the run has left. */
export default async function globalTeardown() {
  await globalThis.__COMMERCE_TEST_RUN__.browser?.close();
  await removeDatabase();
}
