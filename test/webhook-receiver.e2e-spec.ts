import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createReceiver, describe as storyOf, type WebhookEvent } from '../examples/webhook-receiver/receiver.js';
import { until } from './support/until.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the example of a receiver', () => {
  let receiver: Server;
  let address: string;
  let work: WebhookEvent[];

  beforeEach(async () => {
    work = [];
    receiver = createReceiver(SECRET, (event) => work.push(event)).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  });
  afterEach(() => void receiver.close());

  const event = (): WebhookEvent => {
    return {
      id: randomUUID(),
      type: 'webhook.test',
      timestamp: new Date().toISOString(),
      data: { application_id: '…' },
    };
  };

  /** Sends an event, signed as it is; `body` is what arrives. */
  async function send(
    told: WebhookEvent,
    { body = JSON.stringify(told), secret = SECRET, at = new Date() } = {},
  ): Promise<number> {
    const headers = {
      'webhook-id': told.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(told.id, at, JSON.stringify(told)),
    };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  }

  it('works on an event that is signed', async () => {
    const told = event();
    expect(await send(told)).toBe(204);
    await until(() => work.length === 1);
    expect(work).toEqual([told]);
  });

  it('works once on an event that comes twice', async () => {
    const [told, other] = [event(), event()];
    expect(await send(told)).toBe(204);
    expect(await send(told)).toBe(204);
    expect(await send(other)).toBe(204);
    await until(() => work.some(({ id }) => id === other.id));
    expect(work).toEqual([told, other]);
  });

  it('refuses what is not signed, signed by somebody else, changed or old, and works on none of it', async () => {
    const unsigned = await fetch(address, { method: 'POST', body: JSON.stringify(event()) });
    expect([unsigned.status, await unsigned.text()]).toEqual([400, 'the signature is not valid']);
    expect(await send(event(), { secret: 'whsec_c29tZWJvZHkgZWxzZQ==' })).toBe(400);
    expect(await send(event(), { body: JSON.stringify(event()) })).toBe(400);
    expect(await send(event(), { at: new Date(Date.now() - 600_000) })).toBe(400);
    const genuine = event();
    expect(await send(genuine)).toBe(204);
    await until(() => work.length > 0);
    expect(work).toEqual([genuine]);
  });

  it('refuses other methods, and bodies that are too large', async () => {
    expect((await fetch(address)).status).toBe(405);
    expect(await send({ ...event(), data: 'x'.repeat(2_000_000) })).toBe(413);
  });

  it.each([undefined, '', 'undefined'])(
    'does not start with %j for a secret, and says what is missing',
    async (secret) => {
      const env = { PATH: process.env.PATH, ...(secret === undefined ? {} : { WEBHOOK_SECRET: secret }) };
      const start = promisify(execFile)(process.execPath, ['examples/webhook-receiver/receiver.ts'], { env });
      const stderr = 'WEBHOOK_SECRET must be the secret of the webhook, whsec_…\n';
      await expect(start).rejects.toMatchObject({ code: 1, stdout: '', stderr });
    },
  );

  it('tells of types that it does not know', () => {
    expect(storyOf({ ...event(), type: 'order.lost', data: { id: 4 } })).toBe('order.lost: {"id":4}');
  });
});
