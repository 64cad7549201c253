import { Injectable, Logger } from '@nestjs/common';
import { listed, type BonusWords, whyUnpaid, counted, linesWord, sumOf, type Plan } from '@commerce/commission-engine';
import { Database } from '#common/database/index.js';
import { fixedNumber, type Fixed, fixedOfNumber } from '#common/money/fixed.js';
import { Currency } from '#common/money/currency.js';
import { periodInWords } from '../../plans/index.js';
import { previousRun } from '../results/results.queries.js';
import type {
  ComparedView,
  ExplainedDifferenceView,
  ExplainedBonusView,
  ExplainedInputView,
  ExplainedView,
  ExplanationQuery,
} from './explain.dto.js';
import { type BonusFacts, type MemberFacts, bonusWords, dayOf, type Words } from './facts.js';
import { ExplainFacts, toSuccessionView } from './facts.service.js';
import { toCommissionLineView } from '../results/results.dto.js';
import { typesOf } from '../runs.rules.js';
import type { CommissionRun } from '../run.entity.js';
import { activityOf, ranksOf } from './conditions.js';
import { ROW_SUMS } from './explain.queries.js';
import { explainMeasures, type RowSumRow } from './measures.js';
import { OrdersExplained } from './orders.service.js';
import { SourcesExplained } from './sources.service.js';

const VOLUMES = [
  ['own_volume', 'own', 'own qualifying volume'],
  ['personal_volume', 'personal', 'personal volume'],
  ['group_volume', 'group', 'group volume'],
  ['commissionable_volume', 'commissionable', 'own commissionable volume'],
] as const;

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
      this.compared(facts),
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
      successions: facts.successions.map(toSuccessionView),
      as_source: asSource,
      compared_to_previous: compared,
      order: explainedOrder,
    };
  }

  /** What was different in the posted period before; null where nothing was posted, or the member was not in it. */
  private async compared({ run, member, words }: BonusFacts): Promise<ComparedView | null> {
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

/** The largest first. */
function bonusDifferences(before: MemberFacts, now: MemberFacts, words: Words): ExplainedDifferenceView[] {
  const names = new Set([...now.bonuses.keys(), ...before.bonuses.keys()]);
  const differences = [...names].flatMap((name) => {
    const [one, other] = [before.bonuses.get(name) ?? 0n, now.bonuses.get(name) ?? 0n];
    const text = `${bonusWords(name)}: ${words.money(other)} instead of ${words.money(one)}.`;
    return one === other ? [] : [numbers(name, one, other, text)];
  });
  return differences.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

function volumeDifferences(before: MemberFacts, now: MemberFacts, words: Words): ExplainedDifferenceView[] {
  return VOLUMES.flatMap(([of, key, name]) => {
    const text = `${name}: ${words.volume(now[key])} instead of ${words.volume(before[key])}.`;
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
  if (difference === 0n) return `As much as in ${periodInWords(period)}.`;
  const isLess = difference < 0n;
  const size = words.money(isLess ? -difference : difference);
  return `${size} ${isLess ? 'less' : 'more'} than in ${periodInWords(period)}: ${listed(bonuses.map((one) => changeOf(one, words)))}.`;
}

/** Such as `$40.20 less by levels`; what is taken off or back is less than nothing. */
function changeOf({ of, before, now }: ExplainedDifferenceView, words: Words): string {
  const change = fixedOfNumber(now) - fixedOfNumber(before);
  const size = words.money(change < 0n ? -change : change);
  if (of === 'cap') return `${size} ${change < 0n ? 'more' : 'less'} taken off by caps`;
  if (of === 'clawback') return `${size} ${change < 0n ? 'more' : 'less'} taken back`;
  return `${size} ${change < 0n ? 'less' : 'more'} by ${bonusWords(of)}`;
}

function wordsOf(bonus: string, facts: BonusFacts): BonusWords {
  const found = facts.plan.bonuses.find(({ id }) => id === bonus);
  if (found !== undefined) return wordsOfType(found, facts);
  return bonus === 'cap' ? explainCap(facts) : explainClawback(facts);
}

/** By the bonus's type. Where that of an extension fails, what is known without it, so that other bonuses are explained. */
function wordsOfType(bonus: Plan['bonuses'][number], facts: BonusFacts): BonusWords {
  try {
    const words = facts.types.past(bonus).explain(bonus, facts);
    JSON.stringify(words.figures);
    return words;
  } catch (error) {
    if (facts.types.isOwn(bonus)) throw error;
    const { id, type } = bonus;
    new Logger(Explaining.name).error(`bonus ${id} (${type}) cannot be explained`, stackOf(error));
    return {
      rule: 'This bonus cannot be explained.',
      sentences: [`${facts.words.money(sumOf(facts, id))} by ${linesWord(facts, id)}.`],
      reasons: [],
      figures: {},
    };
  }
}

const stackOf = (error: unknown): string | undefined => (error instanceof Error ? error.stack : String(error));

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
    .map((one) => ` ${toSuccessionView(one).sentence}`);
  if (parts.length === 0)
    return `Nothing: ${whyUnpaid(member)?.sentence ?? 'no bonus gave anything.'}${given.join('')}`;
  return `${words.money(member.earned)}: ${listed(parts)}.`;
}

/** Explains what caps took off. */
function explainCap(facts: BonusFacts): BonusWords {
  const { plan, member, words, totals } = facts;
  const { member_cap: memberCap, payout_cap_percent: percent } = plan;
  let before = 0n;
  for (const { id } of plan.bonuses) before += member.bonuses.get(id) ?? 0n;
  const taken = member.bonuses.get('cap') ?? 0n;
  const cap = memberCap === undefined ? undefined : fixedOfNumber(memberCap);
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
          `All commissions together were above ${percent!} % of all commissionable volume, so ${words.money(byPayout)} is taken off; everybody gives up the same part.`,
        ]),
    ...(taken === 0n ? ['No upper limit took anything off.'] : []),
  ];
  return {
    rule: [
      ...(memberCap === undefined ? [] : [`A member gets at most ${words.money(cap!)} for a period.`]),
      ...(percent === undefined
        ? []
        : [
            `All commissions together are at most ${percent} % of all commissionable volume, in money; of what is above, everybody gives up the same part.`,
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
function explainClawback({ member, words, lines }: BonusFacts): BonusWords {
  const taken = member.bonuses.get('clawback') ?? 0n;
  const { lines: shown, count } = lines.get('clawback')!;
  const periods = [...new Set(shown.flatMap(({ taken_period }) => (taken_period === null ? [] : [taken_period])))];
  const by = `by ${counted(count, 'line')} of ${listed(periods.map((one) => periodInWords(one)))}`;
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
