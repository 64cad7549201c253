import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { DECIMAL_PLACES } from '#common/money/decimal.js';
import { Currency } from '#common/money/currency.js';
import { fixed, fixedNumber, fixedText, type Fixed, fixedOfNumber } from '#common/money/fixed.js';
import { accept, addProblem } from '#common/validation/index.js';
import {
  ApprovableAction,
  type ApprovalForecastQuery,
  EFFECT_PEOPLE,
  toAuditedDecision,
  type Decided,
  type Described,
  type Involved,
  type Summary,
  withReason,
} from '#people/approvals/index.js';
import type { MemberStatus } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';
import { CommissionSettingsService } from '../../settings/index.js';
import { EarningsLedger } from '../earnings.ledger.js';
import { hasLeft, validateAmount } from '../earnings.rules.js';
import { RewardKinds } from './reward-kinds.js';

/** Locks the key `$2` of the reward `$1`: one transaction at a time posts or reverses it. */
const LOCK_KEY = statement(
  'rewards.lock-key',
  `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'reward', $1::text, $2::text), 0))`,
);

/** A member whom a posting names; `kind` is null for users who are no members or were erased: nobody could pay them. */
interface PaidRow {
  readonly uid: number;
  readonly username: string | null;
  readonly kind: MemberKind | null;
  readonly status: MemberStatus | null;
}

/** The members `$1`, and whoever else has these uids. */
const MEMBERS = statement(
  'rewards.members',
  `SELECT g.uid, u.username, CASE WHEN u.erased_at IS NULL THEN s.kind END AS kind, s.status FROM unnest($1::bigint[]) AS g (uid)
     LEFT JOIN users u ON u.uid = g.uid
     LEFT JOIN network_states s ON s.uid = g.uid AND s.to_at IS NULL`,
);

/** The entries with the key `$2` of the reward `$1`: posted, and taken back. */
const POSTED = statement(
  'rewards.posted',
  `SELECT e.id, e.uid, u.username, e.kind, e.amount::text AS amount FROM earnings e JOIN users u ON u.uid = e.uid
    WHERE e.reward = $1 AND e.reward_key = $2 ORDER BY e.uid, e.id`,
);

/** A row of {@link POSTED}. */
export interface PostedRow {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly kind: 'reward' | 'reward_reversed';
  readonly amount: string;
}

/** Posts the amounts `$4` to the members `$3` with the key `$2` of the reward `$1`, payable in `$5` days; reason `$6`, posted by `$7`. */
const POST = statement(
  'rewards.post',
  `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason, by_uid)
   SELECT g.uid, 'reward', g.amount, statement_timestamp() + make_interval(days => $5::integer), $1, $2, $6, $7
     FROM unnest($3::bigint[], $4::numeric[]) AS g (uid, amount) ORDER BY g.uid`,
);

/** Takes back all that was posted with the key `$2` of the reward `$1`, payable at once; reason `$3`, reversed by `$4`. */
const REVERSE = statement(
  'rewards.reverse',
  `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason, by_uid)
   SELECT e.uid, 'reward_reversed', -e.amount, statement_timestamp(), e.reward, e.reward_key, $3, $4
     FROM earnings e WHERE e.reward = $1 AND e.reward_key = $2 AND e.kind = 'reward' ORDER BY e.uid`,
);

const UNKNOWN_REWARD = failure(COMMISSIONS.no_reward, { example: { name: 'loyalty_reward' } });
export const KEY_TAKEN = failure(COMMISSIONS.key_taken, { field: 'key' });
export const NOTHING_POSTED = failure(COMMISSIONS.nothing_posted, { field: 'key' });
export const IS_REVERSED = failure(COMMISSIONS.is_reversed, { field: 'key' });

/** What a member is to get. */
export interface RewardEntry {
  readonly uid: number;
  /** In money, above 0, with at most the decimals of the currency. */
  readonly amount: number;
}

/** What is to be posted: once by its key. */
export interface PostedReward {
  readonly reward: string;
  readonly key: string;
  readonly reason: string;
  /** In the order of their uids. */
  readonly entries: readonly RewardEntry[];
  readonly contributors: readonly number[];
}

