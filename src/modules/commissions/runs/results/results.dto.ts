import { FormatField, type FORMATS } from '#common/http/wants-csv.js';
import { PageQuery, SearchQuery } from '#common/http/pagination.js';
import { BooleanField, ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { COUNTED_ROWS } from './results.queries.js';

type Format = (typeof FORMATS)[number];

const OFFSET = {
  optional: true,
  min: 0,
  max: COUNTED_ROWS,
  default: 0,
  description: 'number of entries to skip; a CSV file has all of them',
  example: 0,
} as const;

/** What members of a run are sorted by, with `-` in reverse. */
const MEMBER_SORTS = ['earned', 'personal_volume', 'group_volume', 'username', 'uid'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
const MEMBER_ORDERS = MEMBER_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);
export type MemberOrder = MemberSort | `-${MemberSort}`;

/** Filters of the lines of a run. */
export class CommissionLinesQuery extends PageQuery {
  @IntegerField(OFFSET)
  declare offset?: number;

  @IntegerField({ optional: true, description: 'only lines of this payee', example: 5 })
  uid?: number;

  @TextField({
    optional: true,
    max: 64,
    description: 'only lines of this bonus, `cap` or `clawback`',
    example: 'levels',
  })
  bonus?: string;

  @IntegerField({ optional: true, description: 'only lines on what this member bought or earned', example: 7 })
  source_uid?: number;

  @FormatField()
  format?: Format;
}

/** Filters of the members of a run. */
export class CommissionMembersQuery extends SearchQuery {
  @IntegerField(OFFSET)
  declare offset?: number;

  @TextField({ optional: true, min: 0, max: 200, description: 'part of the username or name', example: 'maria' })
  declare search?: string;

  @IntegerField({ optional: true, description: 'only this member', example: 5 })
  uid?: number;

  @TextField({ optional: true, max: 100, description: 'only members with this paid-as rank', example: 'silver' })
  rank?: string;

  @BooleanField({ optional: true, description: 'only members who are active, or are not', example: true })
  active?: boolean;

  @ChoiceField(MEMBER_ORDERS, {
    optional: true,
    description: 'what they are sorted by, with `-` in reverse; default: `-earned`. A CSV file is in the order of uids',
    example: '-earned',
  })
  sort?: MemberOrder;

  @FormatField()
  format?: Format;
}
