import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { newId } from '#common/ids.js';
import { Currency } from '#common/money/currency.js';
import { fixedNumber, type Fixed, fixed } from '#common/money/fixed.js';
import { accept, addProblem } from '#common/validation/index.js';
import {
  ApprovableAction,
  toAuditedDecision,
  type Decided,
  type Described,
  Approvals,
  ApprovalSettingsStore,
  type Asked,
  type Summary,
  withReason,
} from '#people/approvals/index.js';
import type { Caller } from '#common/access/index.js';
import {
  toAdminEarningView,
  type WriteOffDto,
  type AdminEarningView,
  type BalanceRow,
  type AdjustEarningsDto,
  type AdjustedEarningView,
} from './earnings.dto.js';
import { EarningsLedger } from './earnings.ledger.js';
import { FIND_BALANCE } from './earnings.queries.js';
import { amountOf, hasLeft, validateAmount } from './earnings.rules.js';

const NO_MEMBER = 'is no member';

export const STILL_PAID = {
  code: 'CONFLICT',
  message: 'the member is a distributor in the status {status}; only balances of members who have left are written off',
  example: { status: 'active' },
} as const;
export const NOTHING_LEFT = { code: 'CONFLICT', message: 'the balance is 0' } as const;

/** What is to be written, as it stands. */
interface Assessed {
  readonly member: BalanceRow;
  readonly amount: Fixed;
}

/** An adjustment, or a write-off. */
@Injectable()
abstract class LedgerAction<Subject extends { uid: number; reason: string }> extends ApprovableAction<
  Subject,
  AdminEarningView
