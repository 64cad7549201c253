import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { Currency } from '#common/money/currency.js';
import { NamesBelow } from '#network/live/index.js';
import { PostedStatements } from '../../runs/index.js';
import { ReadAudit } from '../read-audit.js';
import { evaluateMember, MemberProgress } from './member-progress.js';
import {
  legsIn,
  toConditionViews,
  toEstimateView,
  toNextRankView,
  toOpenPeriodView,
  volumeOf,
  type ProgressView,
} from './progress.view.js';

/** What a member is and lacks in the open period, and what it may earn. See docs/spec/commissions.md#5. */
@Injectable()
export class ProgressService {
  constructor(
    private readonly progress: MemberProgress,
    private readonly runs: PostedStatements,
    private readonly names: NamesBelow,
    private readonly currency: Currency,
    private readonly audit: ReadAudit,
  ) {}

  /**
   * The member in the open period, as of now.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async read(caller: Caller): Promise<ProgressView> {
    const uid = caller.actsFor;
    await this.audit.record(caller, 'progress');
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
