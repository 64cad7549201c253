import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, Replica } from '#common/database/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { sorted } from '#common/http/sorting.js';
import { decimal, DECIMAL_PLACES } from '#common/money/decimal.js';
import { accept, addProblem, instantOf } from '#common/validation/index.js';
import { manyRowsOfUsersFound } from '#people/users/index.js';
import { NetworkMember } from '../members/index.js';
import { VolumeLedger } from './volume-ledger.js';
import { VolumeRow } from './volume-row.entity.js';
import {
  type AdjustVolumesDto,
  type ReverseVolumesDto,
  toVolumeView,
  type VolumesQuery,
  VolumeView,
} from './volumes.dto.js';
import { toAdjustedData } from './volumes.events.js';

/** Reads the volume ledger, and adjusts it. See docs/spec/commissions.md#1. */
@Injectable()
export class VolumesService {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
    private readonly ledger: VolumeLedger,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** Rows, newest first; `count` ends where the offset does, whatever is behind. */
  list(query: VolumesQuery, reader?: Caller): Promise<ListAnswer<VolumeView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: VolumesQuery): AdminList<VolumeRow, VolumeView, VolumesQuery> {
    const { from, to } = query;
    const rows = this.db.manager.createQueryBuilder(VolumeRow, 'v');
    const all = sorted(rows, query.sort ?? '-at', { at: 'v.at' }, 'v.id');
    if (from !== undefined) all.andWhere('v.at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('v.at < :to', { to: instantOf(to) });
    const filters = {
      search: manyRowsOfUsersFound('v.uid'),
      uid: 'v.uid = :uid',
      order_id: 'v.order_id = :order_id',
      kind: 'v.kind = :kind',
    };
    const file = { name: 'volumes', entityType: 'volume', of: VolumeView, uidOf: (row: VolumeView) => row.uid };
    const sums = { business_volume: 'v.business_volume', points: 'v.points', cumulative_volume: 'v.cumulative_volume' };
    const shown = { view: toVolumeView, most: COUNTED_ROWS, sums };
    return { query, all: this.replica.through(all), filters, ...shown, file };
  }

  /**
   * Adds to a member's volumes, or takes off; audited.
   * @throws AppError VALIDATION for somebody who is no member, an instant in the future or before the member came, or no
   * volume; CONFLICT for an instant in a period that is posted
   */
  async adjust(caller: Caller, dto: AdjustVolumesDto): Promise<VolumeView> {
    const { uid, reason, business_volume, points, cumulative_volume } = dto;
    const volumes = [business_volume, points, cumulative_volume] as const;
    const [business, ofPoints, cumulative] = volumes.map((volume) => decimal(volume).toFixed(DECIMAL_PLACES));
    return this.db.transaction(async (tx) => {
      const now = await this.db.now(tx);
      const at = instantOf(dto.at) ?? now;
      const errors: FieldErrors = {};
      const since = (await tx.findOneBy(NetworkMember, { uid }))?.enrolledAt;
      for (const [field, problem] of validateAdjustment({ at, volumes }, since, now))
        addProblem(errors, field, problem);
      accept({ dto, errors });
      const exact = [business!, ofPoints!, cumulative!] as const;
      const view = toVolumeView(await this.ledger.adjust(tx, { uid, at, volumes: exact, reason, byUid: caller.uid }));
      await this.events.record(tx, 'volume.adjusted', uid, toAdjustedData(view));
      const act = { action: 'volume.adjust', entityType: 'volume', entityId: view.id, after: view };
      await this.audit.record(tx, { ...caller, actsFor: uid }, act);
      return view;
    });
  }

  /**
   * Reverses a row that is beyond what can be added up; audited.
   * @returns the row that takes its amounts off
   * @throws AppError NOT_FOUND; CONFLICT if it is within the bounds, reversed already, or in a period that is posted
   */
  async reverse(caller: Caller, id: number, { reason }: ReverseVolumesDto): Promise<VolumeView> {
    return this.db.transaction(async (tx) => {
      const rows = await this.ledger.reverse(tx, { id, reason, byUid: caller.uid });
      const views = rows.map(toVolumeView);
      for (const view of views) await this.events.record(tx, 'volume.adjusted', view.uid, toAdjustedData(view));
      const { uid } = views[0]!;
      const act = { action: 'volume.reverse', entityType: 'volume', entityId: id, after: { rows: views } };
      await this.audit.record(tx, { ...caller, actsFor: uid }, act);
      return views.find(({ moved_id }) => moved_id === id)!;
    });
  }
}

/** What is wrong with an adjustment whose member came at `since`, if that is somebody; all problems, by field. */
function validateAdjustment(
  { at, volumes }: { at: Date; volumes: readonly number[] },
  since: Date | undefined,
  now: Date,
): readonly (readonly [field: string, problem: string])[] {
  const problems: [string, string][] = [];
  if (since === undefined) problems.push(['uid', 'is no member']);
  if (at > now) problems.push(['at', 'must not be in the future']);
  if (since !== undefined && at < since) {
    problems.push(['at', `must not be before the member came, which was at ${since.toISOString()}`]);
  }
  if (volumes.every((volume) => volume === 0)) problems.push(['business_volume', 'must not be 0 if all volumes are']);
  return problems;
}
