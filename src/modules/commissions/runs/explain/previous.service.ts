import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import { listed } from '@commerce/commission-engine';
import { previousRun } from '../results/results.queries.js';
import type { ComparedView, ExplainedDifferenceView } from './explain.dto.js';
import type { BonusFacts, MemberFacts } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { bonusWords, type Words } from './words.js';

const VOLUMES = [
  ['own_volume', 'own'],
  ['personal_volume', 'personal'],
  ['group_volume', 'group'],
  ['commissionable_volume', 'commissionable'],
] as const;

/** Says what was different in the posted period before. */
@Injectable()
export class PreviousCompared {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
  ) {}

  /** Null where nothing was posted before, or the member was not in it. */
  async of({ run, member, words }: BonusFacts): Promise<ComparedView | null> {
    const previous = await previousRun(this.db.manager, run);
    const before = previous === null ? undefined : await this.facts.member(previous.id, member.uid);
    if (previous === null || before === undefined) return null;
    const bonuses = bonusDifferences(before, member, words);
    const difference = member.earned - before.earned;
    return {
      run_id: previous.id,
      period: previous.period,
      earned: fixedNumber(before.earned),
      difference: fixedNumber(difference),
      active: before.active,
      rank: before.rank,
      sentence: [sentenceOf(difference, previous.period, bonuses, words), ...standingSentences(before, member)].join(
        ' ',
      ),
      differences: [...bonuses, ...volumeDifferences(before, member, words)],
    };
  }
}

function bonusDifferences(before: MemberFacts, now: MemberFacts, words: Words): ExplainedDifferenceView[] {
  const names = new Set([...now.bonuses.keys(), ...before.bonuses.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [before.bonuses.get(name) ?? 0n, now.bonuses.get(name) ?? 0n];
    const text = `${bonusWords(name)}: ${words.money(other)} instead of ${words.money(one)}.`;
    return one === other ? [] : [numbers(name, one, other, text)];
  });
}

function volumeDifferences(before: MemberFacts, now: MemberFacts, words: Words): ExplainedDifferenceView[] {
  return VOLUMES.flatMap(([of, key]) => {
    const text = `${of.replace('_', ' ')}: ${words.volume(now[key])} instead of ${words.volume(before[key])}.`;
    return before[key] === now[key] ? [] : [numbers(of, before[key], now[key], text)];
  });
}

function standingSentences(before: MemberFacts, now: MemberFacts): string[] {
  return [
    ...(before.active === now.active
      ? []
      : [now.active ? 'It was not active then.' : 'It was active then, and is not now.']),
    ...(before.rank === now.rank ? [] : [`The rank is ${now.rank ?? 'none'} instead of ${before.rank ?? 'none'}.`]),
  ];
}

function numbers(of: string, before: Fixed, now: Fixed, sentence: string): ExplainedDifferenceView {
  const difference = fixedNumber(now - before);
  return { of, before: fixedNumber(before), now: fixedNumber(now), difference, sentence };
}

function sentenceOf(
  difference: Fixed,
  period: string,
  bonuses: readonly ExplainedDifferenceView[],
  words: Words,
): string {
  if (difference === 0n) return `As much as in ${period}.`;
  const isLess = difference < 0n;
  const size = words.money(isLess ? -difference : difference);
  const why = bonuses.filter((one) => (one.difference < 0 ? isLess : !isLess)).map(({ of }) => bonusWords(of));
  return `${size} ${isLess ? 'less' : 'more'} than in ${period}: ${isLess ? 'less' : 'more'} by ${listed(why)}.`;
}
