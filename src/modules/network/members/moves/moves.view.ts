import { ApiProperty } from '../../../../common/openapi/decorators.js';
import { TREES, type Tree } from '../edge.entity.js';

/** Where a member stands in a tree. */
export class PositionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the parent' })
  parent!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'only in the placement tree' })
  leg!: number | null;
}

/** What a move changes. */
export class MoveView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: TREES, example: 'sponsor' })
  tree!: Tree;

  @ApiProperty({ type: Boolean, example: false })
  dry_run!: boolean;

  @ApiProperty({ type: 'integer', example: 34, description: 'members that move: this one, and all below' })
  members!: number;

  @ApiProperty({ type: PositionView, nullable: true, description: 'null for who was not placed' })
  from!: PositionView | null;

  @ApiProperty({ type: PositionView })
  to!: PositionView;
}
