import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { OutgoingHttp } from '#common/outgoing/outgoing-http.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const receiver = createServer((_, response) => void response.end('inside'));
receiver.listen(0, 'localhost');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

describe('requests that the service sends', () => {
  afterAll(() => void receiver.close());

  const send = (app: TestApp) =>
    app.nest.get(OutgoingHttp).post(`http://localhost:${port}/`, { headers: {}, body: '', timeoutMs: 10_000 });

  it('stay out of the private network', async () => {
    const app = await startTestApp();
    expect(await send(app)).toEqual({ ok: false, error: 'the address is not public' });
    await app.stop();
  });

  it('may go there with WEBHOOK_ALLOW_PRIVATE, and end with the service', async () => {
    const app = await startTestApp({ config: { webhookAllowPrivate: true } });
    expect(await send(app)).toMatchObject({ ok: true, status: 200, body: 'inside' });
    await app.stop();
    expect(await send(app)).toEqual({ ok: false, error: 'the request was stopped' });
  });
});
