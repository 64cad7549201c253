import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { TREES, type Tree } from '../edge.entity.js';

/** Which tree a list of its roots is of. */
export class RootsQuery extends PageQuery {
  @ChoiceField(TREES, { optional: true, description: 'default: sponsor', example: 'placement' })
  tree?: Tree;
}

/** Which children of a member. */
export class ChildrenQuery extends RootsQuery {
  @IntegerField({ optional: true, description: 'only this one, if it stands there', example: 4 })
  child_uid?: number;
}
