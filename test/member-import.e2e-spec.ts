import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { ImportRunner } from '#platform/imports/index.js';
import { auditOf } from './support/catalogue.js';
import { MemberImports, ndjson, refusedOf, type Row, type Told } from './support/imports.js';
import { NetworkHands } from './support/network.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const CAME = '2020-01-01T00:00:00.000Z';
let count = 0;

const app = await useTestApp({ config: { jobConcurrency: 0 } });
const network = await NetworkHands.of(app);
const imports = new MemberImports(app, network.root);
await network.settings({ placement: 'binary', spill: 'manual' });

/** A row of somebody new. */
function row(more: Row = {}): Row & { username: string } {
  count += 1;
  return { username: `new-${count}`, kind: 'distributor', enrolled_at: CAME, ...more };
}

async function uidOf(username: string): Promise<number> {
  const sql = 'SELECT uid FROM users WHERE lower(username) = lower($1)';
  return (await app.database.query<{ uid: number }>(sql, [username]))[0]!.uid;
}

/** As the admin module shows a member. */
async function shown(username: string): Promise<Answer['body']> {
  return (await network.root.get(`/admin/api/network/${await uidOf(username)}/`)).body.data;
}

const isThere = async ({ username }: Row): Promise<boolean> =>
  (await app.database.query('SELECT FROM users WHERE username = $1', [username])).length > 0;

/** Lines and fields of what was refused. */
const fieldsOf = (told: Told): Record<number, string[]> =>
  Object.fromEntries(Object.entries(refusedOf(told)).map(([line, errors]) => [line, Object.keys(errors).sort()]));

