import { beforeEach, describe, expect, it } from '@jest/globals';
import { SumsOfPayouts1790996000000 } from '#common/database/migrations/1790996000000-sums-of-payouts.js';
import { checkRows, readMoney } from './support/money.js';
import { HOLDS, MoneyHands, PAYOUTS } from './support/payouts.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const hands = await MoneyHands.of(app);

beforeEach(async () => {
  // Published versions stay for ever; tests begin without any, and with nothing that is payable.
  await app.database.query('TRUNCATE commission_plans');
  await hands.drain();
});

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('a payout', () => {
  it('takes the whole payable balance of each active distributor', async () => {
    const [rich, modest] = [await hands.earner(100, 20.55), await hands.earner(0.01)];
    await hands.earner(-5);
    const { body } = await hands.make();
    expect(body.data).toMatchObject({
      status: 'created',
      amount: 120.56,
      members: 2,
      minimum: 0,
      is_last: false,
      four_eyes: true,
      sums: { pending: { items: 2, amount: 120.56 }, paid: { items: 0, amount: 0 } },
      currency_code: 'USD',
      created_by_uid: hands.root.user.uid,
      released_at: null,
    });
    const { id } = body.data;
    expect((await hands.items(id)).map(({ uid, amount, status }) => [uid, amount, status])).toEqual([
      [rich.uid, 120.55, 'pending'],
      [modest.uid, 0.01, 'pending'],
    ]);
    expect(await hands.balance(rich.uid)).toMatchObject({ balance: 0, payable: 0, in_payouts: 120.55, paid: 0 });
    expect((await hands.entries(rich.uid)).at(-1)).toEqual({ kind: 'payout', amount: -120.55 });
    expect(await hands.payout(id)).toEqual(body.data);
    expect(body.data.items).toEqual(await hands.items(id));
    const file = await hands.root.get(`${PAYOUTS}${id}/`, { headers: { accept: 'text/csv' } });
    expect(file.text.trimEnd().split('\n')).toHaveLength(3);
  });

  it('leaves out who has less than the minimum of the plan, which a request can only raise', async () => {
    await hands.publish({ minimum_payout: 10.5 });
    const [enough, much] = [await hands.earner(10.5), await hands.earner(50)];
    const little = await hands.earner(10.49);
    expect((await hands.make({ minimum: 10.49 })).body.errors).toEqual({
      minimum: [{ message: 'must be at least 10.5, the minimum_payout of the plan' }],
    });
    expect((await hands.make({ minimum: 50.001 })).body.errors).toEqual({
      minimum: [{ message: 'must have at most 2 decimals in this currency' }],
    });
    expect((await hands.make({ minimun: 50 })).status).toBe(400);
    const raised = await hands.made({ minimum: 50 });
    expect((await hands.items(raised)).map(({ uid }) => uid)).toEqual([much.uid]);
    const usual = await hands.made();
    expect((await hands.items(usual)).map(({ uid }) => uid)).toEqual([enough.uid]);
    expect(await hands.balance(little.uid)).toMatchObject({ balance: 10.49, payable: 10.49 });
    expect((await hands.payout(usual)).minimum).toBe(10.5);
  });

  it('is not made of nothing', async () => {
    const answer = await hands.make({ minimum: 3 });
    expect([answer.status, answer.body.type]).toEqual([409, 'Conflict']);
    expect(answer.body.message).toContain('nothing is payable');
    expect(answer.body.message).toContain('3 or more');
  });

  it('is not made if it would come to another amount than the preview showed', async () => {
    const { uid } = await hands.earner(100.1);
    const { amount } = await hands.ok(hands.root.post(`${PAYOUTS}preview/`));
    await hands.ok(hands.adjust(uid, 0.2));
    const answer = await hands.make({ expected_amount: amount });
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      { expected_amount: [{ message: 'the payout comes to 100.3 now, not 100.1; look at the preview again' }] },
    ]);
    expect(await hands.balance(uid)).toMatchObject({ balance: 100.3, in_payouts: 0 });
    expect((await hands.make({ expected_amount: 100.3 })).body.data).toMatchObject({ amount: 100.3, members: 1 });
    expect((await hands.make({ expected_amount: 12_345_678_901.5 })).body.message).toContain('nothing is payable');
    expect((await hands.make({ expected_amount: 1.00001 })).body.errors).toHaveProperty('expected_amount');
  });

  it('leaves out who is suspended, terminated or no distributor', async () => {
    const [suspended, terminated, active] = [await hands.earner(1), await hands.earner(2), await hands.earner(3)];
    const customer = await hands.network.member({ kind: 'customer' });
    await hands.ok(hands.adjust(customer.uid, 4));
    await hands.network.setStatus(suspended.uid, 'suspended');
    await hands.network.setStatus(terminated.uid, 'terminated');
    expect((await hands.items(await hands.made())).map(({ uid }) => uid)).toEqual([active.uid]);
  });

  it('leaves out whose user is inactive, also when it was made before', async () => {
    const deactivate = ({ uid }: { uid: number }) =>
      hands.ok(hands.root.patch(`/admin/api/users/${uid}/`, { status: 'inactive' }));
    const [gone, going, stays] = [await hands.earner(1), await hands.earner(2), await hands.earner(4)];
    await deactivate(gone);
    const id = await hands.made();
    expect((await hands.items(id)).map(({ uid }) => uid)).toEqual([going.uid, stays.uid]);
    await deactivate(going);
    expect(await hands.ok(hands.other.post(`${PAYOUTS}${id}/release/`))).toMatchObject({ amount: 4, members: 1 });
    expect((await hands.balance(gone.uid)).balance).toBe(1);
    expect((await hands.balance(going.uid)).balance).toBe(2);
  });

  it('takes what is payable by now, and counts what was taken off at once', async () => {
    const { uid } = await hands.earner(30);
    const later = await hands.earner();
    const insert = `INSERT INTO earnings (uid, kind, amount, payable_at, reason) VALUES ($1, 'adjustment', $2, $3, 'a test')`;
    const tomorrow = new Date(Date.now() + 86_400_000);
    await app.database.query(insert, [uid, 100, tomorrow]);
    await app.database.query(insert, [uid, -12, tomorrow]);
    await app.database.query(insert, [later.uid, 100, tomorrow]);
    expect(await hands.balance(uid)).toMatchObject({ balance: 118, payable: 18 });
    const id = await hands.made();
    expect((await hands.items(id)).map(({ uid: of, amount }) => [of, amount])).toEqual([[uid, 18]]);
    expect(await hands.balance(uid)).toMatchObject({ balance: 100, payable: 0 });
  });

  it('takes each balance once, though many are asked for at the same moment and entries come meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const members = await Promise.all([10, 20, 30].map((amount) => hands.earner(amount)));
      const asked = [1, 2, 3, 4].flatMap((index) => [
        index % 2 === 0 ? hands.make() : hands.other.post(PAYOUTS, {}),
        ...members.map(({ uid }) => hands.adjust(uid, index % 2 === 0 ? -10 : 5)),
      ]);
      await Promise.all(asked);
      const rows = await readMoney((text) => app.database.query(text));
      expect(checkRows(rows)).toEqual([]);
    }
  });

  it('is made once for an Idempotency-Key', async () => {
    await hands.earner(5);
    const headers = { 'idempotency-key': 'a payout' };
    const first = await hands.root.post(PAYOUTS, {}, { headers });
    const again = await hands.root.post(PAYOUTS, {}, { headers });
    expect(again.body).toEqual(first.body);
    expect(first.status).toBe(200);
  });

  it('is listed, newest first, by status and member', async () => {
    const { uid } = await hands.earner(5);
    const id = await hands.made();
    const ids = async (query: string): Promise<number[]> =>
      (await hands.ok(hands.root.get(PAYOUTS + query))).results.map((one: { id: number }) => one.id);
    expect((await ids(''))[0]).toBe(id);
    expect(await ids(`?uid=${uid}`)).toEqual([id]);
    expect(await ids(`?uid=${uid}&status=released`)).toEqual([]);
    expect((await hands.root.get(`${PAYOUTS}99999999/`)).status).toBe(404);
    expect((await hands.root.get(`${PAYOUTS}?status=gone`)).status).toBe(400);
  });

  it('keeps what its items come to, which nothing but these changes', async () => {
    await hands.earner(5);
    const id = await hands.released();
    const kept = `SELECT status, items::int, amount::float8 FROM payout_sums WHERE payout_id = ${id} AND items > 0`;
    expect(await app.database.query(kept)).toEqual([{ status: 'pending', items: 1, amount: 5 }]);
    await app.database.query(`UPDATE payout_items SET status = 'paid' WHERE payout_id = ${id}`);
    expect(await app.database.query(kept)).toEqual([{ status: 'paid', items: 1, amount: 5 }]);
    // As of a database of the earlier version.
    const runner = app.db.dataSource.createQueryRunner();
    await new SumsOfPayouts1790996000000().down(runner);
    await new SumsOfPayouts1790996000000().up(runner);
    await runner.release();
    expect(await app.database.query(kept)).toEqual([{ status: 'paid', items: 1, amount: 5 }]);
    for (const sql of [
      'UPDATE payout_sums SET amount = amount + 1',
      `INSERT INTO payout_sums (payout_id, status, items, amount) VALUES (9999999, 'paid', 1, 1)`,
      'DELETE FROM payout_sums',
      'TRUNCATE payout_sums',
    ])
      await expect(app.database.query(sql)).rejects.toThrow('change the items instead');
    for (const sql of ['DELETE FROM payout_items', 'TRUNCATE payout_items'])
      await expect(app.database.query(sql)).rejects.toThrow('never removed');
  });
});

