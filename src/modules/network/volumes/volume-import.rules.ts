import { fixedText, toFixed } from '#common/money/fixed.js';
import { decimal } from '#common/money/decimal.js';
import type { FieldErrors } from '#common/errors/app-error.js';

type Validator = (value: unknown) => string | undefined;

/** Rules of fields, which stand with those of bodies. */
export interface ImportFieldRules {
  readonly text: (max: number) => Validator;
  readonly instant: Validator;
  readonly amount: Validator;
}

/** The columns of a staged row of volumes. */
export const VOLUME_COLUMNS = {
  external_id: 'varchar(100) NOT NULL',
  username: 'varchar(64) NOT NULL',
  at: 'timestamptz NOT NULL',
  business_volume: 'numeric(18,4) NOT NULL',
  points: 'numeric(18,4) NOT NULL',
  cumulative_volume: 'numeric(18,4) NOT NULL',
  price: 'numeric(18,4)',
  wholesale_price: 'numeric(18,4)',
  takes_back: 'varchar(100)',
} as const;
type Column = keyof typeof VOLUME_COLUMNS;

const VOLUMES: readonly Column[] = ['business_volume', 'points', 'cumulative_volume'];
const AMOUNTS: readonly Column[] = [...VOLUMES, 'price', 'wholesale_price'];
const OPTIONAL: ReadonlySet<string> = new Set<Column>(['price', 'wholesale_price', 'takes_back']);

/** The fields that are numbers. */
export const VOLUME_NUMBERS: readonly string[] = AMOUNTS;

/** Reads rows of an import of volumes, by rules for their fields. */
export function volumeReader({ text, instant, amount }: ImportFieldRules) {
  const validators: Readonly<Record<Column, Validator>> = {
    external_id: text(100),
    username: text(64),
    at: instant,
    business_volume: amount,
    points: amount,
    cumulative_volume: amount,
    price: amount,
    wholesale_price: amount,
    takes_back: text(100),
  };
  const columns = Object.keys(VOLUME_COLUMNS) as Column[];

  /** A row of the file as texts for its columns, or what is wrong with it. */
  return (record: Readonly<Record<string, unknown>>): { row: (string | null)[] } | { errors: FieldErrors } => {
    const errors: FieldErrors = {};
    const row = columns.map((name) => {
      const value = record[name];
      const isAbsent = value === undefined || (value === null && OPTIONAL.has(name));
      const problem = isAbsent ? (OPTIONAL.has(name) ? undefined : 'is required') : validators[name](value);
      if (problem !== undefined) errors[name] = [{ message: problem }];
      if (isAbsent || problem !== undefined) return null;
      if (name === 'at') return new Date(value as string).toISOString();
      return typeof value === 'number' ? fixedText(toFixed(decimal(value))) : (value as string);
    });
    if (Object.keys(errors).length > 0) return { errors };
    const problems = problemsOfTakingBack(record);
    return Object.keys(problems).length > 0 ? { errors: problems } : { row };
  };
}

/** A row that takes another one back is negative, and not its own. */
function problemsOfTakingBack(record: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: FieldErrors = {};
  const { takes_back: other, external_id: own } = record;
  if (other === undefined || other === null) return errors;
  if (other === own) errors.takes_back = [{ message: 'must be another row' }];
  for (const name of AMOUNTS) {
    if (typeof record[name] === 'number' && record[name] > 0) {
      errors[name] = [{ message: 'must not be above 0 in a row that takes another one back' }];
    }
  }
  return errors;
}
