import type { Logger } from 'pino';
import type { Config } from '#common/config/config.js';
import { readConfig } from '#common/config/read-config.js';
import { problemOf } from '#common/errors/problems.js';
import { inGerman, saidAs } from '#commissions/runs/explain/german/sentences.rules.js';
import type { Extension } from '#common/extensions.js';
import { startOn, TEST_SETTINGS, type TestApp } from '../../src/testing/start-test-app.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export { TestApp } from '../../src/testing/start-test-app.js';
import type { Answer } from '../../src/testing/tested-service.js';
export type { Answer, TestRequest } from '../../src/testing/tested-service.js';

/** What to start. */
export interface TestAppOptions {
  /** Settings that differ from those of tests. */
  config?: Partial<Config>;
  extensions?: readonly Extension[];
  /** Settings of extensions. */
  env?: Record<string, string>;
  logger?: Logger;
  /** A database of the test's own making; by default one is made for it. */
  database?: TestDatabase;
  /** Start another instance on the database of this one. */
  sharing?: TestApp;
}

/** Starts the service on a database that is cloned from the template of the run. */
export async function startTestApp({
  config,
  extensions,
  env = {},
  logger,
  ...on
}: TestAppOptions = {}): Promise<TestApp> {
  const database = on.database ?? on.sharing?.database ?? (await createTestDatabase());
  const options = {
    config: Object.assign(readConfig(TEST_SETTINGS), config),
    env,
    ...(extensions === undefined ? {} : { extensions }),
    ...(logger === undefined ? {} : { logger }),
  };
  const app = await startOn(database, options, on.sharing === undefined);
  // Extensions may send messages of their own.
  return extensions === undefined ? withKnownMessages(app) : app;
}

/** What explains commissions in sentences. */
const EXPLAINS = /\/commission[^?]*\/explain\/|\/commission-runs\/\d+\/lines\/\d+\/|\/orders\/\d+\/commissions\//;

/**
 * Lets a test fail when the service sends a message that is not in the table, which would have no code and no translation, or a
 * sentence of an explanation that has no German.
 */
function withKnownMessages(app: TestApp): TestApp {
  const send = app.send.bind(app);
  app.send = async (...request) => {
    const answer = await send(...request);
    if (EXPLAINS.test(request[1]) && answer.status === 200) assertHasGerman(answer.body, request[2]?.headers);
    const { type, errors } = (answer.body ?? {}) as { type?: string; errors?: Record<string, { message: string }[]> };
    if (type === undefined || errors === undefined || 'content-language' in answer.headers) return answer;
    // The message of a maintenance is the application's own.
    if (type === 'Under Maintenance') return answer;
    const unknown = Object.values(errors)
      .flat()
      .filter(({ message }) => problemOf(message) === undefined);
    if (unknown.length > 0) throw new Error(`not in src/messages.ts: “${unknown[0]!.message}”`);
    return answer;
  };
  return app;
}

function assertHasGerman({ data }: Answer['body'], headers: Readonly<Record<string, unknown>> = {}): void {
  if ('accept-language' in headers) return;
  saidAs(data, (text) => {
    if (inGerman(text) === undefined) throw new Error(`not in explain/german: “${text}”`);
    return text;
  });
}
