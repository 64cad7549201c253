import { beforeEach, describe, expect, it } from '@jest/globals';
import { MoneyHands, PAYOUTS, type Item } from './support/payouts.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const hands = await MoneyHands.of(app);

beforeEach(() => hands.drain());

const preview = (body: object = {}): Promise<Answer> => hands.root.post(`${PAYOUTS}preview/`, body);
const left = (answer: { left_out: { reason: string; members: number; amount: number }[] }, reason: string) =>
  answer.left_out.find((one) => one.reason === reason) ?? { members: 0, amount: 0 };

/** A released payout of members with these balances, and its items by amount. */
async function released(...balances: number[]): Promise<{ id: number; items: Item[] }> {
  for (const balance of balances) await hands.earner(balance);
  const id = await hands.released();
  const items = await hands.items(id);
  return { id, items: items.sort((one, other) => one.amount - other.amount) };
}

describe('the preview of a payout', () => {
  it('is what the batch is then, with who is left out and why', async () => {
    const before = await hands.ok(preview({ minimum: 10 }));
    expect(before).toMatchObject({ members: 0, amount: 0, currency_code: 'USD', minimum: 10 });
    const [low, high] = [await hands.earner(20), await hands.earner(30, 5.25)];
    await hands.earner(9.99);
    const held = await hands.earner(40);
    await hands.ok(hands.hold(held.uid));
    await hands.earner(-3);
    const [gone, inactive] = [await hands.earner(50), await hands.earner(60)];
    await hands.network.setStatus(gone.uid, 'suspended');
    await hands.ok(hands.root.patch(`/admin/api/users/${inactive.uid}/`, { status: 'inactive' }));

    const seen = await hands.ok(preview({ minimum: 10 }));
    expect(seen).toMatchObject({ members: 2, amount: 55.25 });
    expect(seen.people.map(({ uid, payable }: Item & { payable: number }) => [uid, payable])).toEqual([
      [high.uid, 35.25],
      [low.uid, 20],
    ]);
    const more = (reason: string) => {
      const [one, other] = [left(seen, reason), left(before, reason)];
      return [one.members - other.members, Math.round((one.amount - other.amount) * 100) / 100];
    };
    expect(more('below_minimum')).toEqual([1, 9.99]);
    expect(more('on_hold')).toEqual([1, 40]);
    expect(more('negative_balance')).toEqual([1, -3]);
    expect(more('not_active')).toEqual([2, 110]);
    const { people } = await hands.ok(preview({ minimum: 10, reason: 'on_hold', limit: 1 }));
    expect(people).toMatchObject([{ uid: held.uid, balance: 40 }]);

    const made = await hands.payout(await hands.made({ minimum: 10 }));
    expect([made.members, made.amount]).toEqual([seen.members, seen.amount]);
  });

  it('writes nothing, and refuses what the batch would', async () => {
    await hands.earner(12);
    await hands.ok(preview());
    expect((await hands.ok(preview())).members).toBe(1);
    expect((await preview({ reason: 'x' })).status).toBe(400);
    expect((await preview({ minimum: 1.001 })).status).toBe(400);
    expect((await preview({ minimun: 1 })).status).toBe(400);
    expect((await preview({ failed_of: 99_999_999 })).body.errors.failed_of).toEqual([{ message: 'is no payout' }]);
  });
});

describe('a payout that has failed in part', () => {
  it('is paid again to those alone whose transfer failed, once', async () => {
    const { id, items } = await released(10, 20, 30);
    const [one, two, three] = items as [Item, Item, Item];
    await hands.ok(
      hands.root.post(`${PAYOUTS}${id}/mark/`, {
        items: [
          { id: one.id, status: 'failed', reason: 'closed' },
          { id: two.id, status: 'failed', reason: 'closed' },
          { id: three.id, status: 'paid', reference: 'T-3' },
        ],
      }),
    );
    await hands.earner(70);
    expect(await hands.ok(preview({ failed_of: id }))).toMatchObject({ members: 2, amount: 30 });
    const again = await hands.made({ failed_of: id });
    expect((await hands.items(again)).map(({ uid }) => uid)).toEqual([one.uid, two.uid]);
    expect((await hands.make({ failed_of: id })).status).toBe(409);
    expect((await hands.make({ failed_of: 99_999_999 })).status).toBe(400);
    expect((await hands.payout(await hands.made())).amount).toBe(70);
  });
});

