import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, hasExpired } from '#common/database/index.js';
import { EventRecorder, type EventType } from '#common/events/index.js';
import { Retention } from '#common/jobs/index.js';
import { Approval, type ApprovalStatus } from './approval.entity.js';
import { LAPSED } from './approvals.failures.js';
import { createHash } from 'node:crypto';

/** A proposal to keep. */
export type NewProposal = Pick<
  Approval,
  'kind' | 'subjectKey' | 'subject' | 'digest' | 'effect' | 'contributors' | 'madeByUid'
> & { readonly status: Extract<ApprovalStatus, 'waiting' | 'approved' | 'alone'>; readonly lapseDays: number };

/** The event and the action in the audit log of a status. */
const TOLD = {
  waiting: { event: 'approval.requested', action: 'approval.request' },
  approved: { event: 'approval.approved', action: 'approval.approve' },
  refused: { event: 'approval.refused', action: 'approval.refuse' },
  lapsed: { event: 'approval.lapsed', action: 'approval.lapse' },
  alone: { event: undefined, action: 'approval.alone' },
} as const satisfies Record<ApprovalStatus, { event: EventType | undefined; action: string }>;

/** Keeps proposals; each change is audited, and told by an event. */
@Injectable()
export class Proposals {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** Keeps a proposal, or what is done at once. */
  async add(tx: EntityManager, caller: Caller, { lapseDays, ...proposal }: NewProposal): Promise<Approval> {
    const isOver = proposal.status !== 'waiting';
    const { identifiers } = await tx.insert(Approval, {
      ...proposal,
      madeAt: () => 'clock_timestamp()',
      lapsesAt: () => `clock_timestamp() + make_interval(days => ${lapseDays})`,
      ...(isOver ? { decidedByUid: caller.uid, decidedAt: () => 'clock_timestamp()' } : {}),
    });
    const made = await tx.findOneByOrFail(Approval, { id: identifiers[0]!.id as number });
    await this.tell(tx, caller, made, null);
    return made;
  }

  /** The waiting proposal for a subject, if it is not late. */
  async find(tx: EntityManager, kind: string, subjectKey: string): Promise<Approval | null> {
    return tx.findOneBy(Approval, { kind, subjectKey, status: 'waiting', lapsesAt: MoreThan(new Date()) });
  }

  /** How many proposals of a maker wait. */
  async countOf(tx: EntityManager, madeByUid: number): Promise<number> {
    return tx.countBy(Approval, { status: 'waiting', lapsesAt: MoreThan(new Date()), madeByUid });
  }

  /** The waiting proposal for a subject, locked. */
  async waiting(tx: EntityManager, kind: string, subjectKey: string): Promise<Approval | null> {
    const where = { kind, subjectKey, status: 'waiting' as const };
    return tx.findOne(Approval, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Ends a proposal that is locked: approved or refused. */
  async decide(
    tx: EntityManager,
    caller: Caller,
    { id }: Approval,
    status: Extract<ApprovalStatus, 'approved' | 'refused'>,
    reason: string | null = null,
  ): Promise<Approval> {
    await this.end(tx, id, { status, decidedByUid: caller.uid, reason });
    return this.told(tx, caller, id);
  }

  /**
   * Lets a proposal lapse if it still waits.
   * @param caller who found out; null for the service itself
   */
  async lapse(tx: EntityManager, caller: Caller | null, id: number, reason: string): Promise<void> {
    if (await this.end(tx, id, { status: 'lapsed', decidedByUid: null, reason })) await this.told(tx, caller, id);
  }

  /** Lets the waiting proposal for a subject lapse, if there is one, because the subject is changed now. */
  async changed(tx: EntityManager, caller: Caller, kind: string, subjectKey: string): Promise<void> {
    const found = await this.waiting(tx, kind, subjectKey);
    if (found !== null) await this.lapse(tx, caller, found.id, LAPSED.changed);
  }

  @Retention('proposals that nobody decided in time are let lapse')
  async lapseLate(): Promise<void> {
    await this.db.transaction(async (tx) => {
      const late = await tx.find(Approval, {
        where: { status: 'waiting', lapsesAt: hasExpired() },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      for (const { id } of late) await this.lapse(tx, null, id, LAPSED.late);
    });
  }

  private async end(
    tx: EntityManager,
    id: number,
    change: Pick<Approval, 'status' | 'decidedByUid' | 'reason'>,
  ): Promise<boolean> {
    const values = { ...change, decidedAt: () => 'clock_timestamp()' };
    return (await tx.update(Approval, { id, status: 'waiting' }, values)).affected === 1;
  }

  private async told(tx: EntityManager, caller: Caller | null, id: number): Promise<Approval> {
    const after = await tx.findOneByOrFail(Approval, { id });
    await this.tell(tx, caller, after, 'waiting');
    return after;
  }

  private async tell(
    tx: EntityManager,
    caller: Caller | null,
    approval: Approval,
    before: ApprovalStatus | null,
  ): Promise<void> {
    const { id, kind, status, effect, madeByUid, decidedByUid, reason, lapsesAt, subject, contributors } = approval;
    const { event, action } = TOLD[status];
    const by = { made_by_uid: madeByUid, decided_by_uid: decidedByUid };
    if (event !== undefined)
      await this.events.record(tx, event, id, { id, kind, status, ...by, lapses_at: lapsesAt.toISOString() });
    if (caller === null) return;
    await this.audit.record(tx, caller, {
      action,
      entityType: 'approval',
      entityId: id,
      ...(before === null ? {} : { before: { kind, status: before } }),
      after: { kind, status, subject, summary: effect.summary, amount: effect.amount, contributors, ...by, reason },
    });
  }
}

/** SHA-256 in hexadecimal of a value as JSON, whatever the order of its keys. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
