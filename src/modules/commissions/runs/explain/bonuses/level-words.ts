import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import type { BonusFacts, BonusWords, Reason } from '../facts.js';
import { whyUnpaid } from '../facts.js';
import { counted } from '../words.js';

/** What a member got by a bonus. */
export function sumOf({ member }: BonusFacts, bonus: string): Fixed {
  return member.bonuses.get(bonus) ?? 0n;
}

/** How many lines, in words. */
export function linesWord({ lines }: BonusFacts, bonus: string): string {
  const { count } = lines.get(bonus)!;
  return counted(count, 'line');
}

/** Percentages by level, in words. */
export function percentsWord(percents: readonly number[]): string {
  if (percents.every((percent) => percent === 0)) return 'nothing on any level';
  return percents.map((percent, at) => `${percent} % on level ${at + 1}`).join(', ');
}

/**
 * What is said of a bonus by levels to its payee: what it came to, and why not more.
 * @param own the percentages of the member's rank, none for who has no rank
 * @param highest those of the highest rank
 */
export function levelWords(
  facts: BonusFacts,
  { id }: { readonly id: string },
  {
    rule,
    own,
    highest,
  }: { readonly rule: string; readonly own: readonly number[]; readonly highest: readonly number[] },
): BonusWords {
  const { member, words } = facts;
  const sum = sumOf(facts, id);
  const sentences: string[] = [];
  const reasons: Reason[] = [];
  const unpaid = whyUnpaid(member);
  if (unpaid !== undefined) {
    sentences.push(unpaid.sentence);
    reasons.push(unpaid.reason);
  } else if (sum === 0n) {
    const isRank = own.every((percent) => percent === 0);
    sentences.push(
      isRank
        ? `The rank of this period, ${member.rank!}, is paid on no level.`
        : 'Nothing from below came up to this member on a level that its rank is paid on.',
    );
    reasons.push(isRank ? 'rank' : 'no_source');
  } else sentences.push(`${words.money(sum)} in ${linesWord(facts, id)}.`);
  const better = highest.flatMap((percent, at) => (percent > (own[at] ?? 0) ? [at + 1] : []));
  if (unpaid === undefined && better.length > 0) {
    sentences.push(
      `A higher rank has more on level${better.length === 1 ? '' : 's'} ${better.join(', ')}: ${better.map((level) => `${highest[level - 1]!} %`).join(', ')}.`,
    );
    if (!reasons.includes('rank')) reasons.push('rank');
  }
  return { rule, sentences, reasons, figures: { percents: own, highest_percents: highest, sum: fixedNumber(sum) } };
}

/** The best percentage of any rank at each level. */
export function highestOf(table: readonly (readonly number[])[]): number[] {
  const levels = Math.max(0, ...table.map((list) => list.length));
  return Array.from({ length: levels }, (_, at) => Math.max(...table.map((list) => list[at] ?? 0)));
}
