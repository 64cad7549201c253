import { Injectable, Optional } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import { instantOf } from '#common/validation/index.js';
import { UsersService } from '#people/users/index.js';
import type { PositionData } from '../members.events.js';
import { PastCorrections } from '../provided-from-above.js';
import type { MoveMemberDto, MoveView } from './moves.dto.js';
import { MovesService } from './moves.service.js';
import { PastMoves } from './past-moves.service.js';

/** Moves that are dated back, also into posted periods. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class BackdatedMoves {
  constructor(
    private readonly db: Database,
    private readonly moves: MovesService,
    private readonly past: PastMoves,
    private readonly users: UsersService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    @Optional() private readonly corrections?: PastCorrections,
  ) {}

  /**
   * Moves a member as of an instant in the past, or says what that would change; audited, with what it supersedes. Posted
   * periods that end later are calculated again in the background.
   * @throws AppError as {@link MovesService.move}, of any instant since; VALIDATION on `from`
   */
  async move(caller: Caller, uid: number, dto: MoveMemberDto & { from: string }): Promise<MoveView> {
    const { tree, reason, dry_run: isDry = false } = dto;
    const to: PositionData = { parent_uid: dto.parent_uid, leg: dto.leg ?? null };
    const from = instantOf(dto.from)!;
    const members = await this.moves.count(tree, uid);
    const move = { uid, tree, from, to };
    const view = await this.db.transaction(async (tx) => {
      await this.corrections?.hold(tx);
      await this.moves.prepare(tx, uid, tree, to);
      const superseded = await this.past.assess(tx, move);
      const periods = (await this.corrections?.touched(tx, from)) ?? [];
      const last = superseded.at(-1);
      const former = last?.to === null ? { parent_uid: last.parent_uid, leg: last.leg } : null;
      let correctionId: number | null = null;
      if (!isDry) {
        const doer = { byUid: caller.uid, reason };
        const edgeId = await this.past.write(tx, move, doer);
        if (tree === 'sponsor') await this.users.setSponsor(tx, uid, to.parent_uid);
        const at = from.toISOString();
        await this.events.record(tx, 'member.moved', uid, { uid, tree, from: former, to, reason, at });
        const act = { action: 'network.move-back', entityType: 'member', entityId: uid };
        await this.audit.record(tx, caller, {
          ...act,
          before: { tree, positions: superseded.map(({ id: _, ...position }) => position) },
          after: { tree, ...to, from: at, reason },
        });
        if (periods.length > 0)
          correctionId = await this.corrections!.begin(tx, { ...move, edgeId, superseded, ...doer }, periods);
      }
      return {
        uid,
        tree,
        dry_run: isDry,
        members,
        from_at: from.toISOString(),
        from: former && (await this.moves.viewOf(tx, former)),
        to: await this.moves.viewOf(tx, to),
        periods: periods.map(({ period, runId }) => ({ period, run_id: runId })),
        correction_id: correctionId,
        volumes: null,
      };
    });
    // Nothing is locked while it waits for the volumes.
    const proposed = { uid, tree, parentUid: to.parent_uid };
    return isDry ? { ...view, volumes: await this.moves.volumesOf(proposed) } : view;
  }
}