> {
  readonly permission = 'earnings.adjust';
  protected abstract readonly action: string;

  constructor(
    protected readonly db: Database,
    protected readonly ledger: EarningsLedger,
    protected readonly currency: Currency,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  /**
   * What it comes to; the ledger is held or locked from then on.
   * @throws AppError when it cannot be written
   */
  abstract assess(tx: EntityManager, subject: Subject): Promise<Assessed>;

  /** The action in words, for the proposal. */
  protected abstract worded(name: string): Summary;

  override concerned({ uid }: Subject): readonly number[] {
    return [uid];
  }

  async describe(tx: EntityManager, subject: Subject): Promise<Described> {
    const { member, amount } = await this.assess(tx, subject);
    const { uid, username } = member;
    const touched = fixedNumber(amount);
    return {
      lookedAt: { amount: touched },
      contributors: [],
      effect: {
        ...withReason(this.worded(username), subject.reason),
        amount: touched,
        currency_code: this.currency.code,
        members: 1,
        people: [{ uid, username, amount: touched }],
        changes: [],
      },
    };
  }

  async carryOut(tx: EntityManager, subject: Subject, decided: Decided): Promise<AdminEarningView> {
    const { amount } = await this.assess(tx, subject);
    return this.write(tx, subject, { amount, decided });
  }

  /**
   * Writes the entry; audited.
   * @param decided who did it, and by which approval, if it needs one
   */
  async write(
    tx: EntityManager,
    { uid, reason }: Subject,
    { amount, decided }: { amount: Fixed; decided: Pick<Decided, 'by' | 'makerUid'> & Partial<Decided> },
  ): Promise<AdminEarningView> {
    const view = toAdminEarningView(await this.ledger.adjust(tx, { uid, amount, reason, byUid: decided.makerUid }));
    await this.audit.record(
      tx,
      { ...decided.by, actsFor: uid },
      {
        action: this.action,
        entityType: 'earning',
        entityId: view.id,
        after: { ...view, ...(isApproved(decided) ? toAuditedDecision(decided) : {}) },
      },
    );
    return view;
  }

  protected member(tx: EntityManager, uid: number): Promise<BalanceRow | undefined> {
    return this.db.queryOne<BalanceRow>(tx, FIND_BALANCE, [uid]);
  }
}

/** What is to be added to a balance, or taken off. */
interface AdjustedEarnings {
  readonly uid: number;
  readonly amount: number;
  readonly reason: string;
}

/** Adjusting the balance of a member by more than the limit. */
@Injectable()
export class EarningsAdjustment extends LedgerAction<AdjustedEarnings> {
  readonly kind = 'earnings.adjust';
  protected readonly action = 'earnings.adjust';

  /** Two adjustments that are alike are two. */
  keyOf(): string {
    return newId();
  }

  async assess(tx: EntityManager, subject: AdjustedEarnings): Promise<Assessed> {
    const amount = amountOf(subject.amount);
    const errors: FieldErrors = {};
    const problem = validateAmount(amount, this.currency.digits);
    if (problem !== undefined) addProblem(errors, 'amount', problem);
    const member = await this.member(tx, subject.uid);
    if (member === undefined) addProblem(errors, 'uid', NO_MEMBER);
    accept({ dto: subject, errors });
    await this.ledger.hold(tx);
    return { member: member!, amount };
  }

  protected worded(name: string): Summary {
    return { summary: `Adjusts the balance of ${name}.`, summary_de: `Korrigiert das Guthaben von ${name}.` };
  }
}

/** Writing off a balance above the limit. */
@Injectable()
export class EarningsWriteOff extends LedgerAction<WriteOffDto> {
  readonly kind = 'earnings.write-off';
  protected readonly action = 'earnings.write-off';

  keyOf({ uid }: WriteOffDto): string {
    return String(uid);
  }

  async assess(tx: EntityManager, { uid }: WriteOffDto): Promise<Assessed> {
    await this.ledger.lock(tx);
    const member = await this.member(tx, uid);
    if (member === undefined) throw AppError.ofField('VALIDATION', 'uid', NO_MEMBER);
    if (!hasLeft(member)) throw AppError.of(STILL_PAID, { status: member.status });
    const balance = await this.ledger.balance(tx, uid);
    if (balance === 0n) throw AppError.of(NOTHING_LEFT);
    return { member, amount: -balance };
  }

  protected worded(name: string): Summary {
    return { summary: `Brings the balance of ${name} to 0.`, summary_de: `Bucht das Guthaben von ${name} auf 0 aus.` };
  }
}

function isApproved(decided: Partial<Decided>): decided is Decided {
  return decided.approvalId !== undefined;
}

/** Adjusts earnings, and writes balances off. See docs/spec/commissions.md#5. */
@Injectable()
export class AdjustmentsService {
  constructor(
    private readonly approvals: Approvals,
    private readonly settings: ApprovalSettingsStore,
    private readonly adjustment: EarningsAdjustment,
    private readonly writingOff: EarningsWriteOff,
  ) {}

  /**
   * Adds to a member's balance, or takes off; above the limit it may only be proposed; audited.
   * @throws AppError VALIDATION for who is no member, and an amount of 0 or with more decimals than the currency has
   */
  async adjust(caller: Caller, { uid, amount, reason }: AdjustEarningsDto): Promise<AdjustedEarningView> {
    const subject = { uid, amount, reason };
    return this.approvals.transaction(caller, async (tx) => {
      const assessed = await this.adjustment.assess(tx, subject);
      if (await this.isSmall(tx, assessed.amount))
        return small(await this.adjustment.write(tx, subject, { ...assessed, decided: byOneself(caller) }));
      return answerOf(subject, assessed, await this.approvals.ask(tx, this.adjustment, subject, caller));
    });
  }

  /**
   * Brings the balance of a member who has left to 0; above the limit it may only be proposed; audited.
   * @throws AppError VALIDATION for who is no member; CONFLICT for a distributor who is not terminated, and a balance of 0
   */
  async writeOff(caller: Caller, { uid, reason }: WriteOffDto): Promise<AdjustedEarningView> {
    const subject = { uid, reason };
    return this.approvals.transaction(caller, async (tx) => {
      const assessed = await this.writingOff.assess(tx, subject);
      if (await this.isSmall(tx, assessed.amount))
        return small(await this.writingOff.write(tx, subject, { ...assessed, decided: byOneself(caller) }));
      return answerOf(subject, assessed, await this.approvals.ask(tx, this.writingOff, subject, caller));
    });
  }

  private async isSmall(tx: EntityManager, amount: Fixed): Promise<boolean> {
    const { adjustmentLimit } = await this.settings.hold(tx);
    return (amount < 0n ? -amount : amount) <= fixed(adjustmentLimit);
  }
}

const byOneself = (by: Caller) => ({ by, makerUid: by.uid });

function small(entry: AdminEarningView): AdjustedEarningView {
  return { ...entry, approval: null };
}

/** What was written, or is to be. */
function answerOf(
  { uid, reason }: { uid: number; reason: string },
  { member, amount }: Assessed,
  { approval, done }: Asked<AdminEarningView>,
): AdjustedEarningView {
  if (done !== undefined) return { ...done.result, approval };
  return {
    id: null,
    at: null,
    kind: 'adjustment',
    amount: fixedNumber(amount),
    period: null,
    payable_at: null,
    reason,
    uid,
    username: member.username,
    run_id: null,
    payout_id: null,
    reward: null,
    reward_key: null,
    by_uid: approval.made_by_uid,
    approval,
  };
}
