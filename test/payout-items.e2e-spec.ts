import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuditLog } from '#common/audit/audit-log.js';
import { MoneyHands, PAYOUTS, type Item } from './support/payouts.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const hands = await MoneyHands.of(app);

beforeEach(() => hands.drain());

/** A released payout of members with these balances, and its items. */
async function released(...balances: number[]): Promise<{ id: number; items: Item[] }> {
  for (const balance of balances) await hands.earner(balance);
  const id = await hands.released();
  return { id, items: await hands.items(id) };
}

const paid = (id: number, item: number, reference = 'T-1'): Promise<Answer> =>
  hands.root.post(`${PAYOUTS}${id}/items/${item}/paid/`, { reference });
const failed = (id: number, item: number, reason = 'closed'): Promise<Answer> =>
  hands.root.post(`${PAYOUTS}${id}/items/${item}/failed/`, { reason });
const mark = (id: number, items: readonly object[]): Promise<Answer> =>
  hands.root.post(`${PAYOUTS}${id}/mark/`, { items });

describe('the file of a payout', () => {
  it('takes no place for ever when its audit entry cannot be written', async () => {
    const { id } = await released(10);
    const file = (): Promise<Answer> => hands.root.get(`${PAYOUTS}${id}/items/?format=csv`);
    const audit = jest.spyOn(app.nest.get(AuditLog), 'record').mockRejectedValue(new Error('the audit log is full'));
    for (let time = 0; time < 3; time += 1) expect((await file()).status).toBe(500);
    audit.mockRestore();
    expect((await file()).status).toBe(200);
  });
});

describe('items of a payout', () => {
  it('are marked as paid with a reference, and the same again changes nothing', async () => {
    const { id, items } = await released(10, 20);
    const first = await hands.ok(paid(id, items[0]!.id));
    expect(first).toMatchObject({ uid: items[0]!.uid, amount: 10, status: 'paid', reference: 'T-1', reason: null });
    expect(await hands.ok(paid(id, items[0]!.id))).toEqual(first);
    expect((await paid(id, items[0]!.id, 'T-2')).status).toBe(409);
    expect((await failed(id, items[0]!.id)).status).toBe(409);
    expect(await hands.balance(items[0]!.uid)).toMatchObject({ balance: 0, in_payouts: 0, paid: 10 });
    expect((await hands.payout(id)).sums).toMatchObject({
      pending: { items: 1, amount: 20 },
      paid: { items: 1, amount: 10 },
    });
  });

  it('give their amount back once when they fail, and it is paid by the next payout', async () => {
    const { id, items } = await released(15.5);
    const [item] = items as [Item];
    const tried = await Promise.all([1, 2, 3].map(() => failed(id, item.id)));
    expect(tried.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await failed(id, item.id, 'another')).status).toBe(409);
    expect((await paid(id, item.id)).status).toBe(409);
    expect(await hands.entries(item.uid)).toEqual([
      { kind: 'adjustment', amount: 15.5 },
      { kind: 'payout', amount: -15.5 },
      { kind: 'payout_failed', amount: 15.5 },
    ]);
    const [again] = await hands.items(await hands.made());
    expect(again).toMatchObject({ uid: item.uid, amount: 15.5 });
  });

  it('are marked in released payouts alone', async () => {
    await hands.earner(3);
    const id = await hands.made();
    const [item] = await hands.items(id);
    expect((await paid(id, item!.id)).status).toBe(409);
    expect((await mark(id, [{ id: item!.id, status: 'paid', reference: 'T' }])).status).toBe(409);
    await hands.ok(hands.root.post(`${PAYOUTS}${id}/cancel/`));
    expect((await failed(id, item!.id)).status).toBe(409);
  });

  it('are found in their own payout alone', async () => {
    const [one, other] = [await released(1), await released(2)];
    expect((await paid(one.id, other.items[0]!.id)).status).toBe(404);
    expect((await paid(one.id, 99_999_999)).status).toBe(404);
    expect((await paid(99_999_999, one.items[0]!.id)).status).toBe(404);
    expect((await hands.root.post(`${PAYOUTS}${one.id}/items/x/paid/`, { reference: 'T' })).status).toBe(404);
    expect((await paid(one.id, one.items[0]!.id, ' ')).status).toBe(400);
  });

  it('are paid or failed, whichever of two comes first', async () => {
    const { id, items } = await released(1, 2, 3, 4, 5, 6);
    await Promise.all(
      items.map(async (item) => {
        const answers = await Promise.all([paid(id, item.id), failed(id, item.id), paid(id, item.id, 'T-2')]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        const [after] = await hands.items(id, `&uid=${item.uid}`);
        expect((await hands.balance(item.uid)).balance).toBe(after!.status === 'failed' ? item.amount : 0);
      }),
    );
  });
});

