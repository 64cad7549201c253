import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { BooleanField, ExactKeys, IntegerField, TextField } from '#common/validation/index.js';
import { MAX_REASON } from '../member.entity.js';
import { PositionView } from '../moves/moves.dto.js';
import { SUCCESSION_KINDS, type SuccessionKind } from './succession.entity.js';

/** Into whom a position is merged. A misspelt `dry_run` must not merge anybody. */
@ExactKeys()
export class MergeMemberDto {
  @IntegerField({ description: 'the distributor who also gets this position', example: 3 }) into_uid!: number;
  @TextField({ max: MAX_REASON, example: 'signed up twice' }) reason!: string;

  @BooleanField({ optional: true, description: 'true: nothing changes; the response shows what would', example: false })
  dry_run?: boolean;
}

/** To whom a position is handed over. A misspelt `dry_run` must not hand anything over. */
@ExactKeys()
export class HandOverMemberDto {
  @IntegerField({ description: 'the new holder: a member with nobody below', example: 3 }) to_uid!: number;
  @TextField({ max: MAX_REASON, example: 'sold the business to her daughter' }) reason!: string;

  @BooleanField({ optional: true, description: 'true: nothing changes; the response shows what would', example: false })
  dry_run?: boolean;
}

/** What a merging or a handing over changes. */
export class SuccessionView {
  @IntegerProperty(4, 'null for a dry run', { nullable: true }) id!: number | null;
  @ChoiceProperty(SUCCESSION_KINDS, 'merge') kind!: SuccessionKind;
  @IntegerProperty(12, 'the previous holder') uid!: number;
  @IntegerProperty(3, 'the new holder') successor_uid!: number;
  @BooleanProperty(false) dry_run!: boolean;
  @IntegerProperty(7, 'frontline members that the successor sponsors now') sponsored!: number;
  @IntegerProperty(2, 'legs of the placement tree that the successor has now') legs!: number;
  @ObjectProperty(PositionView, 'of the successor in the sponsor tree') sponsor!: PositionView;

  @ObjectProperty(PositionView, 'of the successor in the placement tree', { nullable: true })
  placement!: PositionView | null;

  @TextProperty('silver', 'of the successor', { nullable: true }) title_rank!: string | null;

  @IntegerProperty(5, 'rows of the open period whose volumes the successor has now; null for a dry run', {
    nullable: true,
  })
  volume_rows!: number | null;
}
