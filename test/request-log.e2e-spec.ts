import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#common/database/index.js';
import { createLogger } from '#common/logging/logger.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Line {
  msg: string;
  request_id?: string;
  trace_id?: string;
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
});
