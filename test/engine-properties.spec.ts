import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  calculateSmall,
  inputOf,
  KIND,
  measuresOf,
  NO_RANK,
  planOf,
  sale,
  type SmallMember,
  type SmallOutcome,
  type SmallPeriod,
  standingsOf,
  STATUS,
} from '@commerce/commission-engine';
import { evaluate } from '#commissions/statements/live/plan-evaluator.js';
import { evaluateMember } from '#commissions/statements/progress/conditions.rules.js';
import { readStanding } from '#network/live/requests.js';
import { POINTS } from '#network/live/tree/columns.js';
import { LiveNetwork } from '#network/live/tree/live-network.js';
import { readMember } from '#network/live/tree/reads.js';
import { anyPeriod } from './support/oracle/arbitrary.js';
import { compare } from './support/oracle/compare.js';
import { withTier } from './support/oracle/tier-bonus.js';

const RUNS = { numRuns: 15 };

/** Bonuses of the sponsor tree, and everybody of one rank. */
const HELD = planOf({
  bonuses: [
    { id: 'start', type: 'fast_start', days: 30, percents: [5], excludes: ['levels'] },
    { id: 'levels', type: 'unilevel', percents: { member: [10, 5, 1] }, compression: 'dynamic' },
    { id: 'leaders', type: 'generation', rank: 'member', percents: [2, 1] },
    { id: 'shop', type: 'retail' },
    { id: 'match', type: 'matching', of: ['levels'], percents: { member: [10] } },
  ],
});

function sortedLines({ lines }: SmallOutcome): string[] {
  return lines.map((line) => JSON.stringify(line)).sort();
}

