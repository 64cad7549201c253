import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../secrets/webhook-secrets.service.js';
import { signatureHeaders } from './webhook-signature.js';

const ID = '0b0f8e7a-3c43-4d6b-9f58-6a7a2f0f3c11';
const BODY = '{"id":"0b0f8e7a","type":"order.placed","data":{"name":"Grüner Tee 🍵"}}';
const now = (): number => Math.floor(Date.now() / 1000);

describe('a secret', () => {
  it('is whsec_ and 32 bytes in Base64, another one each time', () => {
    const [first, second] = [newWebhookSecret(), newWebhookSecret()];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(first.slice(6), 'base64')).toHaveLength(32);
    expect(second).not.toBe(first);
  });
});

describe('the headers of a message', () => {
  it('are verified by the library of Standard Webhooks', () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders([secret], ID, now(), BODY);
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it('are what the specification of Standard Webhooks calculates', () => {
    const secret = newWebhookSecret();
    const key = Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`${ID}.1614265330.${BODY}`).digest('base64');
    expect(signatureHeaders([secret], ID, 1_614_265_330, BODY)).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': `v1,${signature}`,
    });
  });

  it('hold one signature for each secret, in their order, and each verifies', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = signatureHeaders(secrets, ID, now(), BODY);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(3);
    for (const secret of secrets) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['another secret', newWebhookSecret(), BODY, {}],
    ['another body', undefined, BODY.replace('placed', 'paid'), {}],
    ['another id', undefined, BODY, { 'webhook-id': 'other' }],
    ['another time', undefined, BODY, { 'webhook-timestamp': String(now() - 1) }],
  ])('do not verify with %s', (_, otherSecret, body, changed) => {
    const secret = newWebhookSecret();
    const headers = { ...signatureHeaders([secret], ID, now(), BODY), ...changed };
    expect(() => new Webhook(otherSecret ?? secret).verify(body, headers)).toThrow('No matching signature found');
  });
});
