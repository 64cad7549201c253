import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Application } from '../src/modules/client-apps/index.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { verify, WebhookReceiver } from './support/webhook-receiver.js';

const CONFIG = { webhookAllowPrivate: true, webhookConcurrency: 16 };

let app: TestApp;
let receiver: WebhookReceiver;
let admin: TestClient;

beforeAll(async () => {
  app = await startTestApp({ config: CONFIG });
  receiver = await WebhookReceiver.start();
  admin = await app.make.superAdmin();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

function subscriber(events: string[], fields: Partial<Application> = {}): Promise<TestApplication> {
  return app.make.application({ webhookUrl: receiver.url(), webhookEvents: events, ...fields });
}

describe('a change that an application listens to', () => {
  it('is delivered', async () => {
    const application = await subscriber(['cart.updated']);
    const member = await app.make.member(application);
    const { id: product_id } = await app.make.catalogue.product();
    await member.post('commerce/add-cart-item/', { product_id });
    await receiver.count(1);
    const { body } = await admin.get(`/admin/api/applications/${application.id}/webhook/`);
    const [received] = receiver.received;
    expect(verify(body.data.secret, received!)).toEqual(received!.body);
  });
});
