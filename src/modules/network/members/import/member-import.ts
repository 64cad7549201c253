import { Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type CustomFieldValue, fieldsOf, validateCustomField } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { validateEmail, validateInstant, validateText, validateUsername } from '#common/validation/index.js';
import { MEMBER_KINDS, validateCountryCode, validateName } from '#people/users/index.js';
import {
  type FieldProblem,
  type ImportedRecord,
  type ImportKind,
  ImportRunner,
  type Refusals,
  type Staged,
} from '#platform/imports/index.js';
import { MEMBER_STATUSES } from '../member.entity.js';
import { PastCorrections } from '../provided-from-above.js';
import type { NetworkSettings } from '../settings/network-settings.entity.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import {
  FIND_REFUSED,
  GIVE_UIDS,
  HAS_LOST_STANDING,
  HOLD_ABOVE,
  RESOLVE,
  SIZES,
  WRITE_MEMBERS,
  WRITE_PLACES,
  WRITE_SPONSORS,
  WRITE_STATES,
  WRITE_USERS,
} from './member-import.queries.js';
import { MemberTrees } from './member-trees.js';

type Validator = (value: unknown) => string | undefined;

const MAX_USERNAME = 64;
const MAX_RANK = 100;

/** The columns of a staged row of members. */
const MEMBER_COLUMNS = {
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
  user_fields: 'jsonb',
  member_fields: 'jsonb',
  // A row that is refused is staged by its name alone: rows that refer to it are not to blame.
  is_refused: 'boolean NOT NULL',
} as const;
type Made = 'user_fields' | 'member_fields' | 'is_refused';
type Field = Exclude<keyof typeof MEMBER_COLUMNS, Made>;

const MADE: readonly string[] = ['user_fields', 'member_fields', 'is_refused'] satisfies Made[];
const FIELDS = Object.keys(MEMBER_COLUMNS).filter((name): name is Field => !MADE.includes(name));
const REQUIRED: ReadonlySet<string> = new Set<Field>(['username', 'kind', 'enrolled_at']);

/** The fields that are numbers. */
const MEMBER_NUMBERS: readonly string[] = ['placement_leg' satisfies Field];

/** What a row says: without fields that are left out, null or blank. */
type Given = Partial<Record<Field, unknown>>;

/** Rules of fields, which are those of sign-up. */
const VALIDATORS: Readonly<Record<Field, Validator>> = {
  username: validateUsername,
  email: validateEmail,
  first_name: validateName,
  last_name: validateName,
  country_code: validateCountryCode,
  kind: oneOf(MEMBER_KINDS),
  status: oneOf(MEMBER_STATUSES),
  sponsor: text(MAX_USERNAME),
  placement_parent: text(MAX_USERNAME),
  placement_leg: wholeNumber(MAX_WIDTH),
  enrolled_at: validateInstant,
  title_rank: text(MAX_RANK),
};

/** A row of the file as texts for its columns, or what is wrong with it. */
function readRow(
  record: ImportedRecord,
): { row: (string | null)[] } | { errors: FieldErrors; row?: (string | null)[] } {
  const given: Given = {};
  const errors: FieldErrors = {};
  for (const field of FIELDS) {
    const value = record[field];
    const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    if (isAbsent && !REQUIRED.has(field)) continue;
    const problem = isAbsent ? 'is required' : VALIDATORS[field](value);
    if (problem === undefined) given[field] = value;
    else errors[field] = [{ message: problem }];
  }
  Object.assign(errors, problemsOfPlace(given, errors));
  const custom = [customFieldsOf('users', record, errors), customFieldsOf('members', record, errors)];
  if (Object.keys(errors).length === 0)
    return { row: [...FIELDS.map((field) => textOf(field, given[field])), ...custom, 'f'] };
  return given.username === undefined ? { errors } : { errors, row: stubOf(given.username as string) };
}

const CUSTOM = 'custom_fields.';

