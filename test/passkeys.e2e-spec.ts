import { describe, expect, it } from '@jest/globals';
import { Authenticator } from './support/authenticator.js';
import type { TestClient } from './support/factories.js';
import { age, enter, FACTORS, SESSION, typeOf, withApp } from './support/second-factor.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const ORIGIN = 'https://console.example.com';
const WRONG = '401 Authentication Failed';

const app = await useTestApp({ config: { publicUrl: ORIGIN } });

const send = (payload: object): Promise<Answer> => app.send('POST', SESSION, { payload });

/** Begins to set a passkey up. */
async function begin(client: TestClient): Promise<{ id: string; passkey: { challenge: string } }> {
  return (await client.post(FACTORS, { kind: 'passkey', name: 'Key' })).body.data;
}

const confirm = (client: TestClient, id: string, attestation: object): Promise<Answer> =>
  client.post(`${FACTORS}${id}/confirm/`, { attestation });

/** Somebody with a passkey. */
async function withPasskey(): Promise<{ client: TestClient; key: Authenticator }> {
  const client = await app.make.admin(['finance']);
  const key = new Authenticator(ORIGIN);
  const { id, passkey } = await begin(client);
  const { recovery_codes } = (await confirm(client, id, key.create(passkey))).body.data;
  expect(recovery_codes).toHaveLength(10);
  return { client, key };
}

describe('setting a passkey up', () => {
  it('takes what was made for this page and this challenge by who verifies its holder, and nothing else', async () => {
    const client = await app.make.admin(['finance']);
    const key = new Authenticator(ORIGIN);
    const { id, passkey } = await begin(client);
    expect(passkey).toMatchObject({
      rp: { id: 'console.example.com' },
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
    });
    for (const made of [
      key.create({ challenge: 'AAAA' }),
      key.create(passkey, { origin: 'https://console.example.com.evil.example' }),
      key.create(passkey, { host: 'evil.example' }),
      key.create(passkey, { isUnverified: true }),
      { id: key.id },
      {},
    ])
      expect(typeOf(await confirm(client, id, made))).toBe(WRONG);
    expect((await client.get(FACTORS)).body.data.factors).toEqual([]);
    expect((await confirm(client, id, key.create(passkey))).status).toBe(200);
    expect((await confirm(client, id, key.create(passkey))).status).toBe(404);
    expect((await client.get(FACTORS)).body.data.factors).toMatchObject([{ kind: 'passkey', name: 'Key' }]);
  });

  it('takes no passkey that is another’s', async () => {
    const { key } = await withPasskey();
    const other = await app.make.admin(['finance']);
    const { id, passkey } = await begin(other);
    expect(typeOf(await confirm(other, id, key.create(passkey)))).toBe('409 Conflict');
  });

  it('is refused where browsers have no passkeys', async () => {
    for (const publicUrl of ['https://192.0.2.1', 'http://console.example.com']) {
      const bare = await startTestApp({ sharing: app, config: { publicUrl } });
      const { headers } = await app.make.admin(['finance']);
      const asked = await bare.send('POST', FACTORS, { headers, payload: { kind: 'passkey', name: 'Key' } });
      expect([typeOf(asked), Object.keys(asked.body.errors)]).toEqual(['409 Conflict', ['kind']]);
      await bare.stop();
    }
  });
});

describe('logging in with a passkey', () => {
  it('takes what it signs, once', async () => {
    const { client, key } = await withPasskey();
    const { challenge, kinds, passkey } = (await enter(app, client.user)).body.data;
    expect(kinds).toEqual(['recovery_code', 'passkey']);
    expect(passkey).toMatchObject({ allowCredentials: [{ id: key.id }], userVerification: 'required' });
    const assertion = key.get(passkey);
    expect((await send({ challenge, assertion })).body.data.roles).toEqual(['finance']);
    expect(typeOf(await send({ challenge, assertion }))).toBe(WRONG);
    const again = (await enter(app, client.user)).body.data.challenge;
    expect(typeOf(await send({ challenge: again, assertion }))).toBe(WRONG);
  });

  it('takes nothing of another page, another passkey, a copied one or one that does not verify its holder', async () => {
    const { client, key } = await withPasskey();
    const stranger = await withPasskey();
    const { challenge, passkey } = (await enter(app, client.user)).body.data;
    const forged = { ...stranger.key.get(passkey), id: key.id, rawId: key.id };
    for (const assertion of [
      key.get(passkey, { origin: 'https://evil.example' }),
      key.get(passkey, { host: 'evil.example' }),
      stranger.key.get(passkey),
      forged,
    ])
      expect(typeOf(await send({ challenge, assertion }))).toBe(WRONG);
    const next = (await enter(app, client.user)).body.data;
    const unverified = key.get(next.passkey, { isUnverified: true });
    expect(typeOf(await send({ challenge: next.challenge, assertion: unverified }))).toBe(WRONG);
    // A copy does not know how often the other one was used.
    const copied = key.get(next.passkey, { counter: 1 });
    expect(typeOf(await send({ challenge: next.challenge, assertion: copied }))).toBe(WRONG);
    expect((await send({ challenge: next.challenge, assertion: key.get(next.passkey, { counter: 50 }) })).status).toBe(
      200,
    );
  });
});

describe('confirming a session with a passkey', () => {
  it('takes the challenge of this session, once', async () => {
    const { client, key } = await withPasskey();
    const other = await app.make.admin(['finance'], client.user);
    const ask = async (of: TestClient) => (await of.post(`${SESSION}challenge/`)).body.data;
    await age(app, client);
    const { challenge, passkey } = await ask(other);
    const confirm = (body: object): Promise<Answer> => client.post(`${SESSION}confirm/`, body);
    expect(typeOf(await confirm({ challenge, assertion: key.get(passkey) }))).toBe(WRONG);
    const login = (await enter(app, client.user)).body.data;
    expect(typeOf(await confirm({ challenge: login.challenge, assertion: key.get(login.passkey) }))).toBe(WRONG);
    const own = await ask(client);
    const assertion = key.get(own.passkey);
    expect((await confirm({ challenge: own.challenge, assertion })).status).toBe(200);
    expect(typeOf(await confirm({ challenge: own.challenge, assertion }))).toBe(WRONG);
  });
});

describe('a factor', () => {
  it('is removed by its owner alone, the recovery codes with the last one', async () => {
    const { client } = await withPasskey();
    await withApp(app, client);
    const stranger = await app.make.superAdmin();
    const ids = (await client.get(FACTORS)).body.data.factors.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    expect((await stranger.delete(`${FACTORS}${ids[0]}/`)).status).toBe(404);
    for (const id of ids) expect((await client.delete(`${FACTORS}${id}/`)).status).toBe(200);
    expect((await client.get(FACTORS)).body.data).toMatchObject({ factors: [], recovery_codes_left: 0 });
    expect((await enter(app, client.user)).status).toBe(200);
    expect((await client.post(`${FACTORS}recovery-codes/`)).status).toBe(404);
  });
});
