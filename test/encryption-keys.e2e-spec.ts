import { describe, expect, it } from '@jest/globals';
import { importJWK } from 'jose';
import { eventsOf } from './support/catalogue.js';
import { issueKey, type IssuedKey } from './support/jose-client.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const APPLICATIONS = '/admin/api/applications/';

const app = await useTestApp();
const admin = await app.make.superAdmin();

const pathOf = (id: string, kid?: string): string =>
  `${APPLICATIONS}${id}/encryption-keys/${kid === undefined ? '' : `${kid}/`}`;

const issue = (id: string, fields: object = {}): Promise<Answer> =>
  admin.post(pathOf(id), { platform: 'server', ...fields });

async function listed(id: string, query = ''): Promise<IssuedKey[]> {
  return (await admin.get(`${pathOf(id)}${query}`)).body.data.results as IssuedKey[];
}

async function auditOf(entityId: string): Promise<object[]> {
  return app.database.query(
    'SELECT action, entity_type, actor_uid, before, after FROM audit_entries WHERE entity_id = $1 ORDER BY id',
    [entityId],
  );
}

describe('issuing an encryption key', () => {
  it('[1 registration of an application: encryption keys are collected per client platform] gives a 256-bit JWK for the platform, as WebCrypto and jose take it', async () => {
    const { id } = await app.make.application();
    for (const platform of ['android', 'ios', 'web', 'server']) {
      const { status, body } = await issue(id, { platform });
      expect(status).toBe(200);
      const { kid, jwk, created_at, ...rest } = body.data as IssuedKey;
      expect(rest).toEqual({ platform, retired_at: null });
      expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
      expect(jwk).toEqual({ kty: 'oct', k: expect.stringMatching(/^[\w-]{43}$/), alg: 'A256GCM', use: 'enc', kid });
      expect(await importJWK(jwk)).toHaveLength(32);
      const imported = await crypto.subtle.importKey('jwk', jwk, 'AES-GCM', false, ['encrypt', 'decrypt']);
      expect(imported.algorithm).toEqual({ name: 'AES-GCM', length: 256 });
    }
    expect(new Set((await listed(id)).map(({ jwk }) => jwk.k)).size).toBe(4);
  });

  it('leaves older keys as they are without an overlap', async () => {
    const { id } = await app.make.application();
    await issueKey(admin, id);
    await issueKey(admin, id);
    expect((await listed(id)).map(({ retired_at }) => retired_at)).toEqual([null, null]);
  });

  it('retires the older keys of the same platform when the overlap ends', async () => {
    const { id } = await app.make.application();
    const web = await issueKey(admin, id, { platform: 'web' });
    const first = await issueKey(admin, id);
    const second = await issueKey(admin, id, { overlap_seconds: 3_600 });
    const before = Date.now();
    const third = await issueKey(admin, id, { overlap_seconds: 60 });
    const after = Date.now();
    const ends = new Map((await listed(id)).map(({ kid, retired_at }) => [kid, retired_at]));
    expect(ends.get(web.kid)).toBeNull();
    expect(ends.get(third.kid)).toBeNull();
    for (const { kid } of [first, second]) {
      expect(Date.parse(ends.get(kid)!)).toBeGreaterThanOrEqual(before + 60_000);
      expect(Date.parse(ends.get(kid)!)).toBeLessThanOrEqual(after + 60_000);
    }
    await issueKey(admin, id, { overlap_seconds: 3_600 });
    const later = new Map((await listed(id)).map(({ kid, retired_at }) => [kid, retired_at]));
    expect(later.get(first.kid)).toBe(ends.get(first.kid));
  });

  it('holds a platform to 10 live keys, also when many are asked for at once', async () => {
    const { id } = await app.make.application();
    const answers = await Promise.all(Array.from({ length: 14 }, () => issue(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refused).toMatchObject({ status: 409, body: { type: 'Conflict', errors: { platform: [{}] } } });
    expect((await issue(id, { platform: 'web' })).status).toBe(200);
    expect((await issue(id, { overlap_seconds: 60 })).status).toBe(409);
    expect((await listed(id)).filter(({ retired_at }) => retired_at !== null)).toEqual([]);
    expect((await issue(id, { overlap_seconds: 0 })).status).toBe(200);
  });

  it.each([
    [{}, 'platform'],
    [{ platform: 'windows' }, 'platform'],
    [{ platform: null }, 'platform'],
    [{ platform: 'web', overlap_seconds: -1 }, 'overlap_seconds'],
    [{ platform: 'web', overlap_seconds: 31_536_001 }, 'overlap_seconds'],
    [{ platform: 'web', overlap_seconds: '60' }, 'overlap_seconds'],
    [{ platform: 'web', overlap_seconds: 1.5 }, 'overlap_seconds'],
  ])('refuses %j', async (payload, field) => {
    const { id } = await app.make.application();
    const answer = await admin.post(pathOf(id), payload);
    expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await listed(id)).toEqual([]);
  });

  it('is audited and told to the application, without the text of the key', async () => {
    const { id } = await app.make.application();
    const { kid, jwk } = await issueKey(admin, id, { platform: 'web', overlap_seconds: 60 });
    const entries = await auditOf(kid);
    expect(entries).toMatchObject([
      {
        action: 'encryption_key.issue',
        entity_type: 'encryption_key',
        actor_uid: admin.user.uid,
        after: { kid, platform: 'web', application_id: id, overlap_seconds: 60 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(jwk.k);
    const told = (await eventsOf(app, 'application.updated')).filter(({ key_id }) => key_id === kid);
    expect(told).toEqual([{ application_id: id, action: 'encryption_key.issue', key_id: kid }]);
  });
});

describe('collecting encryption keys', () => {
  it('lists them newest first, in pages, with their texts', async () => {
    const { id } = await app.make.application();
    const issued: IssuedKey[] = [];
    for (let n = 0; n < 3; n += 1) issued.unshift(await issueKey(admin, id));
    expect(await listed(id)).toEqual(issued);
    const { data } = (await admin.get(`${pathOf(id)}?limit=1&offset=1`)).body;
    expect(data).toMatchObject({ results: [issued[1]], count: 3 });
    expect(data.next).toContain(`${pathOf(id)}?limit=1&offset=2`);
    expect(await listed(id, `?search=${issued[2]!.kid.slice(0, 13)}`)).toEqual([issued[2]]);
    expect((await admin.get(`${pathOf(id)}?search=%25`)).body.data.count).toBe(0);
  });

  it('is audited when there is anything to read, and names the keys', async () => {
    const { id } = await app.make.application();
    await listed(id);
    expect(await auditOf(id)).toEqual([]);
    const { kid, jwk } = await issueKey(admin, id);
    await listed(id);
    const entries = await auditOf(id);
    expect(entries).toMatchObject([{ action: 'encryption_key.collect', after: { kids: [kid] } }]);
    expect(JSON.stringify(entries)).not.toContain(jwk.k);
  });
});

describe('listing encryption keys without their texts', () => {
  it('shows everything else, and is not audited', async () => {
    const { id } = await app.make.application();
    const { jwk, ...key } = await issueKey(admin, id);
    const { status, text } = await admin.get(`${pathOf(id)}?texts=false`);
    expect(status).toBe(200);
    expect(await listed(id, '?texts=false')).toEqual([{ ...key, jwk: null }]);
    expect(text).not.toContain(jwk.k);
    expect(await auditOf(id)).toEqual([]);
    expect((await listed(id, '?texts=true'))[0]!.jwk).toEqual(jwk);
    expect((await auditOf(id)).length).toBe(1);
  });

  it('shows live or retired ones alone when asked; one that retires later is live', async () => {
    const { id } = await app.make.application();
    const retired = await issueKey(admin, id, { platform: 'web' });
    const ending = await issueKey(admin, id);
    const live = await issueKey(admin, id, { overlap_seconds: 3_600 });
    await admin.delete(pathOf(id, retired.kid));
    const kidsOf = async (status: string): Promise<string[]> =>
      (await listed(id, `?texts=false&status=${status}`)).map(({ kid }) => kid);
    expect(await kidsOf('live')).toEqual([live.kid, ending.kid]);
    expect(await kidsOf('retired')).toEqual([retired.kid]);
    expect((await admin.get(`${pathOf(id)}?status=retired&texts=false`)).body.data.count).toBe(1);
  });

  it('takes no other words', async () => {
    const { id } = await app.make.application();
    const { status, body } = await admin.get(`${pathOf(id)}?texts=no&status=dead`);
    expect([status, Object.keys(body.errors as object)]).toEqual([400, ['texts', 'status']]);
  });
});

describe('retiring an encryption key', () => {
  it('is at once, also within an overlap, and a second time changes nothing', async () => {
    const { id } = await app.make.application();
    const { kid } = await issueKey(admin, id);
    await issueKey(admin, id, { overlap_seconds: 3_600 });
    const { status, body } = await admin.delete(pathOf(id, kid));
    expect(status).toBe(200);
    const { jwk: _, ...key } = (await listed(id)).find((one) => one.kid === kid)!;
    expect(body.data).toEqual(key);
    expect(Date.parse(key.retired_at!)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect((await admin.delete(pathOf(id, kid))).body.data).toEqual(key);
    expect((await auditOf(kid)).map((entry) => (entry as { action: string }).action)).toEqual([
      'encryption_key.issue',
      'encryption_key.retire',
    ]);
  });

  it('is 404 for kids of other applications, and for what is none', async () => {
    const [mine, other] = [await app.make.application(), await app.make.application()];
    const { kid } = await issueKey(admin, other.id);
    for (const one of [kid, mine.id, 'none', '%00']) {
      expect(await admin.delete(pathOf(mine.id, one))).toMatchObject({ status: 404, body: { type: 'Not Found' } });
    }
    expect((await listed(other.id))[0]!.retired_at).toBeNull();
  });

  it('is 409 for the last live key of an application that requires encryption', async () => {
    const { id } = await app.make.application();
    const [first, last] = [await issueKey(admin, id), await issueKey(admin, id, { platform: 'web' })];
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    expect((await admin.delete(pathOf(id, first.kid))).status).toBe(200);
    expect(await admin.delete(pathOf(id, last.kid))).toMatchObject({ status: 409, body: { type: 'Conflict' } });
    expect((await listed(id))[0]!.retired_at).toBeNull();
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: false });
    expect((await admin.delete(pathOf(id, last.kid))).status).toBe(200);
  });
});

describe('a key that retires when an overlap ends', () => {
  it('does not count as the last one of an application that requires encryption', async () => {
    const { id } = await app.make.application();
    const old = await issueKey(admin, id);
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    const next = await issueKey(admin, id, { overlap_seconds: 3_600 });
    expect(await admin.delete(pathOf(id, next.kid))).toMatchObject({
      status: 409,
      body: { message: 'no other key goes on, and the application requires encryption' },
    });
    expect((await listed(id))[0]).toEqual(next);
    expect((await admin.delete(pathOf(id, old.kid))).status).toBe(200);
  });

  it('is not enough to require encryption with: one that goes on is issued', async () => {
    const { id } = await app.make.application();
    const old = await issueKey(admin, id);
    const gone = await issueKey(admin, id, { overlap_seconds: 3_600 });
    await admin.delete(pathOf(id, gone.kid));
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    const [issued, ...others] = await listed(id);
    expect(others.map(({ kid }) => kid)).toEqual([gone.kid, old.kid]);
    expect(issued).toMatchObject({ platform: 'server', retired_at: null });
  });
});

describe('encryption keys of an application that does not exist', () => {
  it.each(['0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47', 'none'])('are 404: %s', async (id) => {
    const answers = [await admin.get(pathOf(id)), await issue(id), await admin.delete(pathOf(id, id))];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('are 404 once it is deleted', async () => {
    const { id } = await app.make.application();
    const { kid } = await issueKey(admin, id);
    await admin.delete(`${APPLICATIONS}${id}/`);
    const answers = [await admin.get(pathOf(id)), await issue(id), await admin.delete(pathOf(id, kid))];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('requiring encryption', () => {
  it.each([
    ['server', ['server']],
    ['web', ['web']],
    ['mobile', ['android', 'ios']],
  ] as const)('issues the first key of a %s application for %j', async (clientType, platforms) => {
    const { id } = await app.make.application({ clientType });
    const { status } = await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    expect(status).toBe(200);
    const keys = await listed(id);
    expect(keys.map(({ platform }) => platform).sort()).toEqual(platforms);
    expect(await auditOf(keys[0]!.kid)).toMatchObject([{ action: 'encryption_key.issue' }]);
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    expect(await listed(id)).toEqual(keys);
  });

  it('issues none where there is a live one, whatever its platform', async () => {
    const { id } = await app.make.application();
    const { kid } = await issueKey(admin, id, { platform: 'ios' });
    await admin.patch(`${APPLICATIONS}${id}/`, { require_encryption: true });
    expect((await listed(id)).map((key) => key.kid)).toEqual([kid]);
  });
});
