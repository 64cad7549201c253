import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixedNumber } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import { type Plan, roundedMoney, counted, type NumberWords } from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import type { CommissionRun } from '../run.entity.js';
import { SOURCE } from './explain.queries.js';
import { LINES_OF_SOURCE } from './lines.queries.js';
import { PARENTS, SPONSORS } from './trees.queries.js';
import type { ExplainedSourceView } from './orders.dto.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';
import {
  type AboveFacts,
  type SourceLine,
  baseIn,
  toAboveView,
  type SourceBonus,
  type SourceRow,
  windowsOf,
  toSourceVolumes,
  baseOf,
  type Step,
  walk,
} from './sources.rules.js';

/** How far up a source is followed: further than levels are given out, but for long rows of members that are skipped. */
const MOST_STEPS = 300;

/** Lines on one source: so many levels of so many bonuses a plan may have. */
const MOST_LINES = 10_000;

/** Says who above a member was paid on what it bought and earned, and who was not. */
@Injectable()
export class SourcesExplained {
  constructor(
    private readonly db: Database,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** The bonuses of a plan whose lines have sources, in its order. */
  bonusesOf(plan: Plan): SourceBonus[] {
    const { types } = this.bonuses;
    return plan.bonuses.flatMap((bonus) => {
      const base = types.baseOf(plan, bonus);
      if (base === null) return [];
      const type = types.of(bonus);
      return [{ id: bonus.id, type: bonus.type, unit: type.unit, base, rule: type.levels(bonus, plan) }];
    });
  }

  /** By each bonus whose lines have sources, if the member has a base in it. */
  async of({
    run,
    plan,
    member,
    words,
  }: Pick<BonusFacts, 'run' | 'plan' | 'member' | 'words'>): Promise<ExplainedSourceView[]> {
    const bonuses = this.bonusesOf(plan).filter(({ rule }) => rule !== null);
    if (bonuses.length === 0) return [];
    const [volumes, lines] = await Promise.all([this.volumes(run, member), this.linesOn(run.id, member.uid)]);
    const views: ExplainedSourceView[] = [];
    for (const bonus of bonuses) {
      const own = lines.filter((line) => line.bonus === bonus.id);
      const base = baseIn(own, baseOf(plan, bonus, member, volumes));
      if (base > 0n) views.push(await this.view(run, member.uid, { bonus, base, lines: own, words }));
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
    {
      bonus,
      base,
      lines,
      words,
    }: { bonus: SourceBonus; base: bigint; lines: readonly SourceLine[]; words: NumberWords },
  ): Promise<ExplainedSourceView> {
    const steps = await this.path(run, uid, bonus);
    const above = steps.map((step) => toAboveView(step, lines));
    const paid = above.filter(({ amount }) => amount !== null).length;
    const all = bonus.unit === 'volume' ? words.volume(roundedMoney(base)) : words.money(roundedMoney(base));
    return {
      bonus: bonus.id,
      type: bonus.type,
      base: fixedNumber(roundedMoney(base)),
      above,
      sentence: `Commissions are paid on ${all}: ${counted(paid, 'member')} above got something.`,
    };
  }
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
