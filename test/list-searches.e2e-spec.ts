import { expect, it } from '@jest/globals';
import { deviceOf, deviceSql } from '#people/sessions/device.rules.js';
import { useTestApp } from './support/use-test-app.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const app = await useTestApp();
const admin = await app.make.superAdmin();
const sponsor = await app.make.user({ username: 'sponsor' });
await app.make.user({ username: 'elsewhere' });
const zenobia = await app.make.user({ username: 'zenobia', sponsorUid: sponsor.uid });
const other = await app.make.user({ username: 'other', sponsorUid: sponsor.uid });
await app.database.query(`UPDATE users SET first_name = 'Zoë', last_name = 'Quast' WHERE uid = $1`, [zenobia.uid]);
for (const { uid, username } of [zenobia, other]) {
  const volumes = { business_volume: 4, points: 4, cumulative_volume: 4 };
  await made('earnings/', { uid, amount: 40, reason: 'test' });
  await made('volumes/', { uid, ...volumes, reason: 'test' });
  await made('payout-holds/', { uid, reason: 'tax', note: `Form of ${username}` });
  await app.database.query(
    `INSERT INTO commission_corrections (uid, tree, from_at, reason, change, four_eyes, created_by_uid, status, ended_at)
     VALUES ($1, 'sponsor', now(), $2, '{}', false, 1, 'discarded', now())`,
    [uid, `Sponsor of ${username}`],
  );
  await app.database.query(
    `INSERT INTO imports (id, kind, media_type, is_dry_run, by_uid, job_id, outcome)
     VALUES (gen_random_uuid(), CASE WHEN $2 = 'other' THEN 'bundles' ELSE 'members' END, 'text/csv', false, $1, gen_random_uuid(), 'done')`,
    [uid, username],
  );
}
await app.database.query(
  `INSERT INTO payouts (id, minimum, four_eyes, created_by_uid) VALUES (901, 1, false, 1), (902, 1, false, 1)`,
);
await app.database.query(
  `INSERT INTO payout_items (payout_id, uid, amount) SELECT p.id, u.uid, 1 FROM payouts p, users u WHERE u.uid = ANY ($1)`,
  [[zenobia.uid, other.uid]],
);
for (const text of ['Asks to be called back', 'Was called']) await made(`users/${sponsor.uid}/notes/`, { text });
const [green, black] = [
  await app.make.catalogue.product({ sku: 'GREEN-1', bundleId: 'teas' }),
  await app.make.catalogue.product({ sku: 'BLACK-1' }),
];
await app.database.query(
  `UPDATE products SET bundle_key = (SELECT bundle_key FROM products WHERE id = $1) WHERE id = $2`,
  [green.id, black.id],
);
await app.database.query(
  `INSERT INTO price_changes (product_id, price, effective_at, by_uid) SELECT id, 3, now() + id * interval '1 hour', 1 FROM products`,
);
await app.database.query(
  `INSERT INTO refused_requests (at, method, route, status, code, fields, ip, request_id, duration_ms)
   VALUES (now(), 'GET', '/api/v1/commerce/orders/', 401, 'invalid_token', '{}', '::1', 'request-a1', 1),
          (now(), 'GET', '/api/v1/commerce/cart/', 404, 'not_found', '{}', '::1', 'request-b2', 1)`,
);
const { id } = await app.make.application({ name: 'Web shop' });
await app.database.query(
  `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at, ip, user_agent)
   VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), '', now() + interval '1 hour', '192.0.2.9', $3)`,
  [admin.user.uid, id, FIREFOX],
);
expect((await admin.patch('/admin/api/network/settings/', { holding_days: 9 })).status).toBe(200);
expect((await admin.patch('/admin/api/commission-settings/', { hold_days: 9 })).status).toBe(200);

async function made(list: string, body: object): Promise<void> {
  expect((await admin.post(`/admin/api/${list}`, body)).status).toBe(200);
}

