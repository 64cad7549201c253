import { describe, expect, it } from '@jest/globals';
import { auditOf, eventsOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { posted, PostedModule } from './support/posted-span.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const VOLUMES = '/admin/api/volumes/';
const STATUS = 'commerce/order-status/';

const NOTHING = { quantity: 0, price: 0, wholesale_price: 0, business_volume: 0, points: 0, cumulative_volume: 0 };

const app = await useTestApp({ extensions: [{ module: PostedModule }] });
const shop = await app.make.application();
const admin = await app.make.apiAdmin(shop);
const root = await app.make.superAdmin();
const kit = await app.make.catalogue.product({
  price: '49.9001',
  wholesalePrice: '30.3333',
  businessVolume: '40.0003',
  points: '10.5',
  cumulativeVolume: '0.1',
});

describe('the volume ledger', () => {
  /** A member with a placed order of so many kits. */
  async function buyer(quantity: number, ...statuses: string[]): Promise<{ member: TestClient; id: number }> {
    const member = await app.make.member(shop);
    await member.post('commerce/add-cart-item/', { product_id: kit.id, quantity });
    const { order_id: id } = (await member.post('commerce/create-order/')).body.data;
    for (const status of statuses) await move(id, status);
    return { member, id };
  }

  async function move(order_id: number, status: string): Promise<Answer['body']> {
    const answer = await admin.post(STATUS, { order_id, status });
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  /** Rows by a query, oldest first. */
  async function rows(query: string): Promise<Answer['body'][]> {
    const { status, body } = await root.get(`${VOLUMES}?${query}`);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data.results.toReversed();
  }

  /** What the ledger has of an order, in all; calculated by the database, exactly. */
  async function sums(id: number): Promise<typeof NOTHING> {
    const columns = Object.keys(NOTHING).map((name) => `coalesce(sum(${name}), 0)::float8 AS ${name}`);
    const sql = `SELECT ${columns.join(', ')} FROM volume_rows WHERE order_id = $1`;
    return (await app.database.query<typeof NOTHING>(sql, [id]))[0]!;
  }

  const adjusted = (uid: number, more: object = {}): Promise<Answer> =>
    root.post(VOLUMES, {
      uid,
      business_volume: 10,
      points: 0,
      cumulative_volume: -0.0001,
      reason: 'corrected',
      ...more,
    });

  describe('of orders', () => {
    it('has a row for each line from the moment when the order is paid, and none before', async () => {
      const { member, id } = await buyer(3);
      expect(await rows(`order_id=${id}`)).toEqual([]);
      const { paid_at, items } = await move(id, 'paid');
      const { order_number } = (await root.get(`/admin/api/orders/${id}/`)).body.data;
      expect(await rows(`order_id=${id}`)).toEqual([
        {
          id: expect.any(Number),
          uid: member.user.uid,
          username: member.user.username,
          at: paid_at,
          kind: 'sale',
          order_id: id,
          order_number,
          line_id: items[0].id,
          external_id: null,
          price: 149.7003,
          wholesale_price: 90.9999,
          quantity: 3,
          business_volume: 120.0009,
          points: 31.5,
          cumulative_volume: 0.3,
          takes_back_id: null,
          takes_back_at: null,
          reason: null,
          by_uid: null,
          succession_id: null,
          moved_id: null,
          recorded_at: expect.any(String),
        },
      ]);
      await move(id, 'completed');
      expect(await rows(`order_id=${id}`)).toHaveLength(1);
    });

    it('takes back what a paid order sold when it is cancelled, at that moment', async () => {
      const { id } = await buyer(2, 'paid');
      const { cancelled_at } = await move(id, 'cancelled');
      const [sale, cancellation] = await rows(`order_id=${id}`);
      expect(cancellation).toMatchObject({
        kind: 'cancellation',
        at: cancelled_at,
        line_id: sale.line_id,
        takes_back_id: sale.id,
        takes_back_at: sale.at,
        quantity: -2,
        price: -99.8002,
        wholesale_price: -60.6666,
        business_volume: -80.0006,
        points: -21,
        cumulative_volume: -0.2,
      });
    });

    it('has nothing of an order that is cancelled before it was paid', async () => {
      const { id } = await buyer(1, 'cancelled');
      expect(await rows(`order_id=${id}`)).toEqual([]);
    });

    it('takes back each return by its pieces, and of a cancellation what is left', async () => {
      const { id } = await buyer(3, 'paid');
      const [sale] = await rows(`order_id=${id}`);
      const items = [{ id: sale.line_id, quantity: 1 }];
      await admin.post('commerce/order-return/', { order_id: id, items, reason: 'broken' });
      const [, back] = await rows(`order_id=${id}`);
      expect(back).toMatchObject({
        kind: 'return',
        takes_back_id: sale.id,
        quantity: -1,
        price: -49.9001,
        wholesale_price: -30.3333,
        business_volume: -40.0003,
        points: -10.5,
        cumulative_volume: -0.1,
      });
      const [told] = (await eventsOf(app, 'order.returned')).slice(-1);
      expect(back.at).toBe(told!.returned_at);
      await move(id, 'cancelled');
      expect((await rows(`order_id=${id}`)).map(({ kind, quantity }) => [kind, quantity])).toEqual([
        ['sale', 3],
        ['return', -1],
        ['cancellation', -2],
      ]);
      expect(await sums(id)).toEqual(NOTHING);
    });

    it('has nothing left of an order that is returned whole, in pieces that divide no amount', async () => {
      const { id } = await buyer(7, 'paid', 'completed');
      const [{ line_id }] = await rows(`order_id=${id}`);
      for (const quantity of [1, 3, 2]) {
        const items = [{ id: line_id, quantity }];
        await admin.post('commerce/order-return/', { order_id: id, items, reason: 'broken' });
      }
      expect((await sums(id)).quantity).toBe(1);
      await admin.post('commerce/order-return/', { order_id: id, reason: 'the rest' });
      expect(await sums(id)).toEqual(NOTHING);
      expect(await rows(`order_id=${id}`)).toHaveLength(5);
    });

    it('takes nothing back twice when an order is cancelled and returned at once', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id } = await buyer(5, 'paid');
        const [{ line_id }] = await rows(`order_id=${id}`);
        const items = [{ id: line_id, quantity: 2 }];
        const answers = await Promise.all([
          admin.post('commerce/order-return/', { order_id: id, items, reason: 'broken' }),
          admin.post(STATUS, { order_id: id, status: 'cancelled' }),
          admin.post('commerce/order-return/', { order_id: id, items, reason: 'broken too' }),
          admin.post('commerce/order-return/', { order_id: id, items, reason: 'and again' }),
        ]);
        expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
        expect(answers[1].status).toBe(200);
        expect(await sums(id)).toEqual(NOTHING);
        expect((await rows(`order_id=${id}`)).length).toBe(1 + answers.filter(({ status }) => status === 200).length);
      }
    });

    it('gets the sale with what takes it back, if the order was paid past the ledger', async () => {
      const { id } = await buyer(2, 'paid');
      await app.database.query('ALTER TABLE volume_rows DISABLE TRIGGER USER');
      await app.database.query('DELETE FROM volume_rows WHERE order_id = $1', [id]);
      await app.database.query('ALTER TABLE volume_rows ENABLE TRIGGER USER');
      await move(id, 'cancelled');
      expect((await rows(`order_id=${id}`)).map(({ quantity }) => quantity)).toEqual([2, -2]);
    });

    it('refuses a payment into a period that is posted, and leaves the order as it was', async () => {
      const { member, id } = await buyer(1);
      posted.span = { from: new Date(0), to: new Date(Date.now() + 3_600_000) };
      const { status } = await admin
        .post(STATUS, { order_id: id, status: 'paid' })
        .finally(() => (posted.span = undefined));
      expect(status).toBe(409);
      expect((await member.get(`commerce/orders/${id}/`)).body.data.status).toBe('placed');
    });
  });

  describe('read', () => {
    it('gives the rows of a member, of a time and of a kind, newest first and in pages', async () => {
      const { uid } = (await app.make.member(shop)).user;
      await app.database.query(`UPDATE network_members SET enrolled_at = '2024-01-01' WHERE uid = $1`, [uid]);
      for (const day of ['2024-03-01', '2024-02-29', '2025-12-31T23:59:59.999Z', '2026-01-01']) {
        expect((await adjusted(uid, { at: day })).status).toBe(200);
      }
      const days = async (query: string): Promise<string[]> =>
        (await rows(`uid=${uid}&${query}`)).map(({ at }) => at.slice(0, 10));
      expect(await days('')).toEqual(['2024-02-29', '2024-03-01', '2025-12-31', '2026-01-01']);
      expect(await days('from=2024-03-01&to=2026-01-01')).toEqual(['2024-03-01', '2025-12-31']);
      expect(await days('kind=adjustment&limit=2&offset=1')).toEqual(['2024-03-01', '2025-12-31']);
      expect(await days('kind=sale')).toEqual([]);
      const { count, next, previous } = (await root.get(`${VOLUMES}?uid=${uid}&limit=3`)).body.data;
      expect([count, previous]).toEqual([4, null]);
      expect(next).toContain(`/admin/api/volumes/?uid=${uid}&limit=3&offset=3`);
    });

    it.each(['uid=0', 'kind=gift', 'from=yesterday', 'offset=100001', 'order_id=x'])('refuses %s', async (query) => {
      expect((await root.get(`${VOLUMES}?${query}`)).status).toBe(400);
    });

    it('is for super admins alone', async () => {
      for (const client of [admin, await app.make.member(shop)]) {
        expect((await client.get(VOLUMES)).status).toBe(401);
        expect((await client.post(VOLUMES, {})).status).toBe(401);
      }
    });
  });

  describe('adjusted by a super admin', () => {
    it('has a row of its own with the reason, which is audited and told', async () => {
      const { uid, username } = (await app.make.member(shop)).user;
      const { body, status } = await adjusted(uid, { reason: 'Credited\ntwice' });
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({
          uid,
          username,
          kind: 'adjustment',
          business_volume: 10,
          points: 0,
          cumulative_volume: -0.0001,
          reason: 'Credited\ntwice',
          by_uid: root.user.uid,
          order_id: null,
          price: null,
          quantity: null,
        }),
      ]);
      expect(await rows(`uid=${uid}`)).toEqual([body.data]);
      const { id, at } = body.data;
      const volumes = { business_volume: 10, points: 0, cumulative_volume: -0.0001 };
      const told = { id, uid, at, ...volumes, reason: 'Credited\ntwice', by_uid: root.user.uid };
      expect((await eventsOf(app, 'volume.adjusted')).at(-1)).toEqual(told);
      expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
        action: 'volume.adjust',
        entity_id: String(body.data.id),
        target_uid: uid,
        after: { business_volume: 10, reason: 'Credited\ntwice' },
      });
    });

    it('is adjusted once for one Idempotency-Key', async () => {
      const { uid } = (await app.make.member(shop)).user;
      const request = { headers: { 'idempotency-key': `adjust-${uid}` } };
      const payload = { uid, business_volume: 1, points: 1, cumulative_volume: 1, reason: 'once' };
      const answers = [await root.post(VOLUMES, payload, request), await root.post(VOLUMES, payload, request)];
      expect(answers[1]!.body).toEqual(answers[0]!.body);
      expect(await rows(`uid=${uid}`)).toHaveLength(1);
    });

    it.each([
      ['of nobody', { uid: 999_999 }, 'uid'],
      ['of no volume at all', { business_volume: 0, cumulative_volume: 0 }, 'business_volume'],
      ['with five decimals', { points: 0.00001 }, 'points'],
      ['with eleven digits', { points: -10_000_000_000 }, 'points'],
      ['of text', { points: '1' }, 'points'],
      ['without a reason', { reason: ' ' }, 'reason'],
      ['in the future', { at: '2999-01-01' }, 'at'],
      ['before the member came', { at: '2001-01-01' }, 'at'],
    ])('refuses one %s', async (_, more, field) => {
      const { uid } = (await app.make.member(shop)).user;
      const { status, body } = await adjusted(uid, more);
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });

    it('refuses one of somebody who is no member, whose purchases the ledger has all the same', async () => {
      const { status, body } = await adjusted(root.user.uid);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['uid']]);
      await admin.post('commerce/add-cart-item/', { product_id: kit.id });
      const { order_id } = (await admin.post('commerce/create-order/')).body.data;
      await move(order_id, 'paid');
      expect(await rows(`uid=${admin.user.uid}`)).toHaveLength(1);
    });

    it('refuses one into a period that is posted, from its first moment until its end', async () => {
      const { uid } = (await app.make.member(shop)).user;
      await app.database.query(`UPDATE network_members SET enrolled_at = '2024-01-01' WHERE uid = $1`, [uid]);
      posted.span = { from: new Date('2024-05-01'), to: new Date('2024-06-01') };
      const statuses: number[] = [];
      for (const at of ['2024-04-30T23:59:59.999Z', '2024-05-01', '2024-05-31T23:59:59.999Z', '2024-06-01'])
        statuses.push((await adjusted(uid, { at })).status);
      posted.span = undefined;
      expect(statuses).toEqual([200, 409, 409, 200]);
    });
  });

  describe('keeps what it has:', () => {
    const REFUSED = 'never changed or removed';

    it.each([
      `UPDATE volume_rows SET points = 0`,
      `UPDATE volume_rows SET at = at + interval '1 year'`,
      `DELETE FROM volume_rows`,
      `TRUNCATE volume_rows`,
      `TRUNCATE volume_external_ids`,
    ])('%s is refused', async (sql) => {
      await buyer(1, 'paid');
      await expect(app.database.query(sql)).rejects.toThrow(REFUSED);
    });

    it('so do its partitions, those made later too', async () => {
      const { uid } = (await app.make.member(shop)).user;
      await app.database.query(`UPDATE network_members SET enrolled_at = '2019-01-01' WHERE uid = $1`, [uid]);
      await adjusted(uid, { at: '2019-07-09' });
      for (const sql of ['UPDATE volume_rows_2019_07 SET points = 0', 'DELETE FROM volume_rows_2019_07'])
        await expect(app.database.query(sql)).rejects.toThrow(REFUSED);
      await expect(app.database.query('TRUNCATE volume_rows_2019_07')).rejects.toThrow(REFUSED);
    });
  });
});
