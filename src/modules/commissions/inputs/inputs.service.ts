import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BonusInput, type InputValue, validateInput } from '@commerce/commission-engine';
import { Database, statement } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { accept, addProblem } from '#common/validation/index.js';
import { PostedPeriods } from '#network/volumes/index.js';
import { InstalledBonuses } from '../plans/index.js';

/** Most members in one call. */
export const MAX_INPUTS = 1_000;

export const IS_POSTED = failure(COMMISSIONS.input_posted, {
  field: 'at',
  example: { at: '2026-11-01T00:00:00.000Z' },
});

/** The uids of `$1` that are no members. */
const STRANGERS = statement(
  'inputs.strangers',
  `SELECT g.uid FROM unnest($1::bigint[]) AS g (uid)
    WHERE NOT EXISTS (SELECT FROM network_members m WHERE m.uid = g.uid)`,
);

/**
 * Puts in values `$3` of the members `$2` for input `$1` from `$4` on, but for those of a lasting input (`$5`) that are the same
 * already, unless another person put them in; by `$6`, for the reason `$7`.
 */
const PUT = statement(
  'inputs.put',
  `INSERT INTO commission_inputs (name, uid, value, at, by_uid, reason)
   SELECT $1::varchar, g.uid, g.value, $4::timestamptz, $6::bigint, $7
     FROM unnest($2::bigint[], $3::text[]) AS g (uid, value)
     JOIN network_members m ON m.uid = g.uid
     LEFT JOIN LATERAL (
       SELECT i.value, i.by_uid FROM commission_inputs i
        WHERE i.name = $1::varchar AND i.uid = g.uid AND i.at <= $4::timestamptz ORDER BY i.at DESC, i.id DESC LIMIT 1
     ) AS held ON true
    WHERE NOT $5::boolean OR g.value IS DISTINCT FROM held.value OR held.by_uid <> $6::bigint
    ORDER BY g.uid
   RETURNING id`,
);

/** A value of a member. */
export interface GivenInput {
  readonly uid: number;
  readonly value: InputValue;
}

/** How values are put in. */
export interface PutOptions {
  /** From when on they hold; not in the future, and not in a posted period. Default: now. */
  readonly at?: Date;
  /**
   * The person who did it: they take part in the runs that read it, and so cannot approve those. Null only for what an extension finds by
   * itself, such as in a job.
   */
  readonly byUid: number | null;
  readonly reason?: string;
  /** Skips users who are not members, such as an API admin who buys something, instead of refusing all. */
  readonly membersOnly?: boolean;
}

/** Puts in values that types of bonuses read, besides the network and the volume ledger. Decision 104. */
@Injectable()
export class CommissionInputs {
  constructor(
    private readonly db: Database,
    private readonly bonuses: InstalledBonuses,
    private readonly posted: PostedPeriods,
  ) {}

  /**
   * Puts in a value for each of some members. Of a lasting input, values that hold already are skipped, so that the same call
   * again writes nothing; but who puts in again what another person put in takes it over, and answers for it from then on.
   * @returns the ids of the rows that were written
   * @throws AppError VALIDATION naming each wrong value or member; CONFLICT for an instant in a posted period
   */
  async put(
    tx: EntityManager,
    input: BonusInput,
    values: readonly GivenInput[],
    { at, byUid, reason, membersOnly = false }: PutOptions,
  ): Promise<number[]> {
    if (this.bonuses.types.inputs.get(input.name) !== input)
      throw new Error(`no type of bonus names the input ${input.name} in its inputs`);
    const now = await this.db.now(tx);
    const from = at ?? now;
    const errors = await this.problemsOf(tx, input, values, membersOnly);
    if (from > now) addProblem(errors, 'at', 'must not be in the future');
    accept({ dto: values, errors });
    const span = await this.posted.span(tx, from);
    if (span !== undefined && from < span.to) throw AppError.of(IS_POSTED, { at: span.to.toISOString() });
    const uids = values.map(({ uid }) => uid);
    const texts = values.map(({ value }) => String(value));
    const how = [from, input.isLasting, byUid, reason ?? null];
    const rows = await this.db.query<{ id: number }>(tx, PUT, [input.name, uids, texts, ...how]);
    return rows.map(({ id }) => id);
  }

  private async problemsOf(
    tx: EntityManager,
    input: BonusInput,
    values: readonly GivenInput[],
    membersOnly: boolean,
  ): Promise<FieldErrors> {
    const errors: FieldErrors = {};
    if (values.length > MAX_INPUTS) addProblem(errors, 'values', `must have at most ${MAX_INPUTS} entries`);
    const rows = await this.db.query<{ uid: number }>(tx, STRANGERS, [values.map(({ uid }) => uid)]);
    const strangers = new Set(rows.map(({ uid }) => uid));
    const named = new Set<number>();
    for (const [index, { uid, value }] of values.entries()) {
      const problem = validateInput(input, value);
      if (problem !== undefined) addProblem(errors, 'values', problem, `values[${index}].value`);
      if (!membersOnly && strangers.has(uid)) addProblem(errors, 'values', 'is no member', `values[${index}].uid`);
      if (named.has(uid)) addProblem(errors, 'values', 'is named twice', `values[${index}].uid`);
      named.add(uid);
    }
    return errors;
  }
}