/** What is to be taken back. */
export interface ReversedReward {
  readonly reward: string;
  readonly key: string;
  readonly reason: string;
  /** Whom it is about. */
  readonly uids: readonly number[];
}

/** The approval and the audit log know a posting by this. */
const keyOf = ({ reward, key }: { reward: string; key: string }): string =>
  createHash('sha256').update(`${reward} ${key}`).digest('hex');

type AnyReward = Pick<PostedReward, 'reward' | 'key' | 'reason'> & Partial<Pick<PostedReward, 'contributors'>>;

/** What both have in common: one amount for each of some members, and a key. */
@Injectable()
abstract class RewardAction<Subject extends AnyReward> extends ApprovableAction<Subject, void> {
  readonly permission = 'earnings.adjust';

  constructor(
    protected readonly db: Database,
    protected readonly ledger: EarningsLedger,
    protected readonly kinds: RewardKinds,
    protected readonly currency: Currency,
    protected readonly settings: CommissionSettingsService,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  /**
   * Whose balance changes by how much; the key and the ledger are held from then on.
   * @throws AppError when it cannot be done
   */
  protected abstract amounts(
    tx: EntityManager,
    subject: Subject,
  ): Promise<readonly { readonly uid: number; readonly username: string; readonly amount: Fixed }[]>;

  protected abstract write(tx: EntityManager, subject: Subject, byUid: number): Promise<void>;

  /** The action in words, for the proposal. */
  protected abstract worded(title: string, subject: Subject): Summary;

  keyOf(subject: Subject): string {
    return keyOf(subject);
  }

  async describe(tx: EntityManager, subject: Subject): Promise<Described> {
    const rows = [...(await this.amounts(tx, subject))];
    const sum = fixedNumber(rows.reduce((total, { amount }) => total + amount, 0n));
    const largest = rows.sort((one, other) => Number(abs(other.amount) - abs(one.amount)) || one.uid - other.uid);
    return {
      lookedAt: { sum, members: rows.length },
      contributors: subject.contributors ?? [],
      isBound: this.isBound(subject.reward),
      effect: {
        ...withReason(this.worded(this.kinds.find(subject.reward)?.title ?? subject.reward, subject), subject.reason),
        amount: sum,
        currency_code: this.currency.code,
        members: rows.length,
        people: largest
          .slice(0, EFFECT_PEOPLE)
          .map(({ uid, username, amount }) => ({ uid, username, amount: fixedNumber(amount) })),
        changes: [],
      },
    };
  }

  async carryOut(tx: EntityManager, subject: Subject, decided: Decided): Promise<void> {
    await this.write(tx, subject, decided.makerUid);
    await this.audit.record(tx, decided.by, {
      action: this.kind,
      entityType: 'reward',
      entityId: keyOf(subject),
      after: { ...subject, ...toAuditedDecision(decided) },
    });
  }

  protected isBound(reward: string): boolean {
    return this.kinds.find(reward)?.fourEyes ?? false;
  }

  /** What was posted with a key, which is locked until the transaction ends. */
  async posted(tx: EntityManager, { reward, key }: Pick<Subject, 'reward' | 'key'>): Promise<PostedRow[]> {
    await this.db.query(tx, LOCK_KEY, [reward, key]);
    return this.db.query<PostedRow>(tx, POSTED, [reward, key]);
  }
}

/** Posting a reward. */
@Injectable()
export class RewardPosting extends RewardAction<PostedReward> {
  readonly kind = 'reward.post';

  override concerned({ entries }: PostedReward): readonly number[] {
    return entries.map(({ uid }) => uid);
  }