describe('a file back from the bank', () => {
  const send = (id: number, rows: readonly string[], query = ''): Promise<Answer> =>
    hands.root.post(
      `${PAYOUTS}${id}/results/${query}`,
      ['reference,result,amount,reason,transfer', ...rows].join('\n'),
      { headers: { 'content-type': 'text/csv' } },
    );

  it('is reported first, then marks all its items at once, and changes nothing when it comes again', async () => {
    const { id, items } = await released(10, 20.55, 30);
    const [one, two, three] = items as [Item, Item, Item];
    const rows = [`P${id}-${one.id},paid,10,,TR-1`, `P${id}-${two.id},failed,20.55,The account is closed,`];
    const dry = await hands.ok(send(id, rows, '?dry_run=true'));
    expect(dry).toEqual({
      dry_run: true,
      written: false,
      rows: 2,
      paid: { items: 1, amount: 10 },
      failed: { items: 1, amount: 20.55 },
      unchanged: 0,
      unmatched: 0,
      problems: [],
      left: { items: 1, amount: 30 },
    });
    expect((await hands.items(id)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    expect(await hands.ok(send(id, rows))).toEqual({ ...dry, dry_run: false, written: true });
    expect(await hands.items(id, `&uid=${one.uid}`)).toMatchObject([{ status: 'paid', reference: 'TR-1' }]);
    expect(await hands.items(id, `&uid=${two.uid}`)).toMatchObject([
      { status: 'failed', reason: 'The account is closed' },
    ]);
    expect((await hands.balance(two.uid)).balance).toBe(20.55);
    expect(await hands.ok(send(id, rows))).toMatchObject({
      written: true,
      unchanged: 2,
      left: { items: 1, amount: 30 },
    });
    expect((await hands.items(id, `&uid=${three.uid}`))[0]!.status).toBe('pending');
    const audited = await app.database.query<{ after: object }>(
      `SELECT after FROM audit_entries WHERE action = 'payout.mark-by-file' AND entity_id = $1`,
      [String(id)],
    );
    expect(audited).toMatchObject([{ after: { paid: { items: 1 }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
  });

  it('is taken as banks write it: names in any case, semicolons and decimal commas, but no amount of two meanings', async () => {
    const { id, items } = await released(2, 10.5, 1277.45);
    const [three, one, two] = items as [Item, Item, Item];
    const post = (...lines: string[]): Promise<Answer> =>
      hands.root.post(`${PAYOUTS}${id}/results/?dry_run=true`, lines.join('\r\n'), {
        headers: { 'content-type': 'text/csv' },
      });
    const rows = [`P${id}-${one.id};10.5;PAID;`, `P${id}-${two.id};1277,45;failed;closed`];
    expect(await hands.ok(post(' Reference ;AMOUNT;Result;Reason', ...rows))).toMatchObject({
      paid: { items: 1, amount: 10.5 },
      failed: { items: 1, amount: 1277.45 },
      problems: [],
    });
    const doubtful = ['1.277,45', '1,277.45'].map((amount) => `P${id}-${two.id};paid;${amount}`);
    const thousands = ['2.000', '2,000'].map((amount) => `P${id}-${three.id};paid;${amount}`);
    const refused = await hands.ok(post('reference;result;amount', ...doubtful, ...thousands));
    expect(refused.problems.map(({ problem }: { problem: string }) => problem)).toEqual([
      'invalid',
      'invalid',
      'invalid',
      'invalid',
    ]);
    const own = 'reference,result,amount,Amount';
    expect(await hands.ok(post(own, `P${id}-${two.id},paid,"1277,45",x`))).toMatchObject({ paid: { items: 1 } });
  });

  it('without a column that every row needs is refused once, with the columns that it has', async () => {
    const { id } = await released(9);
    const answer = await hands.root.post(`${PAYOUTS}${id}/results/`, 'Ref, Amount,State\n1,9,paid\n2,9,paid', {
      headers: { 'content-type': 'text/csv' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.detail).toMatchObject([
      { message: 'columns are missing: reference, result; the file has: Ref, Amount, State' },
    ]);
  });

  it('marks nothing if a row does not match, unless those that match are asked for', async () => {
    const [{ id, items }, other] = [await released(10, 20), await released(5)];
    const [one, two] = items as [Item, Item];
    await hands.ok(hands.root.post(`${PAYOUTS}${id}/items/${two.id}/paid/`, { reference: 'by hand' }));
    const rows = [
      `P${id}-${one.id},paid,10,,`,
      `P${id}-${other.items[0]!.id},paid,5,,`,
      `P${other.id}-${other.items[0]!.id},paid,5,,`,
      `P${id}-${two.id},failed,20,closed,`,
      `P${id}-${one.id},paid,10,,`,
      `x,maybe,10,,`,
    ];
    const refused = await hands.ok(send(id, rows));
    expect(refused).toMatchObject({ written: false, unmatched: 5, left: { items: 1, amount: 10 } });
    expect(
      refused.problems.map((problem: { line: number; problem: string }) => [problem.line, problem.problem]),
    ).toEqual([
      [3, 'unknown'],
      [4, 'unknown'],
      [5, 'marked_otherwise'],
      [6, 'repeated'],
      [7, 'invalid'],
    ]);
    expect((await hands.items(id)).map(({ status }) => status).sort()).toEqual(['paid', 'pending']);
    const done = await hands.ok(send(id, rows, '?matching_only=true'));
    expect(done).toMatchObject({ written: true, paid: { items: 1, amount: 10 }, left: { items: 0, amount: 0 } });
    expect((await hands.items(other.id))[0]!.status).toBe('pending');
  });

  it('marks in released payouts alone: whoever makes a payout cannot mark it before another person releases it', async () => {
    const { uid } = await hands.earner(3);
    const id = await hands.made();
    const [item] = await hands.items(id);
    const rows = [`P${id}-${item!.id},paid,3,,`];
    expect((await send(id, rows)).status).toBe(409);
    expect((await send(id, rows, '?dry_run=true')).status).toBe(409);
    expect((await send(99_999_999, rows)).status).toBe(404);
    expect((await hands.balance(uid)).in_payouts).toBe(3);
  });

  it('is bounded, and is CSV or NDJSON', async () => {
    const { id, items } = await released(7);
    const json = { reference: String(items[0]!.id), result: 'paid', amount: 7 };
    const asJson = await hands.root.post(`${PAYOUTS}${id}/results/?dry_run=true`, JSON.stringify(json), {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(asJson.body.data).toMatchObject({ paid: { items: 1, amount: 7 } });
    const many = Array.from({ length: 20_001 }, (_, at) => `${at},paid,1,,`);
    expect((await send(id, many)).body.errors.detail[0].message).toContain('more than 20000 rows');
    expect((await send(id, ['x'.repeat(3 * 1024 ** 2)])).status).toBe(413);
    expect((await send(id, [])).body.data).toMatchObject({ rows: 0, written: true });
  });

  it('marks each item once, whichever of two files comes first', async () => {
    const { id, items } = await released(11, 12, 13);
    const file = (result: string) => items.map(({ id: item, amount }) => `P${id}-${item},${result},${amount},closed,`);
    const answers = await Promise.all([send(id, file('paid')), send(id, file('failed')), send(id, file('paid'))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const statuses = new Set((await hands.items(id)).map(({ status }) => status));
    expect(statuses.size).toBe(1);
    const balances = await Promise.all(items.map(async ({ uid }) => (await hands.balance(uid)).balance));
    expect(balances).toEqual(statuses.has('failed') ? [11, 12, 13] : [0, 0, 0]);
  });
});
