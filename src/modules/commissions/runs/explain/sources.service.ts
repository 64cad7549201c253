import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, fixedNumber, fixedText } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import { type Plan, roundedMoney, type Standing } from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import type { CommissionRun } from '../run.entity.js';
import { LINES_OF_SOURCE, PARENTS, SOURCE, SPONSORS } from './explain.queries.js';
import type { PaidAboveView, ExplainedSourceView } from './orders.dto.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';
import {
  baseOf,
  sourceBonuses,
  stepSentence,
  toSourceVolumes,
  walk,
  windowsOf,
  type SourceBonus,
  type SourceRow,
  type Step,
} from './sources.rules.js';

/** How far up a source is followed: further than levels are given out, but for long rows of members that are passed over. */
const MOST_STEPS = 300;

/** Lines on one source: so many levels of so many bonuses a plan may have. */
const MOST_LINES = 10_000;

/** Somebody above, with a name. */
export interface AboveFacts extends Standing {
  readonly username: string;
}

/** A line on a source. */
export interface SourceLine {
  number: number;
  uid: number;
  bonus: string;
  level: number | null;
  percent: string | null;
  base: string | null;
  amount: string;
}

/** Says who above a member was paid on what it bought and earned, and who was not. */
@Injectable()
export class SourcesExplained {
  constructor(
    private readonly db: Database,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** The bonuses of a plan whose lines have sources. */
  bonusesOf(plan: Plan): SourceBonus[] {
    return sourceBonuses(plan, this.bonuses.types);
  }

  /** By each bonus whose lines have sources, if the member has a base in it. */
  async of({ run, plan, member }: Pick<BonusFacts, 'run' | 'plan' | 'member'>): Promise<ExplainedSourceView[]> {
    const bonuses = this.bonusesOf(plan).filter(({ rule }) => rule !== null);
    if (bonuses.length === 0) return [];
    const [volumes, lines] = await Promise.all([this.volumes(run, member), this.linesOn(run.id, member.uid)]);
    const views: ExplainedSourceView[] = [];
    for (const bonus of bonuses) {
      const own = lines.filter((line) => line.bonus === bonus.id);
      const base = baseIn(own, baseOf(plan, bonus, member, volumes));
      if (base > 0n) views.push(await this.view(run, member.uid, { bonus, base, lines: own }));
    }
    return views;
  }

  /** What a member bought in the period of a run, as a source; or what one order came to, which it holds now. */
  async volumes(
    run: CommissionRun,
    { uid, enrolledAt }: Pick<MemberFacts, 'uid' | 'enrolledAt'>,
    orderId: number | null = null,
  ): Promise<SourceVolumes> {
    const values = [uid, run.fromAt, run.toAt, enrolledAt, windowsOf(this.bonusesOf(run.document)), orderId];
    return toSourceVolumes(run.document, await this.db.query<SourceRow>(null, SOURCE, values));
  }

  /** All lines on a source, but those that take back. */
  linesOn(runId: number, uid: number): Promise<SourceLine[]> {
    return this.db.query<SourceLine>(null, LINES_OF_SOURCE, [runId, uid, MOST_LINES]);
  }

  /** The path through the upline from a source by a bonus, until all levels are given out. */
  async path(run: CommissionRun, uid: number, { rule }: Pick<SourceBonus, 'rule'>): Promise<Step<AboveFacts>[]> {
    if (rule === null) return [];
    const sql = rule.tree === 'sponsor' ? SPONSORS : PARENTS;
    const rows = await this.db.query<AboveRow>(null, sql, [run.id, uid, MOST_STEPS]);
    return walk(
      run.document,
      rule,
      rows.map(({ is_placed: isPlaced, ...row }) => ({ ...row, isPlaced })),
    );
  }

  private async view(
    run: CommissionRun,
    uid: number,
    { bonus, base, lines }: { bonus: SourceBonus; base: bigint; lines: readonly SourceLine[] },
  ): Promise<ExplainedSourceView> {
    const steps = await this.path(run, uid, bonus);
    const above = steps.map((step) => aboveView(step, lines));
    const paid = above.filter(({ amount }) => amount !== null).length;
    const text = fixedText(roundedMoney(base)).replace(/\.?0+$/, '');
    return {
      bonus: bonus.id,
      type: bonus.type,
      base: fixedNumber(roundedMoney(base)),
      above,
      sentence: `Commissions are paid on ${text}: ${paid} ${paid === 1 ? 'member' : 'members'} above got something.`,
    };
  }
}

/** That of the lines, which is what the run had; else what the rows come to. */
export function baseIn(lines: readonly SourceLine[], calculated: bigint): bigint {
  const text = lines[0]?.base;
  if (text === undefined || text === null) return calculated;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/** One step, with the line that it gave. */
export function aboveView(step: Step<AboveFacts>, lines: readonly SourceLine[]): PaidAboveView {
  const { member, level, percent } = step;
  const line = lines.find((one) => one.uid === member.uid && one.level === level);
  const isNothing = line === undefined && step.reason === null;
  return {
    uid: member.uid,
    username: member.username,
    level,
    percent: percent === 0 ? null : percent,
    amount: line === undefined ? null : fixedNumber(fixed(line.amount)),
    reason: step.reason,
    sentence: isNothing ? `${stepSentence(step)} It rounds to nothing.` : stepSentence(step),
  };
}

interface AboveRow {
  uid: number;
  username: string;
  kind: MemberKind;
  status: MemberStatus;
  active: boolean;
  rank: string | null;
  is_placed: boolean;
}
