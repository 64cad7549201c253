import { ApiProperty } from '#common/openapi/decorators.js';
import { BooleanField, ExactKeys, IntegerField, TextField } from '#common/validation/index.js';
import { MAX_REASON } from '../member.entity.js';
import { PositionView } from '../moves/moves.dto.js';
import { SUCCESSION_KINDS, type SuccessionKind } from './succession.entity.js';

/** Into whom a position is merged. A misspelt `dry_run` must not merge anybody. */
@ExactKeys()
export class MergeMemberDto {
  @IntegerField({ description: 'the distributor who also gets this position', example: 3 })
  into_uid!: number;

  @TextField({ max: MAX_REASON, example: 'signed up twice' })
  reason!: string;

  @BooleanField({ optional: true, description: 'true: nothing changes; the response shows what would', example: false })
  dry_run?: boolean;
}

/** To whom a position is handed over. A misspelt `dry_run` must not hand anything over. */
@ExactKeys()
export class HandOverMemberDto {
  @IntegerField({ description: 'the new holder: a member with nobody below', example: 3 })
  to_uid!: number;

  @TextField({ max: MAX_REASON, example: 'sold the business to her daughter' })
  reason!: string;

  @BooleanField({ optional: true, description: 'true: nothing changes; the response shows what would', example: false })
  dry_run?: boolean;
}

/** What a merging or a handing over changes. */
export class SuccessionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 4, description: 'null for a dry run' })
  id!: number | null;

  @ApiProperty({ type: String, enum: SUCCESSION_KINDS, example: 'merge' })
  kind!: SuccessionKind;

  @ApiProperty({ type: 'integer', example: 12, description: 'the previous holder' })
  uid!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'the new holder' })
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
    description: 'rows of the open period whose volumes the successor has now; null for a dry run',
  })
  volume_rows!: number | null;
}