describe('the file of a payout', () => {
  it('has what a bank needs, and no cell that a spreadsheet would run', async () => {
    const { id, items } = await released(1.5, 20);
    const [first, second] = items as [Item, Item];
    await app.database.query(`UPDATE users SET first_name = '=1+1', last_name = 'a,b' WHERE uid = $1`, [second.uid]);
    await hands.ok(paid(id, first.id, 'T-7'));
    const answer = await hands.root.get(`${PAYOUTS}${id}/items/?format=csv&limit=1`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        new RegExp(`^attachment; filename="payout-items-${id}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`),
      ),
    });
    const lines = answer.text.trimEnd().split('\n');
    expect(lines[0]).toBe('id,uid,username,name,email,amount,currency_code,status,reference,reason');
    expect(lines[1]).toMatch(new RegExp(`^${first.id},${first.uid},[^,]+,Maria Schmidt,[^,]+,1.5,USD,paid,T-7,$`));
    expect(lines[2]).toContain(`,"'=1+1 a,b",`);
    expect(lines).toHaveLength(3);
    const pending = await hands.root.get(`${PAYOUTS}${id}/items/?status=pending`, { headers: { accept: 'text/csv' } });
    expect(pending.text.trimEnd().split('\n')).toHaveLength(2);
    expect((await hands.root.get(`${PAYOUTS}99999999/items/?format=csv`)).status).toBe(404);
    const audited = `SELECT count(*)::int AS count FROM audit_entries WHERE action = 'payout.download' AND entity_id = $1`;
    expect(await app.database.query(audited, [String(id)])).toEqual([{ count: 2 }]);
  });
});

describe('marking many items', () => {
  it('marks all of them, and those that are marked so already stay', async () => {
    const { id, items } = await released(1, 2, 3);
    const [one, two, three] = items as [Item, Item, Item];
    const marks = [
      { id: one.id, status: 'paid', reference: 'A' },
      { id: two.id, status: 'failed', reason: 'closed' },
    ];
    expect(await hands.ok(mark(id, marks))).toEqual({ marked: 2, unchanged: 0, pending: 1 });
    const more = [...marks, { id: three.id, status: 'paid', reference: 'C' }];
    expect(await hands.ok(mark(id, more))).toEqual({ marked: 1, unchanged: 2, pending: 0 });
    expect(await hands.ok(mark(id, more))).toEqual({ marked: 0, unchanged: 3, pending: 0 });
    expect((await hands.balance(two.uid)).balance).toBe(2);
    expect((await hands.payout(id)).sums).toEqual({
      pending: { items: 0, amount: 0 },
      paid: { items: 2, amount: 4 },
      failed: { items: 1, amount: 2 },
      cancelled: { items: 0, amount: 0 },
    });
  });

  it('marks none if anything is wrong with one', async () => {
    const { id, items } = await released(1, 2);
    const [one, two] = items as [Item, Item];
    const wrong = await mark(id, [
      { id: one.id, status: 'paid', reference: 'A' },
      { id: 99_999_999, status: 'paid', reference: 'B' },
      { id: two.id, status: 'failed' },
      { id: two.id, status: 'paid', reference: 'D' },
    ]);
    const problems = wrong.body.errors.items as { path: string; message: string }[];
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['items[2].reason', 'is required of a failed item'],
      ['items[3].id', 'is repeated'],
      ['items[1].id', 'is not in this payout'],
    ]);
    await hands.ok(paid(id, two.id, 'X'));
    const conflicting = [
      { id: one.id, status: 'paid', reference: 'A' },
      { id: two.id, status: 'failed', reason: 'closed' },
    ];
    expect((await mark(id, conflicting)).status).toBe(409);
    expect((await hands.items(id)).map(({ status }) => status)).toEqual(['pending', 'paid']);
  });

  it('takes 1,000 at once and no more', async () => {
    const { id } = await released(1);
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: at + 1e6, status: 'paid', reference: 'A' }));
    const [most, more] = [await mark(id, many(1_000)), await mark(id, many(1_001))];
    expect(most.body.errors.items).toHaveLength(1_000);
    expect(more.body.errors.items).toEqual([{ message: 'must have at most 1000 entries' }]);
    expect((await mark(id, [])).status).toBe(400);
  });
});
