import type { BonusInput } from '@commerce/commission-engine';
import { type Format, FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, PageQuery } from '#common/http/pagination.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { Field, InstantField, IntegerField, ObjectListField, TextField } from '#common/validation/index.js';
import type { CommissionInput } from './input.entity.js';
import { MAX_INPUTS } from './inputs.service.js';

const VALUE = { oneOf: [{ type: 'string' }, { type: 'number' }] };
const NAME = { max: 40, description: 'the name of the input', example: 'loyalty_tier' } as const;

/** Filters of the values that were put in. */
export class CommissionInputsQuery extends PageQuery {
  @FormatField() format?: Format;
  @CountedOffsetField('go further back by `to`') declare offset?: number;
  @TextField({ ...NAME, optional: true, description: 'only values of this input' }) name?: string;
  @IntegerField({ optional: true, description: 'only values of this member', example: 5 }) uid?: number;
  @InstantField({ optional: true, description: 'only values that hold from this time on, or later' }) from?: string;
  @InstantField({ optional: true, description: 'only values that hold from before this time' }) to?: string;
}

/** The value of a member in {@link PutCommissionInputsDto}. */
export class CommissionInputValueDto {
  @IntegerField({ description: 'the member', example: 5 }) uid!: number;

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
  @TextField(NAME) name!: string;

  @InstantField({
    optional: true,
    description: 'from when on it holds; not in the future, and not in a posted period; default: now',
  })
  at?: string;

  @TextField({ max: 500, multiline: true, example: 'Points of the convention' }) reason!: string;

  @ObjectListField(() => CommissionInputValueDto, { min: 1, max: MAX_INPUTS, example: [{ uid: 5, value: 'gold' }] })
  values!: CommissionInputValueDto[];
}

/** A value that was put in. */
export class CommissionInputView {
  @IntegerProperty(17) id!: number;
  @TextProperty('loyalty_tier') name!: string;
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('gold', 'the choice, or the number as text') value!: string;
  @InstantProperty('2026-11-20T09:30:00.000Z', 'from when on it holds') at!: string;
  @InstantProperty('2026-11-20T09:30:00.000Z') written_at!: string;
  @IntegerProperty(1, 'who put it in; null for an extension on its own', { nullable: true }) by_uid!: number | null;
  @TextProperty('Points of the convention', { nullable: true }) reason!: string | null;
}

/** An input that types of bonuses of extensions read. */
export class DeclaredInputView {
  @TextProperty('loyalty_tier') name!: string;
  @TextProperty('Loyalty tier') title!: string;
  @TextProperty('From the points that were collected') description!: string;
  @ChoiceProperty(['choice', 'integer', 'decimal'], 'choice') type!: 'choice' | 'integer' | 'decimal';
  @TextListProperty(['none', 'silver', 'gold'], 'empty for numbers') choices!: readonly string[];
  @NumberProperty(null, 'the least number', { nullable: true }) min!: number | null;
  @NumberProperty(null, 'the highest number', { nullable: true }) max!: number | null;

  @ApiProperty({ ...VALUE, example: 'none', description: 'the value of members for whom nothing was put in' })
  default!: string | number;

  @BooleanProperty(true, 'whether values stay in later periods; otherwise each period begins with the default')
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
