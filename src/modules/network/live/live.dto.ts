import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { SORTS } from './tree/reads.js';
import { KINDS, STATUSES, TREES, type Kind, type Status, type TreeName } from './tree/words.js';

/** Levels of a tree to look at. */
const MOST_DEPTH = 10;

/** Each order, and its reverse. */
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`]);

const TREE = { optional: true, description: 'which tree; default: `sponsor`', example: 'sponsor' } as const;

/** Query of `upline`. */
export class UplineQuery extends PageQuery {
  @ChoiceField(TREES, TREE)
  tree?: TreeName;
}

/** Query of `downline`. */
export class DownlineQuery extends UplineQuery {
  @IntegerField({ optional: true, description: 'only so many levels down', example: 3 })
  levels?: number;

  @ChoiceField(KINDS, { optional: true, description: 'only members of this kind', example: 'distributor' })
  kind?: Kind;

  @ChoiceField(STATUSES, { optional: true, description: 'only members in this status', example: 'active' })
  status?: Status;

  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'only members who are active, or not; nobody is either while no plan is in force',
    example: 'true',
  })
  active?: 'true' | 'false';

  @TextField({
    optional: true,
    max: 100,
    description: 'only members with this paid-as rank; nobody has one while no plan is in force',
    example: 'silver',
  })
  rank?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of username or name, case-insensitive',
    example: 'mar',
  })
  search?: string;

  @ChoiceField(ORDERS, {
    optional: true,
    description:
      'what they are sorted by, with `-` in reverse; default: `level`. Equal ones keep the order of the tree',
    example: '-group_volume',
  })
  sort?: string;
}

/** Query of `tree`. */
export class TreeQuery {
  @ChoiceField(TREES, TREE)
  tree?: TreeName;

  @IntegerField({ optional: true, description: 'the member at the top; default: oneself', example: 5 })
  root?: number;

  @IntegerField({ optional: true, max: MOST_DEPTH, default: 2, description: 'levels below it', example: 2 })
  depth?: number;
}
