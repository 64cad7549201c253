import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { newId } from '#common/ids.js';
import { Currency } from '#common/money/currency.js';
import { fixedNumber, type Fixed, fixed, fixedOfNumber } from '#common/money/fixed.js';
import { accept, addProblem } from '#common/validation/index.js';
import {
  ApprovableAction,
  numberAsked,
  type ApprovalForecastQuery,
  toAuditedDecision,
  type Decided,
  type Described,
  type Involved,
  ApprovalSettingsStore,
  type Summary,
  withReason,
} from '#people/approvals/index.js';
import { toAdminEarningView, type WriteOffDto, type AdminEarningView, type BalanceRow } from './earnings.dto.js';
import { EarningsLedger } from './earnings.ledger.js';
import { FIND_BALANCE } from './earnings.queries.js';
import { hasLeft, validateAmount } from './earnings.rules.js';

const NO_MEMBER = 'is no member';

export const STILL_PAID = failure(COMMISSIONS.not_to_write_off, { example: { status: 'active' } });
export const NOTHING_LEFT = failure(COMMISSIONS.balance_zero);

/** What is to be written, as it stands. */
export interface Assessed {
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
    private readonly settings: ApprovalSettingsStore,
  ) {
    super();
  }

  /**
   * What it comes to.
   * @throws AppError when it cannot be written
   */
  protected abstract read(tx: EntityManager, subject: Subject): Promise<Assessed>;

  /** The same; the ledger is held or locked from then on. */
  abstract assess(tx: EntityManager, subject: Subject): Promise<Assessed>;

  /** The action in words, for the proposal. */
  protected abstract worded(name: string): Summary;

  override concerned({ uid }: Subject): readonly number[] {
    return [uid];
  }

  override async involved(tx: EntityManager, subject: Subject, byUid: number): Promise<Involved> {
    const { amount } = await this.read(tx, subject);
    const isExempt = isSmall({ uid: subject.uid, byUid, amount }, await this.settings.read(tx));
    return { contributors: [], isExempt };
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

  override subjectOf(asked: ApprovalForecastQuery): AdjustedEarnings {
    const { amount } = asked;
    if (amount === undefined) throw AppError.ofField('VALIDATION', 'amount', 'is required');
    return { uid: numberAsked(asked), amount, reason: '' };
  }

  async assess(tx: EntityManager, subject: AdjustedEarnings): Promise<Assessed> {
    const assessed = await this.read(tx, subject);
    await this.ledger.hold(tx);
    return assessed;
  }

  protected async read(tx: EntityManager, subject: AdjustedEarnings): Promise<Assessed> {
    const amount = fixedOfNumber(subject.amount);
    const errors: FieldErrors = {};
    const problem = validateAmount(amount, this.currency.digits);
    if (problem !== undefined) addProblem(errors, 'amount', problem);
    const member = await this.member(tx, subject.uid);
    if (member === undefined) addProblem(errors, 'uid', NO_MEMBER);
    accept({ dto: subject, errors });
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

  override subjectOf(asked: ApprovalForecastQuery): WriteOffDto {
    return { uid: numberAsked(asked), reason: '' };
  }

  async assess(tx: EntityManager, subject: WriteOffDto): Promise<Assessed> {
    await this.ledger.lock(tx);
    return this.read(tx, subject);
  }

  protected async read(tx: EntityManager, { uid }: WriteOffDto): Promise<Assessed> {
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

/** An amount for a member, and who writes it. */
export interface Adjusted {
  readonly uid: number;
  readonly byUid: number;
  readonly amount: Fixed;
}

/** Whether it needs no approval: up to the limit, and not to one's own balance. */
export function isSmall({ uid, byUid, amount }: Adjusted, { adjustmentLimit }: { adjustmentLimit: string }): boolean {
  return uid !== byUid && (amount < 0n ? -amount : amount) <= fixed(adjustmentLimit);
}
