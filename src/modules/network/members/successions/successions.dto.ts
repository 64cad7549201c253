import { BooleanField, ExactKeys, IntegerField, TextField } from '#common/validation/index.js';
import { MAX_REASON } from '../standing/standing.dto.js';

/** Into whom a position is merged. A misspelt `dry_run` must not merge anybody. */
@ExactKeys()
export class MergeMemberDto {
  @IntegerField({ description: 'who has the position from now on, in addition to their own', example: 3 })
  into_uid!: number;

  @TextField({ max: MAX_REASON, example: 'signed up twice' })
  reason!: string;

  @BooleanField({ optional: true, description: 'true changes nothing, and says what would', example: false })
  dry_run?: boolean;
}

/** To whom a position is handed over. A misspelt `dry_run` must not hand anything over. */
@ExactKeys()
export class HandOverMemberDto {
  @IntegerField({ description: 'a member without anybody below, who has the position from now on', example: 3 })
  to_uid!: number;

  @TextField({ max: MAX_REASON, example: 'sold the business to her daughter' })
  reason!: string;

  @BooleanField({ optional: true, description: 'true changes nothing, and says what would', example: false })
  dry_run?: boolean;
}
