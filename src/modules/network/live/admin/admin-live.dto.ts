import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, TextField } from '#common/validation/index.js';
import { TREES, type TreeName } from '../tree/words.js';

/** Most members of one answer with figures. */
const MOST = 100;

const UIDS = new RegExp(`^[0-9]{1,16}(,[0-9]{1,16}){0,${MOST - 1}}$`);

/** What legs can be sorted by, and the reverse of each. */
const ORDERS = ['leg', 'personal_volume', 'group_volume', 'enrolled_at'].flatMap((sort) => [sort, `-${sort}`]);

const TREE = { optional: true, description: 'which tree; default: `sponsor`', example: 'sponsor' } as const;

/** Query of `network/:uid/legs`. */
export class LegsQuery extends PageQuery {
  @ChoiceField(TREES, TREE)
  tree?: TreeName;

  @ChoiceField(ORDERS, {
    optional: true,
    description: 'what they are sorted by, with `-` in reverse; default: `leg`. Equal ones keep the order of the tree',
    example: '-group_volume',
  })
  sort?: string;
}

/** Query of `network/figures`. */
export class FiguresQuery {
  @TextField({
    max: MOST * 17,
    description: `uids of members, separated by commas; at most ${MOST}`,
    example: '3,4',
    pattern: { expression: UIDS, message: `must be uids separated by commas, at most ${MOST}` },
  })
  uids!: string;

  @ChoiceField(TREES, TREE)
  tree?: TreeName;
}
