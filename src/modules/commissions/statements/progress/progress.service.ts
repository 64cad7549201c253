import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { MemberStandings, NamesBelow, type MemberStanding } from '#network/live/index.js';
import { Currency } from '#common/money/currency.js';
import { OpenPeriods, type OpenPeriod } from '../../plans/index.js';
import { PostedStatements } from '../../runs/index.js';
import { keyOf } from '../live/plan-of-live.js';
import { evaluateMember } from './conditions.rules.js';
import {
  legsIn,
  toConditionViews,
  toEstimateView,
  toNextRankView,
  toOpenPeriodView,
  volumeOf,
  type ProgressView,
} from './progress.dto.js';

/** How long the live network has to measure by a plan that was published a moment ago, or a period that begins. */
const TRIES = 12;
const BETWEEN_MS = 250;
const BEING_MEASURED = 'the open period is being measured; try again in a moment';

/** A member of the open period. */
export interface MemberOfOpenPeriod {
  readonly standing: MemberStanding;
  /** Undefined while no plan is in force. */
  readonly open: OpenPeriod | undefined;
}

/** What a member is and lacks in the open period, now. See docs/spec/commissions.md#5. */
@Injectable()
export class MemberProgress {
  constructor(
    private readonly standings: MemberStandings,
    private readonly periods: OpenPeriods,
  ) {}

  /**
   * A member in the open period.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async of(uid: number): Promise<MemberOfOpenPeriod> {
    for (let tries = 1; ; tries += 1) {
      const open = await this.periods.at(new Date());
      const standing = await this.standings.of(uid);
      const isKnown = open === undefined || standing.ranks.length > 0;
      if (isKnown && standing.measured.key === (open === undefined ? standing.measured.key : keyOf(open)))
        return { standing, open };
      if (tries === TRIES) throw AppError.later('SERVICE_UNAVAILABLE', BEING_MEASURED, 3);
      await sleep(BETWEEN_MS);
    }
  }
}

/** What a member is and lacks in the open period, and what it may earn. See docs/spec/commissions.md#5. */
@Injectable()
export class ProgressService {
  constructor(
    private readonly progress: MemberProgress,
    private readonly runs: PostedStatements,
    private readonly names: NamesBelow,
    private readonly currency: Currency,
    private readonly audit: AuditLog,
  ) {}

  /** The caller's own, or whose an API admin asks for. @throws AppError as {@link of} */
  async read(caller: Caller): Promise<ProgressView> {
    const found = await this.of(caller.actsFor);
    const act = { action: 'commissions.read', entityType: 'commissions', entityId: 'progress' };
    await this.audit.recordRead(caller, act);
    return found;
  }

  /**
   * A member in the open period, now.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async of(uid: number): Promise<ProgressView> {
    const { standing, open } = await this.progress.of(uid);
    const { kind, status, personal, group } = standing.member;
    const period = toOpenPeriodView(standing, open);
    const volumes = { personal_volume: volumeOf(personal), group_volume: volumeOf(group) };
    if (open === undefined) return { ...period, kind, status, ...volumes, ...NO_PLAN };
    const evaluated = evaluateMember(open.plan, standing);
    const [estimate, usernames] = await Promise.all([
      this.runs.estimate(uid, open.period.name, open.planId),
      this.names.of(uid, legsIn([...evaluated.activeConditions, ...(evaluated.next?.conditions ?? [])])),
    ]);
    return {
      ...period,
      kind,
      status,
      ...volumes,
      active: evaluated.active,
      active_conditions: toConditionViews(evaluated.activeConditions, usernames),
      rank: evaluated.rank,
      next_rank: toNextRankView(evaluated.next, usernames),
      estimated: toEstimateView(estimate, this.currency.code),
    };
  }
}

const NO_PLAN = { active: null, active_conditions: [], rank: null, next_rank: null, estimated: null };