describe('releasing', () => {
  it('needs another super admin under four eyes, and tells the payment provider once', async () => {
    await hands.earner(12.5);
    await hands.earner(7.5);
    const id = await hands.made();
    const asked = await hands.ok(hands.root.post(`${PAYOUTS}${id}/release/`));
    expect([asked.status, asked.approval.status]).toEqual(['created', 'waiting']);
    expect((await hands.root.post(`${PAYOUTS}${id}/release/`)).status).toBe(403);
    const tried = await Promise.all([1, 2, 3].map(() => hands.other.post(`${PAYOUTS}${id}/release/`)));
    expect(statuses(tried)).toEqual([200, 409, 409]);
    expect(await hands.payout(id)).toMatchObject({ status: 'released', released_by_uid: hands.other.user.uid });
    const events = await app.database.query(
      `SELECT data FROM events WHERE type = 'payout.created' AND aggregate_id = $1`,
      [String(id)],
    );
    expect(events).toEqual([{ data: { id, amount: 20, items: 2, currency_code: 'USD' } }]);
  });

  it('is done by who made the payout where the plan asks for two eyes', async () => {
    await hands.publish({ four_eyes: false });
    await hands.earner(5);
    const id = await hands.made();
    expect((await hands.root.post(`${PAYOUTS}${id}/release/`)).body.data.status).toBe('released');
  });

  it('gives back what was taken of those who can be paid no more', async () => {
    const members = [await hands.earner(1), await hands.earner(2), await hands.earner(4), await hands.earner(8)];
    const [stays, held, suspended, terminated] = members.map(({ uid }) => uid) as [number, number, number, number];
    const id = await hands.made();
    await hands.ok(hands.hold(held));
    await hands.network.setStatus(suspended, 'suspended');
    await hands.network.setStatus(terminated, 'terminated');
    const released = await hands.ok(hands.other.post(`${PAYOUTS}${id}/release/`));
    expect(released).toMatchObject({
      amount: 1,
      members: 1,
      sums: { pending: { items: 1, amount: 1 }, cancelled: { items: 3, amount: 14 } },
    });
    expect((await hands.items(id, '&status=pending')).map(({ uid }) => uid)).toEqual([stays]);
    expect((await hands.balance(held)).balance).toBe(2);
    expect((await hands.balance(suspended)).balance).toBe(4);
    expect((await hands.balance(terminated)).balance).toBe(8);
  });

  it('is refused when nobody is left in it', async () => {
    const { uid } = await hands.earner(1);
    const id = await hands.made();
    await hands.ok(hands.hold(uid));
    expect((await hands.other.post(`${PAYOUTS}${id}/release/`)).status).toBe(409);
    expect((await hands.payout(id)).status).toBe('created');
    expect((await hands.balance(uid)).balance).toBe(0);
  });
});

