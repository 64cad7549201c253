import { fixed, fixedNumber } from '#common/money/fixed.js';
import { type BonusWords, counted, listed } from '@commerce/commission-engine';
import type { BonusFacts } from './facts.js';

/** Explains what caps took off. */
export function explainCap(facts: BonusFacts): BonusWords {
  const { plan, member, words, totals } = facts;
  const { member_cap: memberCap, payout_cap_percent: percent } = plan;
  let before = 0n;
  for (const { id } of plan.bonuses) before += member.bonuses.get(id) ?? 0n;
  const taken = member.bonuses.get('cap') ?? 0n;
  const cap = memberCap === undefined ? undefined : fixed(memberCap.toFixed(4));
  const byMember = cap !== undefined && before > cap ? before - cap : 0n;
  const byPayout = -taken - byMember;
  const sentences = [
    ...(byMember === 0n
      ? []
      : [
          `Bonuses came to ${words.money(before)}; a member gets at most ${words.money(cap!)}, so ${words.money(byMember)} is taken off.`,
        ]),
    ...(byPayout === 0n
      ? []
      : [
          `All commissions together were above ${percent!} % of all volume that they are paid on, so ${words.money(byPayout)} is taken off; everybody gives up the same part.`,
        ]),
    ...(taken === 0n ? ['No upper limit took anything off.'] : []),
  ];
  return {
    rule: [
      ...(memberCap === undefined ? [] : [`A member gets at most ${memberCap} for a period.`]),
      ...(percent === undefined
        ? []
        : [
            `All commissions together are at most ${percent} % of all volume that they are paid on, in money; of what is above, everybody gives up the same part.`,
          ]),
      ...(memberCap === undefined && percent === undefined ? ['The plan has no upper limits.'] : []),
    ].join(' '),
    sentences,
    reasons: taken === 0n ? [] : ['cap'],
    figures: {
      before: fixedNumber(before),
      member_cap: memberCap ?? null,
      payout_cap_percent: percent ?? null,
      by_member_cap: fixedNumber(byMember),
      by_payout_cap: fixedNumber(byPayout),
      all_commissionable_volume: totals === undefined ? null : fixedNumber(totals.commissionable),
    },
  };
}

/** Explains what was taken back of posted periods. */
export function explainClawback({ member, words, lines }: BonusFacts): BonusWords {
  const taken = member.bonuses.get('clawback') ?? 0n;
  const { lines: shown, count } = lines.get('clawback')!;
  const periods = [...new Set(shown.flatMap(({ taken_period }) => (taken_period === null ? [] : [taken_period])))];
  const by = `by ${counted(count, 'line')} of ${listed(periods)}`;
  return {
    rule: 'If something is returned after its period was closed, the commissions on it are taken back from those who got them, for the part that was returned.',
    sentences: [takenBack(taken, by, words)],
    reasons: taken === 0n ? [] : ['returned'],
    figures: { periods },
  };
}

function takenBack(taken: bigint, by: string, words: BonusFacts['words']): string {
  if (taken === 0n) return 'Nothing was taken back.';
  if (taken < 0n) return `${words.money(-taken)} is taken back ${by}: purchases were returned later.`;
  // What was sold below wholesale came back after the rest of the same purchases.
  return `${words.money(taken)} is given back ${by}: more was taken before than all that came back comes to.`;
}
