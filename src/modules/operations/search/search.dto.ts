import { IntegerField, TextField } from '#common/validation/index.js';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';

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
  @TextProperty('5', 'its id in the path of its own operation') id!: string;
  @TextProperty('helena', 'username, order number, name, label or period; of a payout its number') title!: string;

  @TextListProperty(
    ['Helena Meyer', 'helena@example.com'],
    'what tells it from others: name and e-mail address of a user, buyer of an order, ids and SKUs of a bundle, name of a product type, plan of a run',
  )
  details!: string[];

  @TextProperty('active', 'null of a product type', { nullable: true }) status!: string | null;

  @TextProperty(null, 'the kind of a run, or the client type of an application', { nullable: true })
  type!: string | null;

  @BooleanProperty(true, 'whether its id, number, name, e-mail address, SKU or period is exactly what was searched')
  exact!: boolean;
}

/** What was found of one kind. */
export class FoundKindView {
  @ChoiceProperty(FOUND_KINDS, 'user') kind!: FoundKind;

  @IntegerProperty(
    1,
    'how many there are; the list of the kind has all, by `search`. More than 10,000 are not counted.',
  )
  count!: number;

  @ListProperty(FoundView, 'exact matches first, then the newest') results!: FoundView[];
}
