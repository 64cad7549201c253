import { ApiProperty } from '#common/openapi/decorators.js';
import { PositionView } from '../moves/moves.view.js';
import { SUCCESSION_KINDS, type SuccessionKind } from './succession.entity.js';

/** What a merging or a handing over changes. */
export class SuccessionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 4, description: 'null of a dry run' })
  id!: number | null;

  @ApiProperty({ type: String, enum: SUCCESSION_KINDS, example: 'merge' })
  kind!: SuccessionKind;

  @ApiProperty({ type: 'integer', example: 12, description: 'who gave the position up' })
  uid!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'who has it from now on' })
  successor_uid!: number;

  @ApiProperty({ type: Boolean, example: false })
  dry_run!: boolean;

  @ApiProperty({ type: 'integer', example: 7, description: 'frontline members that the successor sponsors now' })
  sponsored!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'legs of the placement tree that the successor has now' })
  legs!: number;

  @ApiProperty({ type: PositionView, description: 'of the successor in the sponsor tree' })
  sponsor!: PositionView;

  @ApiProperty({ type: PositionView, nullable: true, description: 'of the successor in the placement tree' })
  placement!: PositionView | null;

  @ApiProperty({ type: String, nullable: true, example: 'silver', description: 'of the successor' })
  title_rank!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 5,
    description: 'rows of the open period whose volumes the successor has now; null of a dry run',
  })
  volume_rows!: number | null;
}
