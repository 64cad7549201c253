import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceProcess } from '../../test/support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.js';

const START_MS = 120_000;

describe('npm run example', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'examples/minimal']);
    database = await createTestDatabase();
    const program = join(process.cwd(), '.cache/examples/examples/minimal/main.js');
    service = await ServiceProcess.start({ DATABASE_URL: database.url }, undefined, program);
  }, START_MS);
  afterAll(async () => {
    await service.end('SIGTERM');
    await database.drop();
  });

  it('has its endpoint in the API reference', async () => {
    const answer = await fetch(`${service.url}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).toContain('getDiscounts');
  });

  it('has the console', async () => {
    expect((await fetch(`${service.url}/admin/`)).status).toBe(200);
  });
});
