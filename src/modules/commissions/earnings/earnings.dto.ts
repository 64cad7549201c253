import { PageQuery, SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, InstantField, IntegerField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { EARNING_KINDS, type EarningKind } from './earning.entity.js';
import { BALANCE_SORTS } from './balances.queries.js';
import { COUNTED_ROWS } from './earnings.queries.js';

/** Each order, and its reverse. */
const ORDERS = BALANCE_SORTS.flatMap((sort) => [sort, `-${sort}`]);

const KIND = { optional: true, description: 'only entries of this kind', example: 'commission' } as const;

/** Filters of one's own earnings. */
export class OwnEarningsQuery extends PageQuery {
  @ChoiceField(EARNING_KINDS, KIND)
  kind?: EarningKind;
}

/** Filters of the earnings ledger. */
export class EarningsQuery extends PageQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: COUNTED_ROWS,
    default: 0,
    description: 'number of entries to skip; go further back by `to`',
    example: 0,
  })
  declare offset?: number;

  @IntegerField({ optional: true, description: 'only entries of this member', example: 5 })
  uid?: number;

  @ChoiceField(EARNING_KINDS, KIND)
  kind?: EarningKind;

  @TextField({ optional: true, max: 8, description: 'only what was earned in this period', example: '2026-11' })
  period?: string;

  @InstantField({ optional: true, description: 'at or after this time' })
  from?: string;

  @InstantField({ optional: true, description: 'before this time' })
  to?: string;
}

/** Filters and order of the list of balances. */
export class BalancesQuery extends SearchQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: COUNTED_ROWS,
    default: 0,
    description: 'number of members to skip',
    example: 0,
  })
  declare offset?: number;

  @ChoiceField(MEMBER_KINDS, { optional: true, description: 'only members of this kind', example: 'distributor' })
  kind?: MemberKind;

  @ChoiceField(MEMBER_STATUSES, { optional: true, description: 'only members in this status', example: 'active' })
  status?: MemberStatus;

  @ChoiceField(['true', 'false'], { optional: true, description: 'only members who are on hold, or not' })
  on_hold?: 'true' | 'false';

  @SignedDecimalField({ optional: true, description: 'only balances of at least this', example: 10 })
  least?: number;

  @ChoiceField(ORDERS, { optional: true, description: 'descending with `-`; default: `-balance`', example: '-balance' })
  sort?: string;
}

/** Body of `POST earnings`. */
export class AdjustEarningsDto {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;

  @SignedDecimalField({ description: 'in money, not 0, with at most the decimals of the currency', example: 25.5 })
  amount!: number;

  @TextField({ max: 500, multiline: true, description: 'the member reads it', example: 'Bonus of the convention' })
  reason!: string;
}

/** Body of `POST earnings/write-off`. */
export class WriteOffDto {
  @IntegerField({ description: 'a member who is terminated, or no distributor', example: 5 })
  uid!: number;

  @TextField({ max: 500, multiline: true, example: 'Not claimed within three years' })
  reason!: string;
}