describe('an import of members', () => {
  it('makes users, who stand in both trees since they came, in any order of rows', async () => {
    const [top, left, below, waiting] = [row(), row(), row(), row()];
    const customer = row({ kind: 'customer', sponsor: below.username });
    const file = [
      customer,
      {
        ...below,
        sponsor: top.username.toUpperCase(),
        placement_parent: left.username,
        placement_leg: 2,
        enrolled_at: '2021-05-01',
      },
      { ...waiting, sponsor: left.username, email: '', status: 'suspended' },
      { ...left, sponsor: top.username, placement_parent: top.username, placement_leg: 1 },
      {
        ...top,
        email: `${top.username}@example.com`,
        first_name: 'Ada',
        last_name: 'Sommer',
        country_code: 'de',
        title_rank: 'gold',
      },
    ];
    file[0] = { ...customer, enrolled_at: '2022-01-01' };
    const told = await imports.import(file);
    expect(told).toMatchObject({ status: 'done', rows: 5, accepted: 5, refused: [] });

    const ada = await shown(top.username);
    expect(ada).toMatchObject({
      first_name: 'Ada',
      last_name: 'Sommer',
      country_code: 'DE',
      title_rank: 'gold',
      enrolled_at: CAME,
      kind: 'distributor',
      status: 'active',
      frontline: { distributors: 2, preferred: 0, customers: 0 },
      sponsor: { position: { parent_uid: null } },
      placement: { position: { parent_uid: null }, history: [{ from: CAME, to: null }] },
      states: [{ from: CAME, to: null, by_uid: network.root.user.uid }],
    });
    const ben = await shown(below.username);
    expect(ben).toMatchObject({
      sponsor: { position: { parent: top.username }, history: [{ from: '2021-05-01T00:00:00.000Z' }] },
      placement: { position: { parent: left.username, leg: 2 }, history: [{ from: '2021-05-01T00:00:00.000Z' }] },
    });
    expect(ben.placement.upline.map(({ username }: Row) => username)).toEqual([left.username, top.username]);
    expect(await shown(waiting.username)).toMatchObject({ status: 'suspended', placement: { position: null } });
    expect(await shown(customer.username)).toMatchObject({ kind: 'customer', placement: { position: null } });
    const user = await network.root.get(`/admin/api/users/${ada.uid}/`);
    expect(user.body.data).toMatchObject({ email: `${top.username}@example.com`, roles: ['member'], status: 'active' });
    expect((await network.root.get(`/admin/api/users/${ben.uid}/`)).body.data).toMatchObject({
      email: null,
      first_name: '',
      country_code: null,
      sponsor: top.username,
    });
    expect((await auditOf(app, network.root.user.uid)).at(-1)).toMatchObject({ action: 'members.import' });
    const events = await app.database.query<{ type: string; data: object }>(
      `SELECT type, data FROM events WHERE type IN ('import.done', 'user.created', 'member.enrolled') ORDER BY sequence DESC LIMIT 1`,
    );
    expect(events).toEqual([{ type: 'import.done', data: { id: told.id, kind: 'members', accepted: 5, skipped: 0 } }]);
  });

  it('reads CSV', async () => {
    const [top, below] = [row(), row()];
    const csv = [
      'username,kind,sponsor,placement_leg,placement_parent,enrolled_at,first_name,note',
      `${below.username},distributor,${top.username},2,${top.username},2020-02-01,"Eva, ""Evi""",x`,
      `${top.username},distributor,,,,2020-01-01,,`,
    ].join('\r\n');
    expect(await imports.import(csv, '', { headers: { 'content-type': 'text/csv' } })).toMatchObject({
      status: 'done',
    });
    expect(await shown(below.username)).toMatchObject({
      first_name: 'Eva, "Evi"',
      placement: { position: { parent: top.username, leg: 2 } },
    });
  });

  it('lets nobody log in without a password, and everybody with one that was set', async () => {
    const [one, other] = [row(), row({ email: 'later@example.com' })];
    await imports.import([one, other]);
    const logIn = (username: string, password: string): Promise<Answer> =>
      network.apiAdmin.post('token/', { username, password });
    for (const password of ['', 'null', 'a good password'])
      expect([400, 401]).toContain((await logIn(one.username, password)).status);
    const wrong = await logIn('nobody-at-all', 'a good password');
    const none = await logIn(one.username, 'a good password');
    expect([none.status, none.body.type, none.body.message]).toEqual([401, wrong.body.type, wrong.body.message]);

    const change = async (username: string, body: object): Promise<Answer['body']> =>
      (await network.root.patch(`/admin/api/users/${await uidOf(username)}/`, body)).body.data;
    await change(one.username, { password: 'a good password' });
    expect((await logIn(one.username, 'a good password')).status).toBe(200);
    const { password } = await change(other.username, { reset_password: true });
    expect((await logIn('later@example.com', password as string)).status).toBe(200);
    expect(await change(one.username, { email: 'first@example.com' })).toMatchObject({ email: 'first@example.com' });
  });

  it('refuses fields by the rules of sign-up', async () => {
    const told = await imports.import([
      { enrolled_at: CAME, kind: 'customer' },
      row({ username: 'no blanks', email: 'none', first_name: 'x'.repeat(101), last_name: 5, country_code: 'XX' }),
      row({ kind: 'boss', status: 'gone', enrolled_at: '2020-02-30', title_rank: 'x'.repeat(101) }),
      row({ enrolled_at: '2999-01-01' }),
      row({ sponsor: 'nobody-there', placement_leg: 1 }),
      row({ sponsor: network.root.user.username }),
      row({ placement_parent: 'x', placement_leg: 1.5, sponsor: 7 }),
      row({ enrolled_at: undefined, sponsor: 'new-0' }),
      row({ kind: '' }),
    ]);
    expect(told).toMatchObject({ status: 'refused', rows: 9, accepted: 0 });
    expect(fieldsOf(told)).toEqual({
      1: ['username'],
      2: ['country_code', 'email', 'first_name', 'last_name', 'username'],
      3: ['enrolled_at', 'kind', 'status', 'title_rank'],
      4: ['enrolled_at'],
      5: ['placement_parent'],
      6: ['sponsor'],
      7: ['placement_leg', 'sponsor'],
      8: ['enrolled_at'],
      9: ['kind'],
    });
  });

  it('refuses names and addresses that are taken, there or in the file, and names the other line', async () => {
    const [one, other] = [row({ email: 'Taken@example.com' }), row()];
    await imports.import([one]);
    const told = await imports.import([
      { ...row(), email: 'tAKEN@example.com' },
      { ...row(), username: one.username.toUpperCase() },
      other,
      { ...other, username: other.username.toUpperCase(), email: 'twice@example.com' },
      row({ email: 'TWICE@example.com' }),
    ]);
    expect(refusedOf(told)).toEqual({
      1: { email: 'is already taken' },
      2: { username: 'is already taken' },
      4: { username: 'is in line 3 too' },
      5: { email: 'is in line 4 too' },
    });
    expect(await isThere(other)).toBe(false);
  });

  it('blames nobody for the mistakes of the row that it refers to', async () => {
    const [top, below] = [row({ email: 'none' }), row()];
    const told = await imports.import([
      top,
      { ...below, sponsor: top.username, placement_parent: top.username, placement_leg: 1 },
      row({ sponsor: below.username, placement_parent: below.username, placement_leg: 1 }),
    ]);
    expect(fieldsOf(told)).toEqual({ 1: ['email'] });
  });

  it('refuses sponsors who came later, customers as sponsors of distributors, and cycles', async () => {
    const customer = row({ kind: 'preferred' });
    const [a, b, c, self] = [row(), row(), row(), row()];
    const told = await imports.import([
      customer,
      row({ sponsor: customer.username }),
      row({ sponsor: customer.username, kind: 'customer' }),
      { ...a, sponsor: c.username },
      { ...b, sponsor: a.username },
      { ...c, sponsor: b.username },
      row({ sponsor: c.username }),
      { ...self, sponsor: self.username },
      row({ sponsor: b.username, enrolled_at: '2019-12-31T23:59:59.999Z' }),
    ]);
    expect(refusedOf(told)).toEqual({
      2: { sponsor: 'is a customer, and customers sponsor no distributors' },
      4: { sponsor: 'is this member, or stands below it' },
      5: { sponsor: 'is this member, or stands below it' },
      6: { sponsor: 'is this member, or stands below it' },
      8: { sponsor: 'is this member, or stands below it' },
      9: { sponsor: `came later than this member, at ${CAME}` },
    });
  });

  it('refuses places that are taken, of no leg, or below who is not placed', async () => {
    const [top, other, waiting, customer] = [row(), row(), row(), row({ kind: 'customer' })];
    const at = (parent: Row, leg: number, more: Row = {}): Row =>
      row({ sponsor: top.username, placement_parent: parent.username, placement_leg: leg, ...more });
    const [first, x, y] = [at(top, 1), row(), row()];
    const told = await imports.import([
      top,
      other,
      { ...waiting, sponsor: top.username },
      { ...customer, sponsor: top.username },
      first,
      at(top, 1),
      at(top, 3),
      at(other, 1),
      at(waiting, 1),
      at(customer, 1),
      at({ username: 'nobody-there' }, 1),
      at(first, 1, { kind: 'customer' }),
      at(first, 2, { sponsor: undefined }),
      { ...x, sponsor: top.username, placement_parent: y.username, placement_leg: 1 },
      { ...y, sponsor: top.username, placement_parent: x.username, placement_leg: 1 },
      at(x, 2),
      at(top, 2, { sponsor: first.username }),
      at(first, 2, { sponsor: waiting.username }),
    ]);
    expect(refusedOf(told)).toEqual({
      6: { placement_leg: 'is taken by line 5' },
      7: { placement_leg: 'must be between 1 and 2' },
      9: { placement_parent: 'is not placed' },
      10: { placement_parent: 'is not placed' },
      11: { placement_parent: 'is neither a member nor in the file' },
      12: { placement_parent: 'is only for distributors' },
      13: { placement_parent: 'needs a sponsor' },
      14: { placement_parent: 'is this member, or stands below it' },
      15: { placement_parent: 'is this member, or stands below it' },
    });
  });

  it('puts members below those who are there, also terminated ones, and where a place is free', async () => {
    const [top, left, deep, aside] = [row(), row(), row(), row()];
    const place = (parent: Row, leg: number): Row => ({
      sponsor: top.username,
      placement_parent: parent.username,
      placement_leg: leg,
    });
    await imports.import([top, { ...left, ...place(top, 1) }, { ...deep, ...place(left, 1) }, aside]);
    await network.setStatus(await uidOf(deep.username), 'terminated');
    const wrong = await imports.import([row(place(top, 1))]);
    expect(refusedOf(wrong)).toEqual({ 1: { placement_leg: 'is taken' } });
    const [below, last] = [row({ ...place(deep, 2), sponsor: left.username }), row()];
    const told = await imports.import([{ ...last, ...place(below, 1), sponsor: deep.username }, below]);
    expect(told).toMatchObject({ status: 'done', accepted: 2 });
    const upline = (await shown(last.username)).placement.upline.map(({ username }: Row) => username);
    expect(upline).toEqual([below, deep, left, top].map(({ username }) => username));
  });

  it('takes places that are not below the sponsor, as the old system had them', async () => {
    const at = (sponsor: Row, parent: Row, leg: number): Row & { username: string } =>
      row({ sponsor: sponsor.username, placement_parent: parent.username, placement_leg: leg });
    const [top, other] = [row(), row()];
    const [left, waiting] = [at(top, top, 1), row({ sponsor: top.username })];
    const [aside, above, below] = [at(top, other, 1), at(left, top, 2), at(waiting, left, 1)];
    const told = await imports.import([top, other, left, waiting, aside, above, below]);
    expect(told).toMatchObject({ status: 'done', accepted: 7 });
    const uplines = await Promise.all([aside, above, below].map(({ username }) => shown(username)));
    const names = (tree: 'sponsor' | 'placement'): unknown =>
      uplines.map((member) => member[tree].upline.map(({ username }: Row) => username));
    expect(names('placement')).toEqual([[other.username], [top.username], [left.username, top.username]]);
    expect(names('sponsor')).toEqual([[top.username], [left.username, top.username], [waiting.username, top.username]]);
  });

  it('places nobody before whoever stands above', async () => {
    const [top, parent, child, grandchild] = [row(), row(), row(), row()];
    const at = (above: Row): Row => ({ sponsor: top.username, placement_parent: above.username, placement_leg: 1 });
    await imports.import([
      { ...grandchild, ...at(child), enrolled_at: '2020-03-01' },
      { ...child, ...at(parent), enrolled_at: '2020-02-01' },
      { ...parent, ...at(top), enrolled_at: '2021-01-01T01:02:03.004Z' },
      top,
    ]);
    for (const { username } of [parent, child, grandchild]) {
      const [edge] = (await shown(username)).placement.history;
      expect(edge.from).toBe('2021-01-01T01:02:03.004Z');
    }
    expect(await shown(grandchild.username)).toMatchObject({
      enrolled_at: '2020-03-01T00:00:00.000Z',
      sponsor: { history: [{ from: '2020-03-01T00:00:00.000Z' }] },
      states: [{ from: '2020-03-01T00:00:00.000Z' }],
    });
  });

  it('places nobody where somebody stood at that time, nor who comes below', async () => {
    const [top, former, next, below] = [row(), row(), row(), row()];
    const place = { placement_parent: top.username, placement_leg: 1 };
    await imports.import([top, { ...former, ...place, sponsor: top.username }]);
    const away = { tree: 'placement', parent_uid: await uidOf(top.username), leg: 2, reason: 'a test' };
    const moved = await network.root.post(`/admin/api/network/${await uidOf(former.username)}/move/`, away);
    expect(moved.status).toBe(200);
    const [free] = (await shown(former.username)).placement.history;
    await imports.import([
      { ...below, sponsor: top.username, placement_parent: next.username, placement_leg: 1 },
      { ...next, ...place, sponsor: top.username },
    ]);
    for (const { username } of [next, below])
      expect(await shown(username)).toMatchObject({
        enrolled_at: CAME,
        sponsor: { history: [{ from: CAME }] },
        placement: { history: [{ from: free.from, to: null }] },
      });
  });

  it('shows its members in the live trees, in which the past counts for nothing', async () => {
    const there = row();
    await imports.import([there]);
    const top = await network.as({ uid: await uidOf(there.username), username: there.username });
    const figures = async (tree: string): Promise<Answer['body'][]> =>
      (await top.get(`network/downline/?tree=${tree}`)).body.data?.results;
    await until(async () => Array.isArray(await figures('sponsor')));
    const [near, far, customer] = [row(), row(), row({ kind: 'customer' })];
    const place = { sponsor: there.username, placement_leg: 2 };
    await imports.import([
      { ...far, ...place, placement_parent: near.username, enrolled_at: '2023-05-01' },
      { ...near, ...place, placement_parent: there.username },
      { ...customer, sponsor: near.username },
    ]);
    await until(async () => (await figures('sponsor')).length === 3);
    const shownIn = async (tree: string): Promise<unknown[]> =>
      (await figures(tree)).map(({ username, level, leg, parent_uid }) => [username, level, leg, parent_uid]);
    const [nearUid, topUid] = [await uidOf(near.username), await uidOf(there.username)];
    expect(await shownIn('sponsor')).toEqual([
      [near.username, 1, null, topUid],
      [far.username, 1, null, topUid],
      [customer.username, 2, null, nearUid],
    ]);
    const placed = (await shownIn('placement')) as [string, number, number | null][];
    expect(placed.slice(0, 2)).toEqual([
      [near.username, 1, 2, topUid],
      [far.username, 2, 2, nearUid],
    ]);
  });

  it('only tells what it would do in a dry run, and is asked for once under one Idempotency-Key', async () => {
    const one = row();
    expect(await imports.import([one], '?dry_run=true')).toMatchObject({ status: 'done', accepted: 1 });
    expect(await isThere(one)).toBe(false);
    const once = { headers: { 'idempotency-key': `members-${one.username}` } };
    const [first, again] = [await imports.send(ndjson([one]), '', once), await imports.send(ndjson([one]), '', once)];
    expect(again.body.data.id).toBe(first.body.data.id);
    expect((await imports.send(ndjson([row()]), '', once)).status).toBe(422);
    expect(await imports.work(first.body.data.id as string)).toMatchObject({ status: 'done', accepted: 1 });
    expect(await isThere(one)).toBe(true);
  });

  it('tells of at most 1,000 refused rows, the first ones', async () => {
    const file = Array.from({ length: 3_000 }, () => row({ sponsor: 'nobody-there', email: count % 2 ? 'x' : null }));
    const told = await imports.import(file);
    expect(told).toMatchObject({ status: 'refused', rows: 3_000, accepted: 0 });
    expect(told.refused.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
  });

  /** Does an import, and something else after its rows were validated and before any is written; gives why it was broken off. */
  async function broken(id: string, { username }: Row, meanwhile: () => Promise<unknown>): Promise<string | Told> {
    // Whoever writes the row of the user waits for this one.
    const blocker = new pg.Client({ connectionString: app.database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(`INSERT INTO users (username) VALUES ($1)`, [username]);
    const work = imports.work(id).catch((error: Error) => error.message);
    const { pid } = (await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!;
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    await until(async () => (await app.database.query(waiting, [pid])).length > 0);
    await meanwhile();
    await blocker.query('ROLLBACK');
    await blocker.end();
    return work;
  }

  it('is begun again when the settings of the network are changed while it is written', async () => {
    const one = row();
    const { id } = (await imports.send(ndjson([one]))).body.data;
    const change = (): Promise<unknown> => app.database.query('UPDATE network_settings SET version = version + 1');
    expect(await broken(id as string, one, change)).toBe('the settings of the network were changed during the import');
    expect(await isThere(one)).toBe(false);
    expect(await imports.work(id as string)).toMatchObject({ status: 'done' });
    expect(await isThere(one)).toBe(true);
  });

  it.each([
    ['sponsor', (above: string) => ({ sponsor: above })],
    ['parent', (above: string, top: string) => ({ sponsor: top, placement_parent: above, placement_leg: 2 })],
  ])('is begun again when a %s becomes a customer while it is written, and then refuses the row', async (_, under) => {
    const top = row();
    const above = row({ sponsor: top.username, placement_parent: top.username, placement_leg: 1 });
    await imports.import([top, above]);
    const one = row(under(above.username, top.username));
    const { id } = (await imports.send(ndjson([one]))).body.data;
    const path = `/admin/api/network/${await uidOf(above.username)}/status/`;
    const change = async (): Promise<unknown> =>
      expect((await network.root.post(path, { kind: 'customer', reason: 'as agreed' })).status).toBe(200);
    const message = 'members above the new ones became customers during the import';
    expect(await broken(id as string, one, change)).toBe(message);
    expect(await isThere(one)).toBe(false);
    expect(await imports.work(id as string)).toMatchObject({ status: 'refused', refused: [{ line: 1 }] });
  });

  it('ends only when what cancels its statement was answered: later that would meet another transaction', async () => {
    const { id } = (await imports.send(ndjson([row()]))).body.data;
    const cancelling = new AbortController();
    const query = app.db.query.bind(app.db);
    let isAnswered = false;
    const watched = jest.spyOn(app.db, 'query').mockImplementation(async (tx, sql, values) => {
      if (sql.name !== 'imports.cancel-statement') return query(tx, sql, values);
      // Slower than what the import does until its end.
      for (let turn = 0; turn < 1_000; turn += 1) await app.database.query('SELECT 1');
      const rows = await query(tx, sql, values);
      isAnswered = true;
      return rows;
    });
    const work = app.nest
      .get(ImportRunner, { strict: false })
      .run({ importId: id as string }, { signal: cancelling.signal, progress: () => cancelling.abort() });
    await expect(work).rejects.toThrow();
    expect(isAnswered).toBe(true);
    watched.mockRestore();
  });
});

describe('in a network without a placement tree', () => {
  it('refuses places, and imports the rest', async () => {
    const plain = await startTestApp({ config: { jobConcurrency: 0 } });
    try {
      const root = await plain.make.superAdmin();
      const there = new MemberImports(plain, root);
      const [top, below] = [row(), row()];
      const placed = { ...below, sponsor: top.username, placement_parent: top.username, placement_leg: 9 };
      expect(refusedOf(await there.import([top, placed]))).toEqual({
        2: { placement_parent: 'is not possible: the network has no placement tree' },
      });
      expect(await there.import([top, { ...below, sponsor: top.username }])).toMatchObject({ status: 'done' });
      const sql = `SELECT tree FROM network_edges e JOIN users u USING (uid) WHERE username = ANY ($1)`;
      const edges = await plain.database.query<{ tree: string }>(sql, [[top.username, below.username]]);
      expect(edges.map(({ tree }) => tree)).toEqual(['sponsor', 'sponsor']);
    } finally {
      await plain.stop();
    }
  });
});
