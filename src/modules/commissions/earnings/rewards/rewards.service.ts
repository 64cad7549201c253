import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { addProblem, accept } from '#common/validation/index.js';
import { Approvals, Proposals } from '#people/approvals/index.js';
import type { ReversedRewardView, ReverseRewardDto } from './rewards.dto.js';
import { fixed, fixedOfNumber } from '#common/money/fixed.js';
import { RewardKinds, type RewardKind } from './reward-kinds.js';
import {
  KEY_TAKEN,
  NOTHING_POSTED,
  RewardPosting,
  RewardReversal,
  type PostedReward,
  type RewardEntry,
  type PostedRow,
} from './rewards.actions.js';

/** Most members in one posting. */
const MAX_REWARDED = 1_000;

const KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$/;
const MAX_REASON = 500;

/** Most money for a member in one posting. */
const MAX_AMOUNT = 1_000_000_000;

/** What is to be posted. */
export interface RewardToPost {
  /** What it is for, such as `2026-11:tier-bonus`: whatever is repeated, the amounts are posted once. */
  readonly key: string;
  /** The members read it. */
  readonly reason: string;
  /** At most 1,000 members, each once. */
  readonly entries: readonly RewardEntry[];
  /** Admins who took part in it, such as by giving points by hand: they cannot approve it. */
  readonly contributors?: readonly number[];
}

/** How far a posting has come. */
export interface RewardState {
  /** `waiting`: for a second person. */
  readonly status: 'waiting' | 'posted' | 'reversed';
  /** The proposal; null where the ledger had it before. */
  readonly approvalId: number | null;
}

/** Posts earnings of a kind of an extension's own, by approvals. Decision 104. */
@Injectable()
export class Rewards {
  constructor(
    private readonly kinds: RewardKinds,
    private readonly posting: RewardPosting,
    private readonly reversal: RewardReversal,
    private readonly approvals: Approvals,
    private readonly proposals: Proposals,
  ) {}

  /**
   * Proposes to post amounts, or posts them where nobody else has the right to approve; audited. With a key that was used before, it tells
   * how far that has come, and neither proposes nor approves anything.
   * @param caller who proposes it: somebody of the admin module with `earnings.adjust`, of whose request this is a part
   * @throws AppError VALIDATION naming each wrong entry; PERMISSION_DENIED without the right; CONFLICT for a key that stands for
   *   something else
   */
  async post(caller: Caller, kind: RewardKind, reward: RewardToPost): Promise<RewardState> {
    if (this.kinds.find(kind.name) !== kind) throw new Error(`the reward ${kind.name} is no provider of an extension`);
    const subject = subjectOf(caller, kind, reward);
    return this.approvals.transaction(caller, async (tx) => {
      const posted = await this.posting.posted(tx, subject);
      if (posted.length > 0) return stateOf(posted, subject);
      const waiting = await this.waiting(tx, subject);
      if (waiting !== undefined) return waiting;
      const { approval, done } = await this.approvals.ask(tx, this.posting, subject, caller);
      return { status: done === undefined ? 'waiting' : 'posted', approvalId: approval.id };
    });
  }

  /**
   * Proposes to take back all that was posted by a key, or takes it back where nobody else has the right to approve; audited.
   * Another person who asks for it while it waits approves it.
   * @throws AppError NOT_FOUND for what was not posted; CONFLICT for what is reversed; PERMISSION_DENIED
   */
  async reverse(caller: Caller, { reward, key, reason }: ReverseRewardDto): Promise<ReversedRewardView> {
    return this.approvals.transaction(caller, async (tx) => {
      const posted = await this.reversal.posted(tx, { reward, key });
      if (posted.length === 0) throw AppError.of(NOTHING_POSTED);
      const uids = [...new Set(posted.map(({ uid }) => uid))];
      const { approval, done } = await this.approvals.ask(tx, this.reversal, { reward, key, reason, uids }, caller);
      return { status: done === undefined ? 'waiting' : 'reversed', approval };
    });
  }

  private async waiting(tx: EntityManager, subject: PostedReward): Promise<RewardState | undefined> {
    const found = await this.proposals.waiting(tx, this.posting.kind, this.posting.keyOf(subject));
    // A proposal that is too late lapses when somebody asks for it.
    if (found === null || found.lapsesAt <= new Date()) return undefined;
    if (!isSame((found.subject as PostedReward).entries, subject.entries)) throw AppError.of(KEY_TAKEN);
    return { status: 'waiting', approvalId: found.id };
  }
}

function subjectOf(
  caller: Caller,
  { name }: RewardKind,
  { key, reason, entries, contributors }: RewardToPost,
): PostedReward {
  const errors: FieldErrors = {};
  if (!KEY.test(key)) addProblem(errors, 'key', `must match ${KEY.source}`);
  if (reason.trim() === '' || reason.length > MAX_REASON)
    addProblem(errors, 'reason', `must have 1 to ${MAX_REASON} characters`);
  if (entries.length === 0 || entries.length > MAX_REWARDED)
    addProblem(errors, 'entries', `must have 1 to ${MAX_REWARDED} entries`);
  const named = new Set<number>();
  for (const [index, { uid, amount }] of entries.slice(0, MAX_REWARDED).entries()) {
    if (!Number.isSafeInteger(uid)) addProblem(errors, 'entries', 'is no member', `entries[${index}].uid`);
    if (!(Number.isFinite(amount) && amount > 0 && amount <= MAX_AMOUNT))
      addProblem(errors, 'entries', `must be above 0, and at most ${MAX_AMOUNT}`, `entries[${index}].amount`);
    if (named.has(uid)) addProblem(errors, 'entries', 'is named twice', `entries[${index}].uid`);
    named.add(uid);
  }
  accept({ dto: entries, errors });
  // The proposer is always among them: otherwise a person who proposes what only others made could be its second person.
  const makers = contributors === undefined || contributors.length === 0 ? [] : [...contributors, caller.uid];
  return {
    reward: name,
    key,
    reason,
    entries: entries.map(({ uid, amount }) => ({ uid, amount })).sort((one, other) => one.uid - other.uid),
    contributors: [...new Set(makers)].sort((one, other) => one - other),
  };
}

function stateOf(posted: readonly PostedRow[], { entries }: PostedReward): RewardState {
  const rows = posted.filter(({ kind }) => kind === 'reward');
  const written = rows.map(({ uid, amount }) => ({ uid, amount: Number(fixed(amount)) }));
  const asked = entries.map(({ uid, amount }) => ({ uid, amount: Number(fixedOfNumber(amount)) }));
  if (!isSame(written, asked)) throw AppError.of(KEY_TAKEN);
  return { status: rows.length < posted.length ? 'reversed' : 'posted', approvalId: null };
}

function isSame(some: readonly RewardEntry[], others: readonly RewardEntry[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ uid, amount }, at) => uid === others[at]!.uid && amount === others[at]!.amount)
  );
}