/** The custom fields of a row as JSON; null without any. */
function customFieldsOf(resource: 'users' | 'members', record: ImportedRecord, errors: FieldErrors): string | null {
  const values: Record<string, CustomFieldValue> = {};
  for (const [name, field] of fieldsOf(resource)) {
    const sent = field.imported ? record[CUSTOM + name] : undefined;
    const isAbsent = sent === undefined || sent === null || sent === '';
    if (!field.imported || (isAbsent && !field.required)) continue;
    // CSV knows only texts.
    const value = field.type === 'boolean' && (sent === 'true' || sent === 'false') ? sent === 'true' : sent;
    const problem = isAbsent ? 'is required' : validateCustomField(field, value);
    if (problem === undefined) values[name] = value as CustomFieldValue;
    else errors[CUSTOM + name] = [{ message: problem }];
  }
  return Object.keys(values).length === 0 ? null : JSON.stringify(values);
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
  return [...FIELDS.map((field) => (field === 'username' ? username : null)), null, null, 't'];
}

function text(max: number): Validator {
  return (value) => validateText(value, { max });
}

function oneOf(words: readonly string[]): Validator {
  return (value) => (words.includes(value as string) ? undefined : `must be one of ${words.join(', ')}`);
}

function wholeNumber(max: number): Validator {
  const isFine = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
  return (value) => (isFine(value) ? undefined : `must be a whole number between 1 and ${max}`);
}

/** Imports members who come from elsewhere, as users without passwords. See docs/spec/commissions.md#2. */
@Injectable()
export class MemberImport implements ImportKind, OnModuleInit {
  readonly name = 'members';
  readonly columns = MEMBER_COLUMNS;
  readonly read = readRow;

  /** The settings by which each import was validated. */
  private readonly validatedBy = new WeakMap<EntityManager, NetworkSettings>();

  constructor(
    private readonly db: Database,
    private readonly runner: ImportRunner,
    private readonly settings: NetworkSettingsService,
    private readonly trees: MemberTrees,
    @Optional() private readonly posted?: PastCorrections,
  ) {}

  get numbers(): readonly string[] {
    const numeric = (['users', 'members'] as const)
      .flatMap((resource) => [...fieldsOf(resource)])
      .filter(([, { type }]) => type === 'number' || type === 'decimal')
      .map(([name]) => CUSTOM + name);
    return [...MEMBER_NUMBERS, ...numeric];
  }

  onModuleInit(): void {
    this.runner.register(this);
  }

  async check(tx: EntityManager, refusals: Refusals): Promise<Staged> {
    const settings = await this.settings.current(tx);
    this.validatedBy.set(tx, settings);
    for (const sql of RESOLVE) await tx.query(sql);
    const { placement, width } = settings;
    refusals.addAll(await this.db.query<FieldProblem>(tx, FIND_REFUSED, [placement, width]));
    await this.trees.validate(tx, refusals, placement !== 'none');
    const { rows } = (await this.db.queryOne<{ rows: number }>(tx, SIZES))!;
    return { accepted: rows, skipped: 0 };
  }

  /**
   * Writes the members. What others may have to wait for comes last: edges below members who are there, and the settings.
   * @throws Error when the settings were changed meanwhile, or members above became customers; the import is then begun again
   */
  async write(tx: EntityManager, { uid: byUid }: Caller): Promise<void> {
    const { placement, version } = this.validatedBy.get(tx)!;
    // A run that is posted meanwhile would not see these members, and a replay tells by the uids whom it saw.
    await this.posted?.hold(tx);
    for (const sql of GIVE_UIDS) await tx.query(sql);
    await this.db.change(tx, WRITE_USERS);
    await this.db.change(tx, WRITE_MEMBERS);
    await this.db.change(tx, WRITE_STATES, [byUid]);
    const write = async (isNew: boolean): Promise<void> => {
      await this.db.change(tx, WRITE_SPONSORS, [byUid, isNew]);
      if (placement !== 'none') await this.db.change(tx, WRITE_PLACES, [byUid, isNew]);
    };
    await write(true);
    if ((await this.settings.hold(tx)).version !== version)
      throw new Error('the settings of the network were changed during the import');
    await this.db.query(tx, HOLD_ABOVE);
    if ((await this.db.queryOne<{ hasLost: boolean }>(tx, HAS_LOST_STANDING))!.hasLost)
      throw new Error('members above the new ones became customers during the import');
    await write(false);
  }
}
