import { PageQuery } from '../../../../common/http/pagination.js';
import { ChoiceField } from '../../../../common/validation/index.js';
import { TREES, type Tree } from '../edge.entity.js';

/** Which tree a list of children is of. */
export class ChildrenQuery extends PageQuery {
  @ChoiceField(TREES, { optional: true, description: 'default: sponsor', example: 'placement' })
  tree?: Tree;
}