describe('calculating a period', () => {
  it('shares a pool to the last minor unit', () => {
    const plan = planOf({ bonuses: [{ id: 'pool', type: 'pool', percent: 3.21, shares: { member: 1 } }] });
    fc.assert(
      fc.property(fc.gen(), (random) => {
        const period = { ...anyPeriod(random), plan, earlier: [], carried: {} };
        const { lines, members } = calculateSmall(period);
        const volume = period.rows.reduce((sum, { commissionable }) => sum + BigInt(commissionable), 0n);
        const minor = 10n ** BigInt(period.currencyDigits ?? 2);
        const pool = (volume * 321n * minor) / 10_000n / 10_000n;
        const isShared = [...members.values()].some(({ active }) => active);
        expect(lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(isShared && pool > 0n ? pool : 0n);
      }),
      RUNS,
    );
  });

  it('is linear in volume while ranks are held', () => {
    fc.assert(
      fc.property(fc.gen(), fc.integer({ min: 2, max: 9 }), (random, times) => {
        const period = { ...anyPeriod(random), plan: HELD, earlier: [], carried: {}, currencyDigits: 3 };
        // Whole units: of them each percentage is a whole number of minor units, also of another percentage.
        const scaled = (by: number): SmallPeriod => ({
          ...period,
          rows: period.rows.map((row) => ({
            ...row,
            commissionable: Math.round(row.commissionable / 10_000) * 10_000 * by,
            price: Math.round((row.price ?? 0) / 10_000) * 10_000 * by,
            wholesale: Math.round((row.wholesale ?? 0) / 10_000) * 10_000 * by,
          })),
        });
        const larger = calculateSmall(scaled(1)).lines.map((line) => ({ ...line, amount: line.amount * times }));
        expect(calculateSmall(scaled(times)).lines).toEqual(larger);
      }),
      RUNS,
    );
  });

  it('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(fc.gen(), (random) => {
        const period = anyPeriod(random);
        const order = random(fc.shuffledSubarray<number>, [...period.rows.keys()], { minLength: period.rows.length });
        const rows = order.map((position) => {
          const row = period.rows[position]!;
          return typeof row.takesBack === 'number' ? { ...row, takesBack: order.indexOf(row.takesBack) } : row;
        });
        const [one, other] = [calculateSmall(period), calculateSmall({ ...period, rows })];
        expect(other.lines).toEqual(one.lines);
        expect(other.members).toEqual(one.members);
        expect(other.carried).toEqual(one.carried);
        expect(other.unpaid).toEqual(one.unpaid);
      }),
      RUNS,
    );
  });

  it('takes who is skipped for not being there: what hangs below hangs on the sponsor', () => {
    fc.assert(
      fc.property(fc.gen(), fc.nat(15), (random, which) => {
        const drawn = anyPeriod(random);
        const gone = drawn.members[which % drawn.members.length]!;
        const rows = drawn.rows.filter(({ member, takesBack }) => member !== gone.uid && takesBack === undefined);
        const base = { plan: HELD, rows, currencyDigits: 2 };
        const plain = drawn.members.map(({ placed: _placed, title: _title, ...member }) => member);
        const terminated = plain.map((member) =>
          member.uid === gone.uid ? { ...member, status: 'terminated' as const } : member,
        );
        const without = plain
          .filter(({ uid }) => uid !== gone.uid)
          .map(({ sponsor, ...member }) => {
            const above = sponsor === gone.uid ? gone.sponsor : sponsor;
            return above === undefined ? member : { ...member, sponsor: above };
          });
        const [there, removed] = [
          calculateSmall({ ...base, members: terminated }),
          calculateSmall({ ...base, members: without }),
        ];
        expect(sortedLines(there)).toEqual(sortedLines(removed));
      }),
      RUNS,
    );
  });

  it('gives nothing for what came back whole, whoever held it then', () => {
    fc.assert(
      fc.property(fc.gen(), fc.array(fc.nat(15), { minLength: 1, maxLength: 3 }), (random, chain) => {
        const period = anyPeriod(random);
        const uidOf = (place: number): number => period.members[place % period.members.length]!.uid;
        const holders = [uidOf(0), ...chain.map(uidOf)];
        const sold = sale(holders[0]!, 1_800, { price: 20_000_000, wholesale: 10_000_000, at: 86_400_000 });
        const back = { ...sale(0, -1_800), price: -20_000_000, wholesale: -10_000_000, at: 10 * 86_400_000 };
        const moves = holders.slice(1).flatMap((member, before) => [
          { ...back, at: sold.at!, member: holders[before]! },
          { ...sold, member },
        ]);
        const taken = { ...back, member: holders.at(-1)!, takesBack: period.rows.length };
        const [before, after] = [
          calculateSmall(period),
          calculateSmall({ ...period, rows: [...period.rows, sold, ...moves, taken] }),
        ];
        expect(after.lines).toEqual(before.lines);
        expect(after.members).toEqual(before.members);
      }),
      RUNS,
    );
  });

  it('is the same again', () => {
    fc.assert(
      fc.property(fc.gen(), (random) => {
        const period = anyPeriod(random);
        const [one, other] = [calculateSmall(period), calculateSmall(period)];
        expect(other.lines).toEqual(one.lines);
        expect(other.members).toEqual(one.members);
        expect(other.carried).toEqual(one.carried);
      }),
      RUNS,
    );
  });

  it('gives no member more than the cap of a member, and all together no more than the cap of the payout', () => {
    const caps = fc.record({ member: fc.nat(400), percent: fc.nat(40) });
    fc.assert(
      fc.property(fc.gen(), caps, (random, { member, percent }) => {
        const drawn = { ...anyPeriod(random), earlier: [], currencyDigits: 2 };
        const plan = { ...drawn.plan, member_cap: member, payout_cap_percent: percent };
        const { lines } = calculateSmall({ ...drawn, plan });
        const sums = new Map<number, number>();
        for (const { payee, amount } of lines) sums.set(payee, (sums.get(payee) ?? 0) + amount);
        const volume = drawn.rows.reduce((sum, { commissionable }) => sum + commissionable, 0);
        // Minor units of percent × volume × rate; volume is in ten-thousandths.
        const most = Math.max(0, (volume * plan.rate * percent) / 10_000);
        for (const sum of sums.values()) expect(sum).toBeLessThanOrEqual(member * 100);
        // Fast start, retail and others may give where all volume together is none: then nothing is left of it.
        expect([...sums.values()].reduce((sum, own) => sum + Math.max(0, own), 0)).toBeLessThanOrEqual(most + 1e-6);
      }),
      RUNS,
    );
  });

  it('takes back no more than was given, however returns are cut', () => {
    const cut = fc.record({
      given: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 }),
      base: fc.integer({ min: 1, max: 5_000 }),
      // Parts of a base, also more of it than there was.
      parts: fc.array(fc.nat(2_000), { minLength: 1, maxLength: 6 }),
      left: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(cut, ({ given, base, parts, left }) => {
        const lines = given.map((amount, at) => ({ bonus: 'uni', payee: 1, source: 2, level: at + 1, base, amount }));
        const before = given.reduce((sum, amount) => sum + amount, 0);
        const kept = Math.floor((before * left) / 100);
        const plan = planOf({ bonuses: [{ id: 'uni', type: 'unilevel', percents: { member: [5] } }] });
        let taken = 0;
        for (const at of parts.keys()) {
          // The parts before are calculated already, this one comes in now.
          const returns = parts
            .slice(0, at + 1)
            .map((commissionable, position) => ({
              source: 2,
              soldAt: -1,
              commissionable,
              margin: 0,
              posted: position < at,
            }));
          const earlier = [{ plan, returns, lines, paid: { 1: { before, left: kept } } }];
          const result = calculateSmall({ plan, members: [{ uid: 1 }, { uid: 2, sponsor: 1 }], rows: [], earlier });
          for (const { bonus, amount } of result.lines) {
            expect([bonus, amount < 0]).toEqual(['clawback', true]);
            taken -= amount;
          }
          expect(taken).toBeLessThanOrEqual(kept);
        }
        const returned = parts.reduce((sum, part) => sum + part, 0);
        // All of it came back: each line loses what was left of it, rounded down.
        if (returned >= base)
          expect(taken).toBe(given.reduce((sum, amount) => sum + Math.floor((amount * kept) / before), 0));
      }),
      RUNS,
    );
  });

  it('stops where a commission is beyond what is held, and names the member', () => {
    const plan = planOf({
      rate: 1_000_000,
      bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [100] } }],
    });
    const members = [{ uid: 11 }, { uid: 12, sponsor: 11 }];
    expect(() => calculateSmall({ plan, members, rows: [sale(12, 100_000_000_000)] })).toThrow(
      'commission of member 11 is too large to be calculated exactly',
    );
  });
});

