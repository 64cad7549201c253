import {
  linesWord,
  rankAt,
  sumOf,
  whyUnpaid,
  type BonusWords,
  type ExplainedLine,
  type MemberInRun,
  type Reason,
} from './explanation.js';
import { levelsOf, type Compression, type LevelRule } from './level-rule.js';

/** What happens to a level whose payee cannot be paid, in words. */
export const COMPRESSION: Readonly<Record<Compression, string>> = {
  none: 'If the member on a level cannot be paid, nobody gets that level',
  active: 'Members who are not active are skipped: the level goes to the next one above',
  dynamic:
    'Members who are not active, or whose rank is not paid on a level, are skipped: it goes to the next one above who is',
};

/** The percentages that the member's rank has by a rule. */
export function percentsOf({ plan, member }: MemberInRun, { percents }: LevelRule): readonly number[] {
  return percents[rankAt(plan, member.rank)] ?? [];
}

/** Percentages by level, in words. */
export function percentsWord(percents: readonly number[]): string {
  if (percents.every((percent) => percent === 0)) return 'nothing on any level';
  return percents.map((percent, at) => `${percent} % on level ${at + 1}`).join(', ');
}

/**
 * What is said of a bonus by levels to its payee: what it came to, and why not more.
 * @param words the rule in words
 * @param own the percentages of the member
 */
export function levelWords(
  run: MemberInRun,
  { id }: { readonly id: string },
  rule: LevelRule,
  words: string,
  own = percentsOf(run, rule),
): BonusWords {
  const { member } = run;
  const sum = sumOf(run, id);
  const highest = highestOf(rule);
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
        : 'Nothing from below came up to this member on a level that their rank is paid on.',
    );
    reasons.push(isRank ? 'rank' : 'no_source');
  } else sentences.push(`${run.words.money(sum)} in ${linesWord(run, id)}.`);
  const better = highest.flatMap((percent, at) => (percent > (own[at] ?? 0) ? [at + 1] : []));
  if (unpaid === undefined && better.length > 0) {
    sentences.push(
      `A higher rank has more on level${better.length === 1 ? '' : 's'} ${better.join(', ')}: ${better.map((level) => `${highest[level - 1]!} %`).join(', ')}.`,
    );
    if (!reasons.includes('rank')) reasons.push('rank');
  }
  const figures = { percents: own, highest_percents: highest, sum: run.words.number(sum) };
  return { rule: words, sentences, reasons, figures };
}

/**
 * What a line of a level is for.
 * @param what the source did that is paid on
 */
export function levelLine({ bonus, source, level }: ExplainedLine, what: string): string {
  return `Level ${level!} of the bonus ${bonus}, on what ${source!} ${what}.`;
}

/** The best percentage of any rank at each level. */
function highestOf(rule: LevelRule): number[] {
  return Array.from({ length: levelsOf(rule) }, (_, at) => Math.max(...rule.percents.map((list) => list[at] ?? 0)));
}
