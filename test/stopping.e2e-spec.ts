import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '#common/logging/logger.js';
import { Readiness } from '#operations/health/index.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

describe('an instance that is stopping', () => {
  const lines: string[] = [];
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ logger: createLogger('info', { write: (line: string) => void lines.push(line) }) });
    app.nest.get(Readiness, { strict: false }).stop();
  });
  afterAll(() => app.stop());

  it('is not ready, says so on purpose, and takes it for no defect', async () => {
    lines.length = 0;
    const { status, headers, body } = await app.send('GET', '/health/ready');
    expect([status, headers['retry-after'], headers.connection]).toEqual([503, '1', 'close']);
    expect(body).toMatchObject({ type: 'Service Unavailable', message: 'the service is stopping' });
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; stack?: string });
    expect(logged).toEqual([expect.objectContaining({ msg: 'request', status: 503 })]);
  });

  it('still answers', async () => {
    const { status, headers } = await app.send('GET', '/health/live');
    expect([status, headers.connection]).toEqual([200, 'close']);
  });
});
