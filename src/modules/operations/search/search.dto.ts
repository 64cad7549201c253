import { IntegerField, TextField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** What can be found, in the order in which kinds are shown. */
export const FOUND_KINDS = ['user', 'order', 'bundle', 'application', 'run', 'plan', 'payout', 'product_type'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** Rows of each kind, unless the query says. */
export const DEFAULT_LIMIT = 5;

/** Query of `GET search`. */
export class FindQuery {
  @TextField({
    max: 200,
    description: 'a name, e-mail address, number, id, SKU or period, or a part of one; in any case of letters',
    example: 'helena',
  })
  q!: string;

  @IntegerField({
    optional: true,
    max: 10,
    default: DEFAULT_LIMIT,
    description: 'how many of each kind',
    example: DEFAULT_LIMIT,
  })
  limit?: number;
}

/** Something that was found. */
export class FoundView {
  @ApiProperty({ type: String, example: '5', description: 'its id in the path of its own operation' })
  id!: string;

  @ApiProperty({
    type: String,
    example: 'helena',
    description: 'username, order number, name, label or period; of a payout its number',
  })
  title!: string;

  @ApiProperty({
    type: String,
    isArray: true,
    example: ['Helena Meyer', 'helena@example.com'],
    description:
      'what tells it from others: name and e-mail address of a user, buyer of an order, ids and SKUs of a bundle, name of a product type, plan of a run',
  })
  details!: string[];

  @ApiProperty({ type: String, nullable: true, example: 'active', description: 'null of a product type' })
  status!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'the kind of a run, or the client type of an application',
  })
  type!: string | null;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'whether its id, number, name, e-mail address, SKU or period is exactly what was searched',
  })
  exact!: boolean;
}

/** What was found of one kind. */
export class FoundKindView {
  @ApiProperty({ type: String, enum: FOUND_KINDS, example: 'user' })
  kind!: FoundKind;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'how many there are; the list of the kind has all, by `search`. More than 10,000 are not counted.',
  })
  count!: number;

  @ApiProperty({ type: [FoundView], description: 'exact matches first, then the newest' })
  results!: FoundView[];
}
