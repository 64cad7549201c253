import { Check, Column, Entity, Index, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';

export const APPROVAL_STATUSES = ['waiting', 'approved', 'refused', 'lapsed', 'alone'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Somebody whom an action touches, and by how much. */
export interface TouchedPerson {
  readonly uid: number;
  readonly username: string;
  readonly amount: number | null;
}

/** A value of JSON. */
export type JsonValue = string | number | boolean | object | null;

/** What an action changes, in words. */
export interface TouchedValue {
  readonly name: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Whom and how much an action touches, for who decides. */
export interface Effect {
  /** One sentence. */
  readonly summary: string;
  /** The same in German; proposals of earlier versions have none. */
  readonly summary_de?: string;
  /** In money; null where none moves. */
  readonly amount: number | null;
  readonly currency_code: string | null;
  /** How many members it touches. */
  readonly members: number;
  /** The first of them, the greatest amounts first. */
  readonly people: readonly TouchedPerson[];
  readonly changes: readonly TouchedValue[];
}

/** SQL of the username of the maker of a proposal. */
export function usernameOfMaker(one: string): string {
  return `SELECT u.username FROM users u WHERE u.uid = ${one}.made_by_uid`;
}

/** A proposal to do what needs a second person, and what happened to it. See docs/spec/service.md#11. */
@Entity('approvals')
@Check('approvals_status', `status IN ('waiting', 'approved', 'refused', 'lapsed', 'alone')`)
@Check('approvals_decided', `(status IN ('waiting', 'lapsed')) = (decided_by_uid IS NULL)`)
@Check('approvals_ended', `(status = 'waiting') = (decided_at IS NULL)`)
@Index('approvals_one_waiting', ['kind', 'subjectKey'], { unique: true, where: `status = 'waiting'` })
@Index('approvals_by_status', ['status', 'id'])
export class Approval {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'approvals_pkey',
  })
  id!: number;

  /** The kind of the action, such as `run.approve`. */
  @Column('varchar', { length: 40 }) kind!: string;

  /** What may wait only once. */
  @Column('varchar', { name: 'subject_key', length: 64 }) subjectKey!: string;

  /** What is to be done, as the action takes it. */
  @Column('json') subject!: object;

  /** SHA-256 of the subject and of all that was looked at, in hexadecimal. */
  @Column('varchar', { length: 64 }) digest!: string;

  /** Whom and how much it touches. */
  @Column('json') effect!: Effect;

  /** Who took part in what it contains; they cannot approve it. */
  @Column('json') contributors!: number[];

  @Column('varchar', { length: 10, default: 'waiting' }) status!: ApprovalStatus;
  @Column('bigint', { name: 'made_by_uid' }) madeByUid!: number;

  @VirtualColumn('varchar', { query: usernameOfMaker }) readonly madeBy!: string;

  @Column('timestamptz', { name: 'made_at', default: () => 'now()' }) madeAt!: Date;
  @Column('timestamptz', { name: 'lapses_at' }) lapsesAt!: Date;

  /** Null while it waits, and of one that has lapsed. */
  @Column('bigint', { name: 'decided_by_uid', nullable: true }) decidedByUid!: number | null;

  @VirtualColumn('varchar', { query: (one) => `SELECT u.username FROM users u WHERE u.uid = ${one}.decided_by_uid` })
  readonly decidedBy!: string | null;

  /** When it was decided, or has lapsed. */
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;

  /** Why it was refused, or has lapsed. */
  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;
}