const MEASURED = { key: 'plan', period: { from: 0, to: 1 }, qualifying: POINTS };

/** The members and volumes of a period in a live network, some of whom come before their sponsors. */
function networkOf({ members, rows }: SmallPeriod, isBackward: boolean): LiveNetwork {
  const network = new LiveNetwork();
  const come = (one: SmallMember): void =>
    network.apply(
      [{ uid: one.uid, kind: one.kind ?? 'distributor', status: one.status ?? 'active', enrolledAt: 0, text: '' }],
      [{ uid: one.uid, tree: 'sponsor', parentUid: one.sponsor ?? null, leg: 0 }],
    );
  for (const one of isBackward ? [...members].reverse() : members) come(one);
  for (const { member, qualifying } of rows) network.volumes.add(member, [0, qualifying, 0]);
  if (network.isStale) for (const _ of network.rebuild());
  return network;
}

describe('the live network', () => {
  it('evaluates as runs do: measures, activity and ranks of all members, and of one by its conditions', () => {
    fc.assert(
      fc.property(fc.gen(), fc.boolean(), (random, isBackward) => {
        const period = anyPeriod(random);
        const { plan } = period;
        const { input } = inputOf(period);
        const measures = measuresOf(input.members, input.rows, plan.personal_volume_includes_customers);
        const standings = standingsOf(plan, input.members, measures);
        const network = networkOf(period, isBackward);
        const steps = evaluate(plan, network.columns());
        let step = steps.next();
        while (!step.done) step = steps.next();
        network.standings.take(step.value);
        for (const [at, uid] of input.members.uid.entries()) {
          const rank = standings.paidAs[at] === NO_RANK ? null : plan.ranks[standings.paidAs[at]!]!.name;
          const wanted = {
            personal: measures.personal[at],
            group: measures.group[at],
            active: standings.active[at] === 1,
            rank,
          };
          const member = network.find(uid);
          expect(readMember(network, 'sponsor', member)).toMatchObject(wanted);
          const evaluated = evaluateMember(plan, { ...readStanding(network, member), measured: MEASURED });
          expect(evaluated).toMatchObject(wanted);
          const isRanked =
            input.members.kind[at] === KIND.distributor && input.members.status[at] !== STATUS.terminated;
          const above = isRanked ? plan.ranks[standings.paidAs[at]! + 1] : undefined;
          expect(evaluated.next?.name).toBe(above?.name);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the engine of commissions', () => {
  it('gives each line, measure, rank and carried volume that the text gives when it is followed word by word', () => {
    fc.assert(
      fc.property(fc.gen(), (random) => void compare(anyPeriod(random))),
      { numRuns: 60 },
    );
  });

  it('gives the same where a type of bonus reads what was put into the period', () => {
    fc.assert(
      fc.property(fc.gen(), (random) => void compare(withTier(random, anyPeriod(random)))),
      { numRuns: 60 },
    );
  });
});
