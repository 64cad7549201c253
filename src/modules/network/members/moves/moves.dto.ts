import {
  BooleanField,
  ChoiceField,
  ExactKeys,
  InstantField,
  IntegerField,
  TextField,
} from '#common/validation/index.js';
import { TREES, type Tree } from '../edge.entity.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';
import { MAX_REASON } from '../standing/standing.dto.js';

/** Where a member is to stand, with all below. A misspelt `dry_run` or `from` must not move anybody. */
@ExactKeys()
export class MoveMemberDto {
  @ChoiceField(TREES, { example: 'sponsor' })
  tree!: Tree;

  @IntegerField({ nullable: true, description: 'who is to stand above; null: a root', example: 3 })
  parent_uid!: number | null;

  @IntegerField({
    optional: true,
    nullable: true,
    max: MAX_WIDTH,
    description: 'a free leg of the parent; required in the placement tree below a parent, and nowhere else',
    example: 1,
  })
  leg?: number | null;

  @TextField({ max: MAX_REASON, example: 'wrong sponsor at sign-up' })
  reason!: string;

  @InstantField({
    optional: true,
    description:
      'the instant from which on the move holds, if it is dated back; posted periods that end later are calculated again',
    example: '2026-10-03T00:00:00Z',
  })
  from?: string;

  @BooleanField({ optional: true, description: 'true changes nothing, and says what would', example: false })
  dry_run?: boolean;
}
