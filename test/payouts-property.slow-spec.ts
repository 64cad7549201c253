import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balancesOf, checkRows, readMoney } from './support/money.js';
import { Database } from '#common/database/index.js';
import { EarningsLedger } from '#commissions/earnings/index.js';
import { EARNINGS, HOLDS, MoneyHands, PAYOUTS, type Earner } from './support/payouts.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const RUNS = 20;
const MEMBERS = 4;
const DAY_MS = 86_400_000;

const member = fc.nat(MEMBERS - 1);
const cents = fc.integer({ min: -5_000, max: 20_000 }).filter((amount) => amount !== 0);

/** Something that somebody does; which payout, item or hold is counted back from the newest. */
const step = fc.oneof(
  fc.record({ do: fc.constant('adjust' as const), member, cents }),
  fc.record({
    do: fc.constant('post' as const),
    days: fc.constantFrom(0, 0, 7),
    lines: fc.array(fc.record({ member, cents, isBack: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ do: fc.constant('make' as const), minimum: fc.constantFrom(0, 0, 50) }),
  fc.record({ do: fc.constant('make' as const), minimum: fc.constant(0) }),
  fc.record({ do: fc.constantFrom('release' as const, 'cancel' as const), back: fc.nat(1) }),
  fc.record({ do: fc.constantFrom('paid' as const, 'failed' as const), back: fc.nat(1), item: fc.nat(3) }),
  fc.record({ do: fc.constant('mark' as const), back: fc.nat(1), isPaid: fc.boolean() }),
  fc.record({ do: fc.constant('hold' as const), member }),
  fc.record({ do: fc.constant('end hold' as const), back: fc.nat(2) }),
  fc.record({
    do: fc.constant('stand' as const),
    member,
    status: fc.constantFrom('active', 'suspended', 'terminated'),
  }),
  fc.record({ do: fc.constantFrom('last' as const, 'write off' as const), member }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const app = await useTestApp();
const hands = await MoneyHands.of(app);

describe('earnings and payouts', () => {
  let run = 1_000;

  /** Posts a run of lines as they would stand in its results. */
  async function post(members: readonly Earner[], { lines, days }: Extract<Step, { do: 'post' }>): Promise<void> {
    run += 1;
    const runId = run;
    await app.database.query(
      `CREATE TABLE commission_lines_${runId} PARTITION OF commission_lines FOR VALUES IN (${runId})`,
    );
    for (const [index, { member: of, cents: amount, isBack }] of lines.entries())
      await app.database.query(
        'INSERT INTO commission_lines (run_id, number, uid, bonus, amount) VALUES ($1, $2, $3, $4, $5::numeric / 100)',
        [
          runId,
          index + 1,
          members[of]!.uid,
          isBack ? 'clawback' : 'levels',
          isBack ? -Math.abs(amount) : Math.abs(amount),
        ],
      );
    const payableAt = new Date(Date.now() + days * DAY_MS);
    await app.nest
      .get(Database)
      .transaction((tx) =>
        app.nest.get(EarningsLedger).postRun(tx, { runId, period: '2026-10', payableAt, byUid: hands.root.user.uid }),
      );
  }

  /** The id of a payout in a status, counted back from the newest; 0 for none. */
  async function payoutBack(status: string, back: number): Promise<number> {
    const { results } = await hands.ok(hands.root.get(`${PAYOUTS}?status=${status}&limit=10`));
    return (results as { id: number }[])[back]?.id ?? 0;
  }

  async function act(members: readonly Earner[], one: Step): Promise<Answer | undefined> {
    const { root, other } = hands;
    switch (one.do) {
      case 'adjust':
        return hands.adjust(members[one.member]!.uid, one.cents / 100);
      case 'post':
        return void (await post(members, one));
      case 'make':
        return hands.make({ minimum: one.minimum });
      case 'release':
      case 'cancel':
        return other.post(`${PAYOUTS}${await payoutBack('created', one.back)}/${one.do}/`);
      case 'paid':
      case 'failed': {
        const id = await payoutBack('released', one.back);
        const { body } = await root.get(`${PAYOUTS}${id}/items/`);
        const item = (body.data.results as { id: number }[] | undefined)?.[one.item]?.id ?? 0;
        const said = one.do === 'paid' ? { reference: 'T' } : { reason: 'closed' };
        return root.post(`${PAYOUTS}${id}/items/${item}/${one.do}/`, said);
      }
      case 'mark': {
        const id = await payoutBack('released', one.back);
        const { body } = await root.get(`${PAYOUTS}${id}/items/?status=pending`);
        const said = one.isPaid ? { status: 'paid', reference: 'T' } : { status: 'failed', reason: 'closed' };
        const items = ((body.data.results ?? []) as { id: number }[]).map((item) => ({ id: item.id, ...said }));
        return items.length === 0 ? undefined : root.post(`${PAYOUTS}${id}/mark/`, { items });
      }
      case 'hold':
        return hands.hold(members[one.member]!.uid);
      case 'end hold': {
        const { results } = await hands.ok(root.get(`${HOLDS}?open=true`));
        const id = (results as { id: number }[])[one.back]?.id ?? 0;
        return root.post(`${HOLDS}${id}/release/`);
      }
      case 'stand': {
        const path = `/admin/api/network/${members[one.member]!.uid}/status/`;
        return root.post(path, { status: one.status, reason: 'drawn' });
      }
      case 'last':
        return root.post(`${PAYOUTS}last/`, { uid: members[one.member]!.uid });
      case 'write off':
        return root.post(`${EARNINGS}write-off/`, { uid: members[one.member]!.uid, reason: 'drawn' });
    }
  }

  it('keep to their rules, whatever is done in whichever order, and much of it at the same time', async () => {
    const did = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 16 }),
        async (turns) => {
          const members = await Promise.all(Array.from({ length: MEMBERS }, () => hands.earner(30)));
          for (const turn of turns) {
            const answers = await Promise.all(turn.map(async (one) => ({ one, answer: await act(members, one) })));
            for (const { one, answer } of answers) {
              if (answer === undefined) continue;
              expect([200, 400, 403, 404, 409]).toContain(answer.status);
              if (answer.status === 200) did.set(one.do, (did.get(one.do) ?? 0) + 1);
            }
          }
          const rows = await readMoney((text) => app.database.query(text));
          expect(checkRows(rows)).toEqual([]);
          const balances = balancesOf(rows);
          for (const { uid } of members)
            expect((await hands.balance(uid)).balance).toBe((balances.get(uid) ?? 0) / 10_000);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    // All that can be drawn was done, and not only refused.
    const all = ['adjust', 'make', 'release', 'cancel', 'paid', 'failed', 'mark', 'hold', 'end hold', 'stand'];
    expect(all.filter((one) => !did.has(one))).toEqual([]);
  });
});