describe('cancelling', () => {
  it('gives all of a payout back once, as long as it is not released', async () => {
    const { uid } = await hands.earner(12);
    const id = await hands.made();
    const tried = await Promise.all([1, 2, 3].map(() => hands.root.post(`${PAYOUTS}${id}/cancel/`)));
    expect(statuses(tried)).toEqual([200, 409, 409]);
    expect(await hands.payout(id)).toMatchObject({
      status: 'cancelled',
      amount: 12,
      members: 1,
      cancelled_by_uid: hands.root.user.uid,
      sums: { pending: { items: 0 }, cancelled: { items: 1, amount: 12 } },
    });
    expect(await hands.entries(uid)).toEqual([
      { kind: 'adjustment', amount: 12 },
      { kind: 'payout', amount: -12 },
      { kind: 'payout_failed', amount: 12 },
    ]);
    expect((await hands.other.post(`${PAYOUTS}${id}/release/`)).status).toBe(409);
    const released = await hands.released();
    expect((await hands.root.post(`${PAYOUTS}${released}/cancel/`)).status).toBe(409);
  });
});

describe('holds', () => {
  it('keep a member out of payouts, who goes on earning, until each is released', async () => {
    const { uid, username } = await hands.earner(9);
    const hold = await hands.ok(hands.hold(uid, 'tax'));
    expect(hold).toMatchObject({ uid, username, reason: 'tax', note: 'a test', to: null, ended_by_uid: null });
    const other = await hands.ok(hands.hold(uid, 'bank'));
    expect((await hands.hold(uid, 'tax')).status).toBe(409);
    expect(await hands.balance(uid)).toMatchObject({ balance: 9, holds: ['tax', 'bank'] });
    await hands.ok(hands.adjust(uid, 1));
    expect((await hands.make()).status).toBe(409);
    await hands.ok(hands.root.post(`${HOLDS}${hold.id}/release/`));
    expect((await hands.make()).status).toBe(409);
    const ended = await hands.ok(hands.root.post(`${HOLDS}${other.id}/release/`));
    expect(ended.ended_by_uid).toBe(hands.root.user.uid);
    expect((await hands.root.post(`${HOLDS}${other.id}/release/`)).status).toBe(409);
    expect((await hands.items(await hands.made())).map(({ amount }) => amount)).toEqual([10]);
    const audited = await app.database.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE entity_type = 'payout_hold' AND entity_id = ANY ($1) ORDER BY id`,
      [[String(hold.id), String(other.id)]],
    );
    const [begin, end] = ['payout-hold.begin', 'payout-hold.end'];
    expect(audited.map(({ action }) => action)).toEqual([begin, begin, end, end]);
  });

  it('are listed by member, reason and whether they hold', async () => {
    const { uid } = await hands.earner();
    const { id } = await hands.ok(hands.hold(uid, 'identity'));
    const ids = async (query: string): Promise<number[]> =>
      (await hands.ok(hands.root.get(`${HOLDS}?uid=${uid}${query}`))).results.map((one: { id: number }) => one.id);
    expect(await ids('')).toEqual([id]);
    expect(await ids('&open=false')).toEqual([]);
    expect(await ids('&open=true&reason=identity')).toEqual([id]);
    expect(await ids('&reason=bank')).toEqual([]);
  });

  it('are of members, for a known reason, and with a note', async () => {
    const { uid } = await hands.earner();
    const fields = async (body: object): Promise<string[]> =>
      Object.keys((await hands.root.post(HOLDS, { uid, reason: 'tax', note: 'x', ...body })).body.errors);
    expect(await fields({ uid: hands.root.user.uid })).toEqual(['uid']);
    expect(await fields({ reason: 'mood', note: '' })).toEqual(['reason', 'note']);
    expect((await hands.root.post(`${HOLDS}99999999/release/`)).status).toBe(404);
  });

  it('are not released by the member, whatever else they may do', async () => {
    const { uid, username } = await hands.earner();
    const { id } = await hands.ok(hands.hold(uid, 'identity'));
    await app.database.query(`UPDATE users SET roles = '{member,finance}' WHERE uid = $1`, [uid]);
    const own = await app.make.admin(['member', 'finance'], { ...hands.root.user, uid, username });
    const { status, body } = await own.post(`${HOLDS}${id}/release/`);
    expect([status, body.message]).toEqual([403, 'this is about you: somebody else has to decide']);
    await hands.ok(hands.root.post(`${HOLDS}${id}/release/`));
    expect((await own.post(`${HOLDS}${id}/release/`)).status).toBe(409);
  });

  it('are seen by the member without their note', async () => {
    const member = await hands.earner(3);
    await hands.ok(hands.hold(member.uid, 'identity'));
    const { text, body } = await (await hands.network.as(member)).get('earnings/balance/');
    expect(body.data).toMatchObject({ balance: 3, currency_code: 'USD', holds: ['identity'] });
    expect(text).not.toContain('a test');
  });
});

describe('the last payout of a member who has left', () => {
  const last = (uid: number): Promise<Answer> => hands.root.post(`${PAYOUTS}last/`, { uid });

  it('takes the whole balance once, whatever the minimum and the day from which it is payable', async () => {
    await hands.publish({ minimum_payout: 100 });
    const { uid } = await hands.earner(3);
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reason) VALUES ($1, 'adjustment', 4, now() + interval '5 days', 'x')`,
      [uid],
    );
    await hands.network.setStatus(uid, 'terminated');
    const tried = await Promise.all([1, 2, 3].map(() => last(uid)));
    expect(statuses(tried)).toEqual([200, 409, 409]);
    const { data } = tried.find(({ status }) => status === 200)!.body;
    expect(data).toMatchObject({ amount: 7, members: 1, is_last: true, four_eyes: true });
    expect((await hands.ok(hands.root.post(`${PAYOUTS}${data.id}/release/`))).status).toBe('created');
    await hands.ok(hands.other.post(`${PAYOUTS}${data.id}/release/`));
    expect(await hands.balance(uid)).toMatchObject({ balance: 0, in_payouts: 7 });
    await hands.ok(hands.adjust(uid, 1));
    expect((await last(uid)).body.message).toContain(`payout ${data.id} is already the last payout`);
  });

  it('is made again when it was cancelled or failed, or after the member came back and left again', async () => {
    const { uid } = await hands.earner(3);
    await hands.network.setStatus(uid, 'terminated');
    const first = (await hands.ok(last(uid))).id;
    await hands.ok(hands.root.post(`${PAYOUTS}${first}/cancel/`));
    const second = (await hands.ok(last(uid))).id;
    await hands.ok(hands.other.post(`${PAYOUTS}${second}/release/`));
    const [item] = await hands.items(second);
    await hands.ok(hands.root.post(`${PAYOUTS}${second}/items/${item!.id}/failed/`, { reason: 'closed' }));
    const third = (await hands.ok(last(uid))).id;
    await hands.network.setStatus(uid, 'active');
    await hands.network.setStatus(uid, 'terminated');
    await hands.ok(hands.adjust(uid, 2));
    expect((await hands.payout((await hands.ok(last(uid))).id)).amount).toBe(2);
    expect((await hands.payout(third)).amount).toBe(3);
  });

  it('is not released once the member is back, whose balance is paid as that of others then', async () => {
    const { uid } = await hands.earner(3);
    await hands.network.setStatus(uid, 'terminated');
    const { id } = await hands.ok(last(uid));
    await hands.network.setStatus(uid, 'active');
    const { status, body } = await hands.other.post(`${PAYOUTS}${id}/release/`);
    expect([status, body.message]).toEqual([409, expect.stringContaining(`payout ${id}`)]);
    await hands.ok(hands.root.post(`${PAYOUTS}${id}/cancel/`));
    expect(await hands.balance(uid)).toMatchObject({ balance: 3, in_payouts: 0 });
  });

  it('is refused for who is still paid, who is on hold, and where nothing is left', async () => {
    const [active, suspended, owing, held] = [
      await hands.earner(1),
      await hands.earner(1),
      await hands.earner(-1),
      await hands.earner(1),
    ];
    await hands.network.setStatus(suspended.uid, 'suspended');
    for (const { uid } of [owing, held]) await hands.network.setStatus(uid, 'terminated');
    await hands.ok(hands.hold(held.uid, 'bank'));
    const told = async (uid: number): Promise<unknown[]> => {
      const { status, body } = await last(uid);
      return [status, body.message];
    };
    expect(await told(active.uid)).toEqual([409, expect.stringContaining('in the status active')]);
    expect(await told(suspended.uid)).toEqual([409, expect.stringContaining('in the status suspended')]);
    expect(await told(owing.uid)).toEqual([409, 'the balance is not above 0']);
    expect(await told(held.uid)).toEqual([409, 'the member is on hold: bank']);
    expect((await told(hands.root.user.uid))[0]).toBe(400);
  });
});