  protected async amounts(tx: EntityManager, subject: PostedReward) {
    const { reward, entries } = subject;
    if (this.kinds.find(reward) === undefined) throw AppError.of(UNKNOWN_REWARD, { name: reward });
    if ((await this.posted(tx, subject)).length > 0) throw AppError.of(KEY_TAKEN);
    await this.ledger.hold(tx);
    const rows = await this.db.query<PaidRow>(tx, MEMBERS, [entries.map(({ uid }) => uid)]);
    const members = new Map(rows.map((row) => [row.uid, row]));
    const errors: FieldErrors = {};
    for (const [index, { uid, amount }] of entries.entries()) {
      const problem = this.problemOf(amount);
      if (problem !== undefined) addProblem(errors, 'entries', problem, `entries[${index}].amount`);
      const stranger = validateMember(members.get(uid));
      if (stranger !== undefined) addProblem(errors, 'entries', stranger, `entries[${index}].uid`);
    }
    accept({ dto: entries, errors });
    return entries.map(({ uid, amount }) => ({
      uid,
      username: members.get(uid)!.username!,
      amount: fixedOfNumber(amount),
    }));
  }

  protected async write(tx: EntityManager, subject: PostedReward, byUid: number): Promise<void> {
    const { reward, key, reason, entries } = subject;
    const { holdDays } = await this.settings.current(tx);
    const amounts = entries.map(({ amount }) => fixedText(fixedOfNumber(amount)));
    const values = [reward, key, entries.map(({ uid }) => uid), amounts, holdDays, reason, byUid];
    await this.db.query(tx, POST, values);
  }

  protected worded(title: string, { key }: PostedReward): Summary {
    return { summary: `Posts ${title} (${key}).`, summary_de: `Verbucht ${title} (${key}).` };
  }

  private problemOf(amount: number): string | undefined {
    if (Number(amount.toFixed(DECIMAL_PLACES)) !== amount) return `must have at most ${DECIMAL_PLACES} decimals`;
    return validateAmount(fixedOfNumber(amount), this.currency.digits);
  }
}

function validateMember(member: PaidRow | undefined): string | undefined {
  const { kind = null, status = null } = member ?? {};
  if (kind === null || status === null) return 'is no member';
  return hasLeft({ kind, status }) ? 'is not a distributor, or has left' : undefined;
}

/** Reversing a posted reward: all of it, once. */
@Injectable()
export class RewardReversal extends RewardAction<ReversedReward> {
  readonly kind = 'reward.reverse';

  override concerned({ uids }: ReversedReward): readonly number[] {
    return uids;
  }

  override async subjectOf(
    { id: reward, reward_key: key }: ApprovalForecastQuery,
    tx: EntityManager,
  ): Promise<ReversedReward> {
    if (key === undefined) throw AppError.ofField('VALIDATION', 'reward_key', 'is required');
    const rows = toReverse(await this.db.query<PostedRow>(tx, POSTED, [reward, key]));
    return { reward, key, reason: '', uids: rows.map(({ uid }) => uid) };
  }

  override involved(_tx: EntityManager, { reward }: ReversedReward): Promise<Involved> {
    return Promise.resolve({ contributors: [], isBound: this.isBound(reward) });
  }

  protected async amounts(tx: EntityManager, subject: ReversedReward) {
    const rows = toReverse(await this.posted(tx, subject));
    await this.ledger.hold(tx);
    return rows.map(({ uid, username, amount }) => ({ uid, username, amount: -fixed(amount) }));
  }

  protected async write(tx: EntityManager, { reward, key, reason }: ReversedReward, byUid: number): Promise<void> {
    await this.db.query(tx, REVERSE, [reward, key, reason, byUid]);
  }

  protected worded(title: string, { key }: ReversedReward): Summary {
    return { summary: `Takes back ${title} (${key}).`, summary_de: `Bucht ${title} (${key}) zurück.` };
  }
}

/**
 * What was posted, if it can be taken back.
 * @throws AppError NOT_FOUND; CONFLICT for what is reversed
 */
function toReverse(rows: PostedRow[]): PostedRow[] {
  if (rows.length === 0) throw AppError.of(NOTHING_POSTED);
  if (rows.some(({ kind }) => kind === 'reward_reversed')) throw AppError.of(IS_REVERSED);
  return rows;
}

const abs = (amount: Fixed): Fixed => (amount < 0n ? -amount : amount);
