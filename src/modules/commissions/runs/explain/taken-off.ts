import { fixed, fixedNumber } from '../../../../common/money/fixed.js';
import type { BonusFacts, BonusWords } from './facts.js';
import { counted, listed } from './words.js';

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
          `All lines together were above ${percent!} % of all commissionable volume in money, so ${words.money(byPayout)} is taken off, in proportion as from everybody.`,
        ]),
    ...(taken === 0n ? ['No cap took anything off.'] : []),
  ];
  return {
    rule: [
      ...(memberCap === undefined ? [] : [`A member gets at most ${memberCap} for a period.`]),
      ...(percent === undefined
        ? []
        : [
            `All lines together are at most ${percent} % of all commissionable volume in money; what is above is taken off all in proportion.`,
          ]),
      ...(memberCap === undefined && percent === undefined ? ['The plan has no caps.'] : []),
    ].join(' '),
    ...{ sentences, reasons: taken === 0n ? [] : ['cap'] },
    figures: {
      ...{ before: fixedNumber(before), member_cap: memberCap ?? null, payout_cap_percent: percent ?? null },
      ...{ by_member_cap: fixedNumber(byMember), by_payout_cap: fixedNumber(byPayout) },
      all_commissionable_volume: totals === undefined ? null : fixedNumber(totals.commissionable),
    },
  };
}

/** Explains what was taken back of posted periods. */
export function explainClawback({ member, words, lines }: BonusFacts): BonusWords {
  const taken = member.bonuses.get('clawback') ?? 0n;
  const { lines: shown, count } = lines.get('clawback')!;
  const periods = [...new Set(shown.flatMap(({ taken_period }) => (taken_period === null ? [] : [taken_period])))];
  return {
    rule: 'What comes back after its period was posted takes the lines back that it had given, in proportion, from those who got them.',
    sentences: [
      taken === 0n
        ? 'Nothing was taken back.'
        : `${words.money(-taken)} is taken back by ${counted(count, 'line')} of ${listed(periods)}: purchases were returned later.`,
    ],
    reasons: taken === 0n ? [] : ['returned'],
    figures: { periods },
  };
}
