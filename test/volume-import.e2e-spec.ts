import { describe, expect, it, jest } from '@jest/globals';
import { Config } from '#common/config/config.js';
import { ImportStorage } from '#platform/imports/import-storage.js';
import { ImportRunner } from '#platform/imports/index.js';
import { auditOf } from './support/catalogue.js';
import { posted, PostedModule } from './support/posted-span.js';
import type { Answer, TestRequest } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const VOLUMES = '/admin/api/volumes/';
const IMPORT = `${VOLUMES}import/`;
const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';

type Row = Record<string, unknown>;

const app = await useTestApp({ config: { jobConcurrency: 0 }, extensions: [{ module: PostedModule }] });
const root = await app.make.superAdmin();

describe('an import of volumes', () => {
  let count = 0;

  /** A member since 2020. */
  async function member(): Promise<{ uid: number; username: string }> {
    const { user } = await app.make.member();
    await app.database.query(`UPDATE network_members SET enrolled_at = '2020-01-01' WHERE uid = $1`, [user.uid]);
    return user;
  }

  function row(username: string, more: Row = {}): Row {
    count += 1;
    const volumes = { business_volume: 10.5, points: 1, cumulative_volume: 0 };
    return { external_id: `row-${count}`, username, at: '2024-02-03T04:05:06Z', ...volumes, ...more };
  }

  const lines = (rows: readonly Row[]): string => rows.map((one) => JSON.stringify(one)).join('\n');

  const send = (payload: string | Buffer, query = '', { headers = {} }: TestRequest = {}): Promise<Answer> =>
    root.post(`${IMPORT}${query}`, payload, { headers: { 'content-type': NDJSON, ...headers } });

  /** Does a job here, as its own process would. */
  async function work(id: string, signal = new AbortController().signal): Promise<Answer['body']> {
    await app.nest.get(ImportRunner, { strict: false }).run({ importId: id }, { signal, progress: () => undefined });
    return (await root.get(`/admin/api/imports/${id}/`)).body.data;
  }

  /** Sends a file and does its import; gives what happened to it. */
  async function imported(payload: string | Buffer, query = '', request: TestRequest = {}): Promise<Answer['body']> {
    const { status, body } = await send(payload, query, request);
    expect([status, body.message]).toEqual([200, undefined]);
    return work(body.data.id);
  }

  async function rowsOf(uid: number): Promise<Answer['body'][]> {
    return (await root.get(`${VOLUMES}?uid=${uid}`)).body.data.results.toReversed();
  }

  it('writes all rows, of any time, with what they take back', async () => {
    const { uid, username } = await member();
    const [sold, more] = [row(username, { price: 20, wholesale_price: 12.0001 }), row(username.toUpperCase())];
    const back = row(username, {
      at: '2024-03-01',
      takes_back: sold.external_id,
      business_volume: -5.25,
      points: 0,
      cumulative_volume: 0,
      price: -10,
    });
    const answer = await send(`${lines([back, sold])}\n\n${lines([more])}\n`);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      kind: 'volumes',
      status: 'queued',
      by_uid: root.user.uid,
      dry_run: false,
      rows: 0,
      accepted: 0,
      skipped: 0,
      refused: [],
      created_at: expect.any(String),
      finished_at: null,
    });
    expect(await work(answer.body.data.id)).toMatchObject({ status: 'done', rows: 3, accepted: 3, skipped: 0 });
    const [first, second, third] = await rowsOf(uid);
    expect(first).toMatchObject({ kind: 'import', external_id: sold.external_id, price: 20, wholesale_price: 12.0001 });
    expect(second).toMatchObject({ external_id: more.external_id, price: null, at: '2024-02-03T04:05:06.000Z' });
    expect(third).toMatchObject({
      business_volume: -5.25,
      takes_back_id: first.id,
      takes_back_at: first.at,
      price: -10,
    });
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({ action: 'volumes.import' });
  });

  it('takes back rows of an earlier import', async () => {
    const { uid, username } = await member();
    const sold = row(username);
    await imported(lines([sold]));
    const none = { business_volume: -1, points: 0, cumulative_volume: 0 };
    expect(await imported(lines([row(username, { ...none, takes_back: sold.external_id })]))).toMatchObject({
      status: 'done',
    });
    const [first, second] = await rowsOf(uid);
    expect(second.takes_back_id).toBe(first.id);
  });

  it('reads CSV with a header, quotes, a byte order mark and columns in any order', async () => {
    const { uid, username } = await member();
    const file = [
      '\uFEFFusername,external_id,at,points,business_volume,cumulative_volume,takes_back,price,note',
      `${username},"csv ""1"", first",2023-05-06,0.0001,-7,12,,,"of two\r\nlines"`,
      `${username},csv-2,2023-05-07,1,2,3,,4.5,`,
      '',
    ].join('\r\n');
    expect(await imported(file, '', { headers: { 'content-type': `${CSV}; charset=utf-8` } })).toMatchObject({
      status: 'done',
      rows: 2,
    });
    expect(await rowsOf(uid)).toMatchObject([
      { external_id: 'csv "1", first', points: 0.0001, business_volume: -7, cumulative_volume: 12, price: null },
      { external_id: 'csv-2', price: 4.5 },
    ]);
  });

  it('skips and counts rows that are known, in the ledger and in the file', async () => {
    const { uid, username } = await member();
    const [known, other] = [row(username), row(username)];
    await imported(lines([known]));
    const told = await imported(lines([other, { ...known, points: 99 }, { ...other, points: 99 }]));
    expect(told).toMatchObject({ status: 'done', rows: 3, accepted: 1, skipped: 2 });
    expect((await rowsOf(uid)).map(({ points }) => points)).toEqual([1, 1]);
  });

  it('writes nothing when a row is refused, and names each by its line and fields', async () => {
    const { uid, username } = await member();
    const other = (await member()).username;
    const good = row(username, { at: '2024-06-01' });
    const negative = { business_volume: -1, points: -1, cumulative_volume: -1 };
    const file = [
      lines([good]),
      '{"external_id": 5,',
      lines([
        row('nobody'),
        row(root.user.username),
        row(username, { at: '2999-01-01' }),
        row(username, { at: '2019-12-31', points: 1.5 }),
        row(username, { external_id: '', points: '1', price: 1.00001, username: undefined }),
        row(other, { ...negative, at: '2024-07-01', takes_back: good.external_id }),
        row(username, { ...negative, at: '2024-05-01', takes_back: good.external_id }),
        row(username, { ...negative, takes_back: 'none such' }),
        row(username, { takes_back: good.external_id }),
        row(username, { ...negative, external_id: 'self', takes_back: 'self' }),
      ]),
      '[1]',
    ].join('\n');
    const told = await imported(file);
    expect(told).toMatchObject({ status: 'refused', rows: 13, accepted: 0 });
    const fields = told.refused.map(({ line, errors }: { line: number; errors: object }) => [
      line,
      Object.keys(errors).sort(),
    ]);
    expect(fields).toEqual([
      [2, ['detail']],
      [3, ['username']],
      [4, ['username']],
      [5, ['at']],
      [6, ['at']],
      [7, ['external_id', 'points', 'price', 'username']],
      [8, ['takes_back']],
      [9, ['takes_back']],
      [10, ['takes_back']],
      [11, ['business_volume', 'points']],
      [12, ['takes_back']],
      [13, ['detail']],
    ]);
    expect(await rowsOf(uid)).toEqual([]);
    expect(await imported(lines([good]))).toMatchObject({ status: 'done', accepted: 1 });
  });

  it('refuses rows into a period that is posted', async () => {
    const { username } = await member();
    posted.span = { from: new Date('2024-05-01'), to: new Date('2024-06-01') };
    const days = ['2024-04-30T23:59:59.999Z', '2024-05-01', '2024-05-31T23:59:59.999Z', '2024-06-01'];
    const told = await imported(lines(days.map((at) => row(username, { at })))).finally(
      () => (posted.span = undefined),
    );
    expect(told.refused.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
  });

  it('tells of at most 1,000 refused rows', async () => {
    const told = await imported(lines(Array.from({ length: 1_500 }, () => row('nobody'))));
    expect(told).toMatchObject({ status: 'refused', rows: 1_500 });
    expect(told.refused).toHaveLength(1_000);
    expect(told.refused.at(-1).line).toBe(1_000);
  });

  it('only tells what it would do in a dry run', async () => {
    const { uid, username } = await member();
    const file = lines([row(username), row(username)]);
    expect(await imported(file, '?dry_run=true')).toMatchObject({ status: 'done', dry_run: true, accepted: 2 });
    expect(await rowsOf(uid)).toEqual([]);
    expect(await imported(file)).toMatchObject({ status: 'done', dry_run: false, accepted: 2 });
  });

  it('tells where a CSV file is broken, and refuses a line that has no end', async () => {
    const header = 'external_id,username,at,business_volume,points,cumulative_volume';
    const csv = { headers: { 'content-type': CSV } };
    expect(await imported(`${header}\na,b,"c`, '', csv)).toMatchObject({ status: 'refused', refused: [{ line: 2 }] });
    expect(await imported(`{"a":"${'x'.repeat(3_000_000)}"}\n{}`)).toMatchObject({
      status: 'refused',
      rows: 2,
      refused: [{ line: 1, errors: { detail: expect.anything() } }, { line: 2 }],
    });
  });

  it('refuses texts that are not UTF-8 instead of changing them, by their fields', async () => {
    const { username } = await member();
    const header = 'external_id,username,at,business_volume,points,cumulative_volume,note';
    const latin = Buffer.from(
      `${header}\nRen\u00e9,${username},2024-02-03,1,1,1,\nb,${username},2024-02-03,1,1,1,`,
      'latin1',
    );
    const told = await imported(latin, '?dry_run=true', { headers: { 'content-type': CSV } });
    const message = 'must be text in UTF-8 without NUL characters';
    expect(told).toMatchObject({ status: 'refused', refused: [{ line: 2, errors: { external_id: [{ message }] } }] });
    const half = lines([row(username), row(username, { external_id: 'half-\ud800' })]);
    expect(await imported(half)).toMatchObject({ refused: [{ line: 2, errors: { external_id: [{ message }] } }] });
  });

  it('refuses a CSV file with two columns of one name', async () => {
    const header = 'external_id,username,at,business_volume,points, points,cumulative_volume';
    const told = await imported(`${header}\na,b,2024-02-03,1,1,2,1`, '', { headers: { 'content-type': CSV } });
    expect(told).toMatchObject({ status: 'refused', refused: [{ line: 1, errors: { detail: expect.anything() } }] });
    expect(told.refused[0].errors.detail[0].message).toContain('two columns have the name points');
  });

  it('refuses instants that no year of the database has, by their line', async () => {
    const { username } = await member();
    const ends = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '0001-01-01', '9999-12-31T23:59:59Z'];
    const told = await imported(lines(ends.map((at) => row(username, { at }))));
    expect(told.refused.map(({ line, errors }: { line: number; errors: object }) => [line, errors])).toMatchObject([
      [1, { at: [{ message: expect.stringContaining('ISO 8601') }] }],
      [2, { at: [{ message: expect.stringContaining('ISO 8601') }] }],
      [3, { at: [{ message: expect.stringContaining('before the member came') }] }],
      [4, { at: [{ message: expect.stringContaining('in the future') }] }],
    ]);
  });

  it('takes back nothing of a row that takes back another one, in the file or in the ledger', async () => {
    const { username } = await member();
    const negative = { business_volume: -1, points: -1, cumulative_volume: 0 };
    const sold = row(username);
    const back = row(username, { ...negative, takes_back: sold.external_id });
    const again = row(username, { ...negative, takes_back: back.external_id });
    const message = 'is a row that takes another one back';
    const refused = [{ line: 3, errors: { takes_back: [{ message }] } }];
    expect(await imported(lines([sold, back, again]))).toMatchObject({ status: 'refused', refused });
    await imported(lines([sold, back]));
    expect(await imported(lines([sold, back, again]))).toMatchObject({ status: 'refused', refused });
    const [one, other] = [row(username, negative), row(username, negative)];
    const circle = [
      { ...one, takes_back: other.external_id },
      { ...other, takes_back: one.external_id },
    ];
    expect(await imported(lines(circle))).toMatchObject({ status: 'refused', refused: [{ line: 1 }, { line: 2 }] });
  });

  it('writes nothing when it is cancelled, and cannot be cancelled once it is over', async () => {
    const { uid, username } = await member();
    const file = lines([row(username)]);
    const { id } = (await send(file)).body.data;
    const { body } = await root.post(`/admin/api/imports/${id}/cancel/`);
    expect(body.data).toMatchObject({ id, status: 'cancelled' });
    expect((await root.post(`/admin/api/imports/${id}/cancel/`)).status).toBe(409);

    const begun = (await send(file)).body.data.id;
    const stopping = new AbortController();
    stopping.abort();
    await expect(work(begun, stopping.signal)).rejects.toThrow();
    expect(await rowsOf(uid)).toEqual([]);
    expect(await work(begun)).toMatchObject({ status: 'done', accepted: 1 });
    expect((await root.post(`/admin/api/imports/${begun}/cancel/`)).status).toBe(409);
  });

  it.each([
    [NDJSON, '\n'],
    [NDJSON, ' \r\n'],
    [CSV, '\n'],
  ])('hears of its cancellation while it reads blank lines of %s', async (type, blank) => {
    const file = Buffer.alloc(6 * 1_048_576, blank);
    const { id } = (await send(file, '', { headers: { 'content-type': type } })).body.data;
    const stopping = new AbortController();
    // Whoever cancels gets a turn while the file is read.
    setImmediate(() => stopping.abort(new Error('cancelled')));
    await expect(work(id, stopping.signal)).rejects.toThrow();
  });

  it('counts blank lines', async () => {
    const header = 'external_id,username,at,business_volume,points,cumulative_volume';
    expect((await imported(`\n\n\n${lines([row('nobody')])}`)).refused[0].line).toBe(4);
    const csv = await imported(`${header}\n\n\nx,nobody,2024-02-03,1,1,1`, '', { headers: { 'content-type': CSV } });
    expect(csv.refused[0].line).toBe(4);
    const file = Buffer.alloc(10_000_002, '\n');
    for (const type of [NDJSON, CSV]) {
      const told = await imported(file, '', { headers: { 'content-type': type } });
      expect([told.status, told.refused[0].line]).toEqual(['refused', 10_000_002]);
      expect(told.refused[0].errors.detail[0].message).toContain('at most 10000000 rows, blank lines included');
    }
  });

  it('waits for no other super admin’s', async () => {
    const other = await app.make.superAdmin();
    const file = lines([row('nobody')]);
    await send(file);
    await other.post(IMPORT, file, { headers: { 'content-type': NDJSON } });
    const queues = await app.database.query<{ queue: string }>(
      `SELECT DISTINCT q.queue_name AS queue FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE q.queue_name LIKE 'network.imports.%'`,
    );
    expect(queues.map(({ queue }) => queue)).toEqual(
      expect.arrayContaining([`network.imports.${root.user.uid}`, `network.imports.${other.user.uid}`]),
    );
  });

  it('is refused while there is no room for its file, and leaves nothing', async () => {
    const storage = app.nest.get(ImportStorage, { strict: false });
    const full = jest.spyOn(storage, 'freeBytes').mockResolvedValue(1_000_000);
    const { status, body } = await send(lines([row('nobody')]));
    full.mockRestore();
    expect([status, body.type]).toEqual([507, 'Insufficient Storage']);
    const [left] = await app.database.query<{ count: number }>(
      `SELECT count(*)::integer FROM imports WHERE job_id IS NULL`,
    );
    expect(left!.count).toBe(0);
  });

  it('is refused while the files that wait take all that they may', async () => {
    const { id } = (await send(lines([row('nobody')]))).body.data;
    const [{ pieces } = { pieces: 0 }] = await app.database.query<{ pieces: number }>(
      `SELECT count(*)::integer AS pieces FROM import_chunks`,
    );
    // A piece of a file is a mebibyte.
    const config = app.nest.get(Config);
    const { importStorageGib } = config;
    config.importStorageGib = pieces / 1024;
    expect((await send(lines([row('nobody')]))).status).toBe(507);
    await work(id);
    expect((await send(lines([row('nobody')]))).status).toBe(200);
    config.importStorageGib = importStorageGib;
  });

  it('takes so many files of one user that are not over, and others again when one is cancelled', async () => {
    const eager = await app.make.superAdmin();
    const post = (): Promise<Answer> =>
      eager.post(IMPORT, lines([row('nobody')]), { headers: { 'content-type': NDJSON } });
    const ids: string[] = [];
    for (let file = 0; file < 20; file += 1) ids.push((await post()).body.data.id);
    const { status, body } = await post();
    expect([status, body.message]).toEqual([409, expect.stringContaining('20 imports')]);
    expect((await send(lines([row('nobody')]))).status).toBe(200);
    await eager.post(`/admin/api/imports/${ids[0]}/cancel/`);
    expect((await post()).status).toBe(200);
  });

  it('is done once, however often its job is', async () => {
    const { uid, username } = await member();
    const { id } = (await send(lines([row(username)]))).body.data;
    const both = await Promise.all([work(id), work(id)]);
    expect(both).toMatchObject([{ status: 'done' }, { status: 'done', accepted: 1 }]);
    expect(await rowsOf(uid)).toHaveLength(1);
  });

  it('is asked for once under one Idempotency-Key, and refuses another file under it', async () => {
    const { username } = await member();
    const file = lines([row(username)]);
    const once = { headers: { 'idempotency-key': `import-${username}` } };
    const [first, again] = [await send(file, '', once), await send(file, '', once)];
    expect(again.body.data.id).toBe(first.body.data.id);
    expect((await send(`${file} `, '', once)).status).toBe(422);
  });

  it.each([
    ['an empty file', '', NDJSON, 400],
    ['JSON', '{}', 'application/json', 415],
    ['another encoding', 'x', 'text/csv; charset=latin1', 415],
    ['another type', 'x', 'text/plain', 415],
  ])('refuses %s at once', async (_, payload, type, status) => {
    expect((await send(payload, '', { headers: { 'content-type': type } })).status).toBe(status);
  });

  it('is for super admins alone, and other addresses take no such files', async () => {
    const admin = await app.make.apiAdmin();
    const headers = { 'content-type': NDJSON };
    expect((await admin.post(IMPORT, '{}', { headers })).status).toBe(401);
    expect((await root.post(VOLUMES, '{}', { headers })).status).toBe(415);
    expect((await root.get('/admin/api/imports/none/')).status).toBe(404);
  });

  it('is listed with all others, newest first, with how many rows were refused', async () => {
    const { username } = await member();
    const { id: refused } = await imported(lines([row('nobody-of-that-name'), row(username), row('nor-of-this')]));
    const { id: done } = await imported(lines([row(username)]), '?dry_run=true');
    const { id: queued } = (await send(lines([row(username)]))).body.data;
    const list = async (query: string) => (await root.get(`/admin/api/imports/?${query}`)).body.data;
    const { results, count, next } = await list('limit=3&kind=volumes');
    const by = { by_uid: root.user.uid, by: root.user.username, kind: 'volumes' };
    expect(results).toEqual([
      expect.objectContaining({ ...by, id: queued, status: 'queued', finished_at: null, refused_rows: 0 }),
      expect.objectContaining({ ...by, id: done, status: 'done', dry_run: true, rows: 1, accepted: 1 }),
      expect.objectContaining({ ...by, id: refused, status: 'refused', rows: 3, accepted: 0, refused_rows: 2 }),
    ]);
    expect(results[2]).not.toHaveProperty('refused');
    expect(new URL(next).search).toContain('kind=volumes');
    const second = await list('limit=1&offset=1');
    expect([second.count, second.results[0].id]).toEqual([count, done]);
    expect(await list('kind=none')).toMatchObject({ count: 0, results: [] });
    await root.post(`/admin/api/imports/${queued}/cancel/`);
    expect((await list('limit=1')).results[0]).toMatchObject({ id: queued, status: 'cancelled' });
  });

  it('keeps no file when it is over', async () => {
    const { username } = await member();
    const { id } = (await send(lines([row(username)]))).body.data;
    const kept = () => app.database.query('SELECT FROM import_chunks WHERE import_id = $1', [id]);
    expect(await kept()).toHaveLength(1);
    await work(id);
    expect(await kept()).toHaveLength(0);
  });
});