/** What a list finds, as its pages and its file have it: the values of one column. */
async function found(list: string, column: string, words: string, filter = ''): Promise<string[]> {
  const path = `/admin/api/${list.replace(':uid', String(sponsor.uid))}?search=${encodeURIComponent(words)}${filter}`;
  const { status, body } = await admin.get(path);
  expect([words, status]).toEqual([words, 200]);
  const { results, count } = body.data as { results: Record<string, unknown>[]; count: number };
  const values = results.map((row) => String(row[column]));
  expect([words, count]).toEqual([words, values.length]);
  if (WITHOUT_FILE.includes(list)) return values;
  const file = await admin.get(`${path}&format=csv`);
  expect([words, file.status]).toEqual([words, 200]);
  const [header, ...rows] = file.text.trimEnd().split('\n');
  const at = header!.split(',').indexOf(column);
  expect([words, rows.map((row) => row.split(',')[at])]).toEqual([words, values]);
  return values;
}

const WITHOUT_FILE: readonly string[] = ['sessions/', 'bundles/teas/prices/', 'users/:uid/notes/'];

const PEOPLE = () => ['zenobia', 'ZENOB', 'quast', 'Zoë Qu', 'zenobia@example.com', String(zenobia.uid)];

it.each<[list: string, column: string, of: () => readonly string[], value: string]>([
  ['earnings/', 'username', PEOPLE, 'zenobia'],
  ['volumes/', 'username', PEOPLE, 'zenobia'],
  ['payout-holds/', 'username', () => [...PEOPLE(), 'of zeno'], 'zenobia'],
  ['payouts/901/items/', 'username', PEOPLE, 'zenobia'],
  ['commission-corrections/', 'reason', () => [...PEOPLE(), 'sponsor of zeno'], 'Sponsor of zenobia'],
  ['imports/', 'kind', () => ['member', 'zenob'], 'members'],
  ['approvals/', 'kind', () => ['of the network', 'Netzwerkeinst'], 'network.settings'],
  ['network/:uid/children/', 'username', PEOPLE, 'zenobia'],
  ['network/roots/', 'username', () => ['spons', 'sponsor@example', String(sponsor.uid)], 'sponsor'],
  ['users/:uid/notes/', 'text', () => ['Called BACK'], 'Asks to be called back'],
  ['bundles/teas/prices/', 'product_sku', () => ['green'], 'GREEN-1'],
  ['requests/', 'code', () => ['commerce/ord', 'invalid_tok', 'request-a1'], 'invalid_token'],
  ['sessions/', 'ip', () => ['Firefox on Win', '192.0.2', 'web shop'], '192.0.2.9'],
])('the list %s finds by words, also as a file', async (list, column, words, value) => {
  for (const one of words()) expect([one, await found(list, column, one)]).toEqual([one, [value]]);
  expect(await found(list, column, 'no such words')).toEqual([]);
  expect((await found(list, column, '')).length).toBeGreaterThan(1);
});

it('approvals are found by who made them', async () => {
  expect(await found('approvals/', 'kind', admin.user.username)).toHaveLength(4);
});

it.each([FIREFOX, 'curl/8.5.0', 'Version/18.5 (iPhone; like Mac OS X) Safari/604.1', 'something else', null])(
  'the device of a session is searched as it is shown: %s',
  async (userAgent) => {
    const [row] = await app.database.query<{ device: string }>(`SELECT ${deviceSql('$1::text')} AS device`, [
      userAgent,
    ]);
    expect(row!.device).toBe(deviceOf(userAgent) ?? '');
  },
);

it('what a search finds is filtered and added up', async () => {
  expect(await found('earnings/', 'username', 'zenobia', '&kind=commission')).toEqual([]);
  const sums = async (list: string, words: string) =>
    (await admin.get(`/admin/api/${list}?sums=true&search=${words}`)).body.data.sums;
  expect(await sums('earnings/', 'quast')).toEqual([{ kind: 'adjustment', count: 1, amount: 40 }]);
  expect(await sums('earnings/', 'nobody')).toEqual([]);
  expect(await sums('volumes/', 'quast')).toMatchObject([{ count: 1, points: 4 }]);
});

it('who is meant exactly comes first, and then the others in the order of the list', async () => {
  const { uid } = await app.make.user({ username: 'zenobia-two' });
  await made('earnings/', { uid, amount: 1, reason: 'test' });
  const { results } = (await admin.get('/admin/api/earnings/?search=zenobia')).body.data;
  expect(results.map(({ username }: { username: string }) => username)).toEqual(['zenobia', 'zenobia-two']);
});
