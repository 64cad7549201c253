import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventRecorder, type EventDeclarations, type PayloadsOf } from '#common/events/index.js';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { Currency } from '#common/money/currency.js';
import { RUN_KINDS, type RunKind, type CommissionRun } from './run.entity.js';

/** What the events of a run say about it. */
class RunData {
  @IntegerProperty(12) run_id!: number;
  @TextProperty('2026-10') period!: string;
  @TextProperty('2026-10-01T00:00:00.000Z') from!: string;
  @TextProperty('2026-11-01T00:00:00.000Z', 'not part of the period') to!: string;
  @IntegerProperty(3) plan_id!: number;
  @IntegerProperty(1250, 'members in the run') members!: number;
  @IntegerProperty(310, 'members that have lines') payees!: number;
  @NumberProperty(18_420.55, 'the sum of all lines') payout!: number;
  @TextProperty('USD') currency_code!: string;
}

/** `commission.calculated`. */
export class CommissionCalculatedData extends RunData {
  @ChoiceProperty([...RUN_KINDS, 'correction'], 'final') kind!: RunKind;
  @BooleanProperty(false, 'a preview that the service made by itself') automatic!: boolean;
}

/** `commission.posted`. */
export class CommissionPostedData extends RunData {
  @TextProperty('2026-11-02T09:00:00.000Z') posted_at!: string;
}

/** `member.rank_changed`. */
export class MemberRankChangedData {
  @IntegerProperty(12) uid!: number;
  @TextProperty('2026-10', 'the posted period after which the member has it') period!: string;
  @TextProperty('silver', 'the title rank before; null: none', { nullable: true }) from!: string | null;
  @TextProperty('gold', 'the title rank') to!: string;
}

export const RUN_EVENTS = {
  'commission.calculated': {
    aggregate: 'commission_run',
    data: CommissionCalculatedData,
    summary: 'A run of commissions was calculated',
    description: 'A preview, or a final run that can be approved now.',
  },
  'commission.posted': {
    aggregate: 'commission_run',
    data: CommissionPostedData,
    summary: 'A run of commissions was posted',
    description: 'Its period is closed; members have their earnings and title ranks.',
  },
  'member.rank_changed': {
    aggregate: 'user',
    data: MemberRankChangedData,
    summary: 'The title rank of a member has changed',
    description: 'Sent when the run in which it was reached is posted, or a correction that changes it is approved.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof RUN_EVENTS> {}
}

/** What events say about a run's summary. */
interface Told {
  readonly members: number;
  readonly payees: number;
  readonly payout: number;
}

/** A member whose title rank has changed. */
export interface RankChange {
  readonly uid: number;
  readonly from: string | null;
  readonly to: string;
}

/** Records the events of runs. See docs/spec/commissions.md#4-events. */
@Injectable()
export class RunEvents {
  constructor(
    private readonly events: EventRecorder,
    private readonly currency: Currency,
  ) {}

  /**
   * Records `commission.calculated`.
   * @param tx the transaction that makes it calculated
   * @param run with its summary
   */
  async calculated(tx: EntityManager, run: CommissionRun): Promise<void> {
    await this.events.record(tx, 'commission.calculated', run.id, {
      ...this.dataOf(run),
      kind: run.kind,
      automatic: run.isAutomatic,
    });
  }

  /**
   * Records `commission.posted`.
   * @param tx the transaction that posts it
   */
  async posted(tx: EntityManager, run: CommissionRun, postedAt: Date): Promise<void> {
    const data = { ...this.dataOf(run), posted_at: postedAt.toISOString() };
    await this.events.record(tx, 'commission.posted', run.id, data);
  }

  /** Records `member.rank_changed` of any number of members, after a period. */
  async ranksChanged(tx: EntityManager, period: string, changes: readonly RankChange[]): Promise<void> {
    const told = changes.map(({ uid, from, to }) => {
      return { type: 'member.rank_changed' as const, aggregateId: uid, data: { uid, period, from, to } };
    });
    if (told.length > 0) await this.events.recordMany(tx, told);
  }

  private dataOf({ id, period, fromAt, toAt, planId, summary }: CommissionRun) {
    const { members, payees, payout } = summary as Told;
    return {
      run_id: id,
      period,
      from: fromAt.toISOString(),
      to: toAt.toISOString(),
      plan_id: planId,
      members,
      payees,
      payout,
      currency_code: this.currency.code,
    };
  }
}
