import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '#common/config/read-config.js';
import { createLogger } from '#common/logging/logger.js';
import { runInstance, type Service } from '../src/instance.js';
import { TEST_SETTINGS } from '../src/testing/start-test-app.js';
import { freePort } from './support/service-process.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

describe('an instance', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  function run(settings: Record<string, string>): Promise<Service> {
    const config = readConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url, ...settings });
    const logger = createLogger(config.logLevel);
    return runInstance({ config, databaseUrl: database.url, extensions: [], logger });
  }

  it('lets requests in flight finish when it is told to stop', async () => {
    const port = String(await freePort());
    const instance = await run({ PORT: port });
    let answers = 0;
    const beginning = Promise.withResolvers<void>();
    // A client that respects `Connection: close`, as a load balancer respects readiness, loses no request at all.
    const load = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let told = false; !told;) {
        const answer = await fetch(`http://localhost:${port}/api/v1/token/`, { method: 'POST' });
        statuses.push(answer.status);
        if ((answers += 1) === 50) beginning.resolve();
        told = answer.headers.get('connection') === 'close';
      }
      return statuses;
    };
    const loads = Promise.all(Array.from({ length: 8 }, load));
    await beginning.promise;
    await instance.stop();
    expect(new Set((await loads).flat())).toEqual(new Set([400]));
  });

  it('does not start on a port that is taken', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(run({ PORT: String(port) })).rejects.toThrow(/^PORT \d+ is in use; choose another one$/);
    server.close();
  });

  it('does not start at an address that the machine does not have', async () => {
    await expect(run({ HOST: '203.0.113.1', PORT: String(await freePort()) })).rejects.toThrow(
      /^HOST 203\.0\.113\.1 is not an address of this machine$/,
    );
  });

  it('does not start with a replica of another database', async () => {
    const DATABASE_REPLICA_URL = new URL('/postgres', database.url).href;
    await expect(run({ DATABASE_REPLICA_URL })).rejects.toThrow(
      /^DATABASE_REPLICA_URL: it must be the database of the primary[^\n]*$/,
    );
  });
});
