import type { BonusInput } from '@commerce/commission-engine';
import { CountedOffsetField, PageQuery } from '#common/http/pagination.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { Field, InstantField, IntegerField, ObjectListField, TextField } from '#common/validation/index.js';
import type { CommissionInput } from './input.entity.js';
import { MAX_INPUTS } from './inputs.service.js';

const VALUE = { oneOf: [{ type: 'string' }, { type: 'number' }] };
const NAME = { max: 40, description: 'the name of the input', example: 'loyalty_tier' } as const;

/** Filters of the values that were put in. */
export class CommissionInputsQuery extends PageQuery {
  @CountedOffsetField('go further back by `to`')
  declare offset?: number;

  @TextField({ ...NAME, optional: true, description: 'only values of this input' })
  name?: string;

  @IntegerField({ optional: true, description: 'only values of this member', example: 5 })
  uid?: number;

  @InstantField({ optional: true, description: 'only values that hold from this time on, or later' })
  from?: string;

  @InstantField({ optional: true, description: 'only values that hold from before this time' })
  to?: string;
}

/** The value of a member in {@link PutCommissionInputsDto}. */
export class CommissionInputValueDto {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;

  @Field(
    'json',
    (value) => (typeof value === 'string' || typeof value === 'number' ? undefined : 'must be a text or a number'),
    VALUE,
    { description: 'one of the choices of the input, or a number', example: 'gold' },
  )
  value!: string | number;
}

/** Body of `POST commission-inputs`. */
export class PutCommissionInputsDto {
  @TextField(NAME)
  name!: string;

  @InstantField({
    optional: true,
    description: 'from when on it holds; not in the future, and not in a posted period; default: now',
  })
  at?: string;

  @TextField({ max: 500, multiline: true, example: 'Points of the convention' })
  reason!: string;

  @ObjectListField(() => CommissionInputValueDto, { min: 1, max: MAX_INPUTS, example: [{ uid: 5, value: 'gold' }] })
  values!: CommissionInputValueDto[];
}

/** A value that was put in. */
export class CommissionInputView {
  @ApiProperty({ type: 'integer', example: 17 })
  id!: number;

  @ApiProperty({ type: String, example: 'loyalty_tier' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'gold', description: 'the choice, or the number as text' })
  value!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
    description: 'from when on it holds',
  })
  at!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  written_at!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'who put it in; null for an extension on its own',
  })
  by_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'Points of the convention' })
  reason!: string | null;
}

/** An input that types of bonuses of extensions read. */
export class DeclaredInputView {
  @ApiProperty({ type: String, example: 'loyalty_tier' })
  name!: string;

  @ApiProperty({ type: String, example: 'Loyalty tier' })
  title!: string;

  @ApiProperty({ type: String, example: 'From the points that were collected' })
  description!: string;

  @ApiProperty({ type: String, enum: ['choice', 'integer', 'decimal'], example: 'choice' })
  type!: 'choice' | 'integer' | 'decimal';

  @ApiProperty({ type: String, isArray: true, example: ['none', 'silver', 'gold'], description: 'empty for numbers' })
  choices!: readonly string[];

  @ApiProperty({ type: Number, nullable: true, example: null, description: 'the least number' })
  min!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: null, description: 'the highest number' })
  max!: number | null;

  @ApiProperty({ ...VALUE, example: 'none', description: 'the value of members for whom nothing was put in' })
  default!: string | number;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'whether values stay in later periods; otherwise each period begins with the default',
  })
  is_lasting!: boolean;
}

export function toCommissionInputView(row: CommissionInput): CommissionInputView {
  const { id, name, uid, username, value, at, writtenAt, byUid, reason } = row;
  const instants = { at: at.toISOString(), written_at: writtenAt.toISOString() };
  return { id, name, uid, username, value, ...instants, by_uid: byUid, reason };
}

export function toDeclaredInputView(input: BonusInput): DeclaredInputView {
  const { name, title, description, type, isLasting } = input;
  const bounds =
    input.type === 'choice'
      ? { choices: input.choices, min: null, max: null }
      : { choices: [], min: input.min, max: input.max };
  return { name, title, description, type, ...bounds, default: input.default, is_lasting: isLasting };
}
