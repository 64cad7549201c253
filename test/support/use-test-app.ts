import { afterAll } from '@jest/globals';
import { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.js';

/** Starts the service for the tests of a file, at its top: `const app = await useTestApp();`. It stops after the last of them. */
export async function useTestApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  afterAll(() => app.stop());
  return app;
}
