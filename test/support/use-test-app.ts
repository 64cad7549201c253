import { afterAll, afterEach } from '@jest/globals';
import { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** What a file has started: the environment stops it where the file fails before its tests, and no `afterAll` runs. */
const started: Set<() => Promise<void>> = Object.assign(globalThis, {
  startedByFile: new Set<() => Promise<void>>(),
}).startedByFile;

function stopAfterwards(one: { stop: () => Promise<void> }): void {
  const stop = (): Promise<void> => one.stop();
  started.add(stop);
  afterAll(async () => {
    started.delete(stop);
    await stop();
  });
}

/** Starts the service for the tests of a file, at its top: `const app = await useTestApp();`. It stops after the last of them. */
export async function useTestApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  stopAfterwards(app);
  return app;
}

/**
 * Starts a receiver of webhooks for the tests of a file, each of which finds one that takes everything. Start it before the
 * service, which otherwise waits for its answers when it stops.
 */
export async function useReceiver(): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  afterEach(() => receiver.answerWith(204));
  stopAfterwards(receiver);
  return receiver;
}
