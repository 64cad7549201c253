import type { FieldErrors } from '#common/errors/app-error.js';

type Validator = (value: unknown) => string | undefined;

/** Rules of fields, which are those of sign-up. */
export interface MemberFieldRules {
  readonly username: Validator;
  readonly email: Validator;
  readonly name: Validator;
  readonly countryCode: Validator;
  readonly instant: Validator;
  readonly text: (max: number) => Validator;
  readonly kinds: readonly string[];
  readonly statuses: readonly string[];
  /** Most legs that a placement tree can have. */
  readonly maxLeg: number;
}

const MAX_USERNAME = 64;
const MAX_RANK = 100;

/** The columns of a staged row of members. */
export const MEMBER_COLUMNS = {
  username: 'varchar(64) NOT NULL',
  email: 'varchar(254)',
  first_name: 'varchar(100)',
  last_name: 'varchar(100)',
  country_code: 'varchar(2)',
  kind: 'varchar(20)',
  status: 'varchar(20)',
  sponsor: 'varchar(64)',
  placement_parent: 'varchar(64)',
  placement_leg: 'smallint',
  enrolled_at: 'timestamptz',
  title_rank: 'varchar(100)',
  // A row that is refused is staged by its name alone: rows that refer to it are not to blame.
  is_refused: 'boolean NOT NULL',
} as const;
type Field = Exclude<keyof typeof MEMBER_COLUMNS, 'is_refused'>;

const FIELDS = Object.keys(MEMBER_COLUMNS).filter((name): name is Field => name !== 'is_refused');
const REQUIRED: ReadonlySet<string> = new Set<Field>(['username', 'kind', 'enrolled_at']);

/** The fields that are numbers. */
export const MEMBER_NUMBERS: readonly string[] = ['placement_leg' satisfies Field];

/** What a row says: without fields that are left out, null or blank. */
type Given = Partial<Record<Field, unknown>>;

/** Reads rows of an import of members, by rules for their fields. See docs/spec/commissions.md#2. */
export function memberReader(rules: MemberFieldRules) {
  const { username, email, name, countryCode, instant, text, kinds, statuses, maxLeg } = rules;
  const validators: Readonly<Record<Field, Validator>> = {
    username,
    email,
    first_name: name,
    last_name: name,
    country_code: countryCode,
    kind: oneOf(kinds),
    status: oneOf(statuses),
    sponsor: text(MAX_USERNAME),
    placement_parent: text(MAX_USERNAME),
    placement_leg: wholeNumber(maxLeg),
    enrolled_at: instant,
    title_rank: text(MAX_RANK),
  };

  /** A row of the file as texts for its columns, or what is wrong with it. */
  return (
    record: Readonly<Record<string, unknown>>,
  ): { row: (string | null)[] } | { errors: FieldErrors; row?: (string | null)[] } => {
    const given: Given = {};
    const errors: FieldErrors = {};
    for (const field of FIELDS) {
      const value = record[field];
      const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
      if (isAbsent && !REQUIRED.has(field)) continue;
      const problem = isAbsent ? 'is required' : validators[field](value);
      if (problem === undefined) given[field] = value;
      else errors[field] = [{ message: problem }];
    }
    Object.assign(errors, problemsOfPlace(given, errors));
    if (Object.keys(errors).length === 0) return { row: [...FIELDS.map((field) => textOf(field, given[field])), 'f'] };
    return given.username === undefined ? { errors } : { errors, row: stubOf(given.username as string) };
  };
}

/** What speaks against the chosen place, whatever else is in the file. */
function problemsOfPlace(given: Given, wrong: FieldErrors): FieldErrors {
  const { kind, sponsor, placement_parent: parent, placement_leg: leg } = given;
  const problem = (field: Field, message: string): FieldErrors => ({ [field]: [{ message }] });
  if (parent === undefined && leg === undefined) return {};
  if (parent === undefined)
    return 'placement_parent' in wrong ? {} : problem('placement_parent', 'is required with placement_leg');
  if (leg === undefined)
    return 'placement_leg' in wrong ? {} : problem('placement_leg', 'is required with placement_parent');
  if (kind !== 'distributor' && !('kind' in wrong)) return problem('placement_parent', 'is only for distributors');
  if (sponsor === undefined && !('sponsor' in wrong)) return problem('placement_parent', 'needs a sponsor');
  return {};
}

function textOf(field: Field, value: unknown): string | null {
  switch (field) {
    case 'status':
      return (value as string | undefined) ?? 'active';
    case 'enrolled_at':
      return new Date(value as string).toISOString();
    case 'country_code':
      return (value as string | undefined)?.toUpperCase() ?? null;
    case 'sponsor':
    case 'placement_parent':
      return (value as string | undefined)?.trim() ?? null;
    default:
      return typeof value === 'number' ? String(value) : ((value as string | undefined) ?? null);
  }
}

function stubOf(username: string): (string | null)[] {
  return [...FIELDS.map((field) => (field === 'username' ? username : null)), 't'];
}

function oneOf(words: readonly string[]): Validator {
  return (value) => (words.includes(value as string) ? undefined : `must be one of ${words.join(', ')}`);
}

function wholeNumber(max: number): Validator {
  const isFine = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
  return (value) => (isFine(value) ? undefined : `must be a whole number between 1 and ${max}`);
}
