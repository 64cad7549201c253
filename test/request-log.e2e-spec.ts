import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#common/database/index.js';
import { createLogger } from '#common/logging/logger.js';
import { RefusalLog, TrafficCounter } from '#platform/traffic/index.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { whileHeld } from './support/while-held.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Line {
  msg: string;
  request_id?: string;
  trace_id?: string;
  status?: number;
}

describe('the line of a request in the log', () => {
  let app: TestApp;
  let member: TestClient;
  const lines: Line[] = [];

  beforeAll(async () => {
    const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
    app = await startTestApp({ logger: createLogger('info', { write }) });
    member = await app.make.member();
  });
  afterAll(() => app.stop());

  async function lineOf(id: string, traceparent: string): Promise<Line | undefined> {
    await member.get('commerce/cart-items/', { headers: { 'x-request-id': id, traceparent } });
    return lines.find((line) => line.msg === 'request' && line.request_id === id);
  }

  it('has the id of the trace that the request belongs to', async () => {
    expect((await lineOf('traced', `00-${TRACE}-${PARENT}-01`))?.trace_id).toBe(TRACE);
  });

  it('has none where the header is not what it should be', async () => {
    const line = await lineOf('untraced', `00-${TRACE.toUpperCase()}-${PARENT}-01`);
    expect(line).toBeDefined();
    expect(line).not.toHaveProperty('trace_id');
  });

  it('has it beside a failure of ours', async () => {
    const query = jest.spyOn(app.nest.get(Database), 'query').mockRejectedValue(new Error('broken'));
    await lineOf('failed', `00-${TRACE}-${PARENT}-01`);
    query.mockRestore();
    expect(lines.some(({ msg }) => msg.includes(`(request failed, trace ${TRACE})`))).toBe(true);
  });

  it('is there with 499 if the client hangs up, who is counted so in metrics, traffic and refused requests too', async () => {
    const [root, leaver] = [await app.make.superAdmin(), await app.make.member()];
    const url = `${await app.listen()}/api/v1/commerce/cart-items/`;
    const hungUp = new AbortController();
    await whileHeld(app.database, 'LOCK TABLE orders', async (isWanted) => {
      const headers = { ...leaver.headers, 'x-request-id': 'left' };
      const asked = fetch(url, { headers, signal: hungUp.signal });
      await isWanted();
      hungUp.abort();
      await expect(asked).rejects.toThrow();
    });
    await until(() => lines.some(({ request_id }) => request_id === 'left'));
    expect(lines.find(({ request_id }) => request_id === 'left')?.status).toBe(499);
    const { id } = leaver.application!;
    expect((await app.send('GET', '/metrics')).text).toContain(`status="499",application="${id}"} 1\n`);
    for (const counter of [TrafficCounter, RefusalLog]) await app.nest.get(counter, { strict: false }).flush();
    const { applications } = (await root.get('/admin/api/traffic/?window=hour')).body.data;
    expect(applications).toContainEqual(expect.objectContaining({ application_id: id, requests: 1, client_errors: 1 }));
    expect((await root.get('/admin/api/requests/?request_id=left')).body.data.results).toMatchObject([{ status: 499 }]);
  });
});
