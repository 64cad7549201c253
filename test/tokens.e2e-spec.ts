import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, type TestApplication } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

describe('tokens', () => {
  let app: TestApp;
  let shop: TestApplication;

  beforeAll(async () => {
    app = await startTestApp();
    shop = await app.make.application();
  });
  afterAll(() => app.stop());

  it('logs a user in by username', async () => {
    const user = await app.make.user();
    const answer = await app.send('POST', 'token/', { headers: { apikey: shop.apikey }, payload: { username: user.username, password: PASSWORD } });
    expect(answer).toMatchObject({ status: 200, body: { status_code: 200, errors: {}, data: { token_type: 'Bearer', expires_in: 900, uid: user.uid } } });
  });
});
