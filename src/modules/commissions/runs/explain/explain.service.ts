import { Injectable } from '@nestjs/common';
import { listed, type BonusWords, isPayee, whyUnpaid } from '@commerce/commission-engine';
import { Database } from '#common/database/index.js';
import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import { Currency } from '#common/money/currency.js';
import { previousRun } from '../results/results.queries.js';
import type {
  ComparedView,
  ExplainedDifferenceView,
  ExplainedBonusView,
  ExplainedInputView,
  ExplainedView,
  ExplanationQuery,
} from './explain.dto.js';
import type { BonusFacts, MemberFacts } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { bonusWords, dayOf, type Words } from './words.js';
import { toCommissionLineView } from '../results/results.dto.js';
import { typesOf } from '../runs.rules.js';
import type { CommissionRun } from '../run.entity.js';
import { allHold, explainConditions } from './conditions.js';
import { ROW_SUMS } from './explain.queries.js';
import type { ExplainedActivityView, ExplainedRankView } from './measures.dto.js';
import { explainMeasures, type RowSumRow } from './measures.js';
import { OrdersExplained } from './orders.service.js';
import { explainCap, explainClawback } from './taken-off.js';
import { SourcesExplained } from './sources.service.js';
import { successionView } from './successions.service.js';

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

const DEFAULT_LINES = 100;

/**
 * Says why a member got what it got in a run, and why not more: from what is stored, a bounded part of it. All of it adds up to
 * the member's lines. See docs/spec/commissions.md#4; decision 70.
 */
@Injectable()
export class Explaining {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
    private readonly previous: PreviousCompared,
    private readonly orders: OrdersExplained,
  ) {}

  /**
   * @param run with results
   * @throws AppError NOT_FOUND for who is not in the run, or an unknown order
   */
  async explain(run: CommissionRun, uid: number, query: ExplanationQuery): Promise<ExplainedView> {
    const { limit = DEFAULT_LINES, offset = 0, order } = query;
    const facts = await this.facts.of(run, uid, { limit, offset });
    const { member } = facts;
    const [sums, asSource, compared, explainedOrder] = await Promise.all([
      this.db.query<RowSumRow>(null, ROW_SUMS, [uid, run.fromAt, run.toAt]),
      this.sources.of(facts),
      this.previous.of(facts),
      order === undefined ? null : this.orders.of(facts, order),
    ]);
    const bonuses = [...facts.lines.keys()].map((bonus) => bonusView(bonus, facts, wordsOf(bonus, facts)));
    return {
      run_id: run.id,
      period: run.period,
      status: run.status,
      plan_name: run.document.name,
      currency_code: this.currency.code,
      uid,
      username: member.username,
      name: member.name,
      earned: fixedNumber(member.earned),
      sentence: sumSentence(facts),
      measures: explainMeasures(facts, sums),
      activity: activityOf(facts),
      rank: member.rank,
      title_before: member.titleBefore,
      title_rank: member.titleRank,
      ranks: ranksOf(facts),
      bonuses,
      successions: facts.successions.map(successionView),
      as_source: asSource,
      compared_to_previous: compared,
      order: explainedOrder,
    };
  }
}

function wordsOf(bonus: string, facts: BonusFacts): BonusWords {
  const found = facts.plan.bonuses.find(({ id }) => id === bonus);
  if (found !== undefined) return facts.types.past(found).explain(found, facts);
  return bonus === 'cap' ? explainCap(facts) : explainClawback(facts);
}

function bonusView(bonus: string, facts: BonusFacts, words: BonusWords): ExplainedBonusView {
  const types = typesOf(facts.plan);
  const { count, lines } = facts.lines.get(bonus)!;
  return {
    bonus,
    type: types.get(bonus)!,
    amount: fixedNumber(facts.member.bonuses.get(bonus) ?? 0n),
    rule: words.rule,
    sentence: words.sentences.join(' '),
    reasons: words.reasons,
    figures: words.figures,
    inputs: inputsOf(bonus, facts),
    count,
    lines: lines.map((line) => toCommissionLineView({ ...line, username: facts.member.username }, types)),
  };
}

function inputsOf(bonus: string, { plan, types, inputs }: BonusFacts): ExplainedInputView[] {
  const found = plan.bonuses.find(({ id }) => id === bonus);
  if (found === undefined) return [];
  return (types.past(found).inputs ?? []).flatMap(({ name, title }) => {
    const given = inputs.get(name);
    // A run from before the type read it.
    if (given === undefined) return [];
    const { value, since } = given;
    const when = since === null ? 'as nothing was put in' : `since ${dayOf(since, plan.time_zone)}`;
    return [{ name, value, since: since?.toISOString() ?? null, sentence: `${title}: ${value}, ${when}.` }];
  });
}

function sumSentence({ member, words, lines, successions }: BonusFacts): string {
  const parts = [...lines.keys()].flatMap((bonus) => {
    const amount = member.bonuses.get(bonus) ?? 0n;
    return amount === 0n ? [] : [`${words.money(amount)} by ${bonusWords(bonus)}`];
  });
  const given = successions
    .filter(({ direction }) => direction === 'given')
    .map((one) => ` ${successionView(one).sentence}`);
  if (parts.length === 0)
    return `Nothing: ${whyUnpaid(member)?.sentence ?? 'no bonus gave anything.'}${given.join('')}`;
  return `${words.money(member.earned)}: ${listed(parts)}.`;
}

function activityOf(facts: BonusFacts): ExplainedActivityView {
  const { member, plan } = facts;
  const conditions = explainConditions(plan.active, facts);
  const holds = allHold(conditions);
  const why =
    member.kind !== 'distributor'
      ? 'Not active: only distributors are.'
      : member.status !== 'active'
        ? `Not active: the member is ${member.status}.`
        : holds
          ? 'Active.'
          : `Not active: ${missingOf(conditions)}`;
  return { active: member.active, sentence: why, conditions: conditions };
}

function ranksOf(facts: BonusFacts): ExplainedRankView[] {
  const { member, plan } = facts;
  return plan.ranks
    .map(({ name, requires }, at) => {
      const conditions = at === 0 ? [] : explainConditions(requires, facts);
      const holds = allHold(conditions);
      const isPaidAs = name === member.rank;
      return {
        rank: name,
        holds,
        is_paid_as: isPaidAs,
        conditions: conditions,
        sentence: rankSentence(facts, { isPaidAs, holds, isFirst: at === 0, missing: missingOf(conditions) }),
      };
    })
    .reverse();
}

function rankSentence(
  { member }: BonusFacts,
  { isPaidAs, holds, isFirst, missing }: { isPaidAs: boolean; holds: boolean; isFirst: boolean; missing: string },
): string {
  if (!isPayee(member)) return 'Only distributors whose membership goes on have a rank.';
  if (isPaidAs && !member.active) return 'The rank of this period: who is not active has the first one.';
  if (isPaidAs) return 'The rank of this period: the highest whose conditions are met.';
  if (isFirst) return 'The first rank has no conditions.';
  if (!holds) return `Not reached: ${missing}`;
  return member.active
    ? 'Its conditions are met; a higher rank was reached.'
    : 'Its conditions are met, but the member is not active.';
}

function missingOf(conditions: readonly { holds: boolean; sentence: string }[]): string {
  return conditions
    .filter(({ holds }) => !holds)
    .map(({ sentence }) => sentence)
    .join(' ');
}
