import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { Caller, Permission } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { toJsonNumber } from '#common/money/decimal.js';
import type { ApprovalStatus, Effect, JsonValue, TouchedPerson, TouchedValue } from './approval.entity.js';
import type { ApprovalForecastQuery } from './approvals.dto.js';
import type { Involved } from './approvers.rules.js';

/** Somebody whom an action touches, as the database gives it: amounts are text. */
export interface TouchedRow {
  readonly uid: number;
  readonly username: string;
  readonly amount: string;
}

/**
 * The id that is asked about, where it is a number.
 * @throws AppError VALIDATION for another text
 */
export function numberAsked({ id }: ApprovalForecastQuery): number {
  if (!/^[0-9]{1,15}$/.test(id)) throw AppError.ofField('VALIDATION', 'id', 'must be a whole number');
  return Number(id);
}

/** What stands before who decides about an action. */
export interface Described extends Involved {
  /** Exactly what was looked at, as JSON: a proposal lapses when it differs. */
  readonly lookedAt: object;
  readonly effect: Effect & Summary;
}

/** What an action does, in one sentence in each language. */
export type Summary = Readonly<Record<'summary' | 'summary_de', string>>;

/** Who carries an action out, and by which approval. */
export interface Decided {
  /** The approver, or who does it alone. */
  readonly by: Caller;
  readonly makerUid: number;
  readonly approvalId: number;
  readonly status: Extract<ApprovalStatus, 'approved' | 'alone'>;
}

/**
 * A kind of action that needs a second person. A room that has one provides it, and its endpoint asks `Approvals` for it; it is
 * found by its class.
 */
export abstract class ApprovableAction<Subject extends object = object, Result = unknown> {
  /** Such as `run.approve`, unique in the service. */
  abstract readonly kind: string;
  /** What who approves it needs. */
  abstract readonly permission: Permission;

  /** What may wait only once, such as the id of a run. */
  abstract keyOf(subject: Subject): string;

  /**
   * The subject that is asked about, as far as it decides who approves it: a change of settings is empty. Only actions with a
   * forecast have it and {@link involved}.
   * @throws AppError VALIDATION where more than the id decides, and is missing
   */
  subjectOf?(asked: ApprovalForecastQuery, tx: EntityManager): Subject | Promise<Subject>;

  /**
   * The same as {@link describe} says of it, read without locks and without the effect.
   * @param byUid who would ask for it
   * @throws AppError when it cannot be done
   */
  involved?(tx: EntityManager, subject: Subject, byUid: number): Promise<Involved>;

  /** Whom it is about: they cannot decide about themselves. */
  concerned(_subject: Subject): readonly number[] {
    return [];
  }

  /**
   * Locks what the action is about, and says what its effect is.
   * @throws AppError when it cannot be done
   */
  abstract describe(tx: EntityManager, subject: Subject): Promise<Described>;

  /** Does it; what it is about is locked, and was described in the same transaction. */
  abstract carryOut(tx: EntityManager, subject: Subject, decided: Decided): Promise<Result>;
}

/** People that an effect names. */
export const EFFECT_PEOPLE = 20;

/** Values that an effect names. */
const EFFECT_CHANGES = 50;

/** Rows as people of an effect. */
export function toTouchedPeople(rows: readonly TouchedRow[]): TouchedPerson[] {
  return rows.map(({ uid, username, amount }) => ({ uid, username, amount: toJsonNumber(amount) }));
}

/** What an effect says where no money moves. */
export const NO_MONEY = { amount: null, currency_code: null } as const;

/** The effect of an action that changes values alone: no money moves, and no member is touched. */
export function effectOnValues(summary: Summary, changes: Effect['changes']): Effect & Summary {
  return { ...summary, ...NO_MONEY, members: 0, people: [], changes };
}

/** The sentences of a summary, followed by why. */
export function withReason({ summary, summary_de: german }: Summary, reason: string): Summary {
  return { summary: `${summary} Reason: ${reason}`, summary_de: `${german} Grund: ${reason}` };
}

/** What of some values changes, in words; those left out stay. */
export function changesOf(before: object, change: object): TouchedValue[] {
  const values = before as Readonly<Record<string, JsonValue | undefined>>;
  return Object.entries(change as Readonly<Record<string, JsonValue | undefined>>)
    .flatMap(([name, after]) => (after === undefined ? [] : { name, before: values[name] ?? null, after }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
    .slice(0, EFFECT_CHANGES);
}

/** What the audit log says of the approval with what was carried out. */
export function toAuditedDecision({ approvalId, status, makerUid }: Decided): object {
  return { approval: { id: approvalId, status, made_by_uid: makerUid } };
}

/** All kinds of actions. */
@Injectable()
export class ApprovableActions {
  private found: ReadonlyMap<string, ApprovableAction> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * The action of a kind.
   * @throws Error if no room has it any more
   */
  of(kind: string): ApprovableAction {
    const action = this.all.get(kind);
    if (action === undefined) throw new Error(`no room has the action ${kind}`);
    return action;
  }

  /** All of them, by kind. */
  get all(): ReadonlyMap<string, ApprovableAction> {
    this.found ??= new Map(
      this.discovery
        .getProviders()
        .map(({ instance }) => instance as unknown)
        .filter((one): one is ApprovableAction => one instanceof ApprovableAction)
        .map((action) => [action.kind, action]),
    );
    return this.found;
  }
}
